package dev.belfry.operate.config;

import static dev.belfry.core.Checks.require;

import java.util.regex.Pattern;

/** An amount of memory or data, written such as {@code 100KiB}. */
public record Bytes(long count) {
    static final String FORM = "an amount such as 4096, 100KiB, 16MiB or 1GiB";

    /** More than any machine gives, and far from where sums overflow. */
    private static final long LARGEST = 1L << 40;

    private static final Pattern SHAPE = Pattern.compile("([0-9]{1,12})(|B|KiB|MiB|GiB)");

    static Bytes parse(String text, String key) {
        var matcher = SHAPE.matcher(text);
        require(matcher.matches(), key, "is not %s: '%s'", FORM, text);
        long number = Long.parseLong(matcher.group(1));
        long unit = unit(matcher.group(2));
        require(number <= LARGEST / unit, key, "is more than 1024GiB: '%s'", text);
        return new Bytes(number * unit);
    }

    private static long unit(String unit) {
        return switch (unit) {
            case "KiB" -> 1L << 10;
            case "MiB" -> 1L << 20;
            case "GiB" -> 1L << 30;
            default -> 1;
        };
    }

    /** As a size of something that is held in one piece. */
    public int toInt() {
        return Math.toIntExact(count);
    }

    @Override
    public String toString() {
        if (count % (1L << 20) == 0 && count > 0) {
            return (count >> 20) + " MiB";
        }
        return count % (1L << 10) == 0 && count > 0 ? (count >> 10) + " KiB" : count + " bytes";
    }
}
