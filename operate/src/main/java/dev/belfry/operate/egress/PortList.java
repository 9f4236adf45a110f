package dev.belfry.operate.egress;

import static dev.belfry.core.Checks.require;

import java.util.List;
import java.util.regex.Pattern;

/** Which ports may be called, such as {@code 443, 8000-8999}. */
public record PortList(Selection<Range> ranges) {
    static final PortList ANY =
            new PortList(new Selection<>(List.of(new Range(0, 65_535)), List.of()));

    private static final Pattern FORM = Pattern.compile("([0-9]{1,5})(?:-([0-9]{1,5}))?");

    /** Ports from one to another, both included. */
    public record Range(int first, int last) {
        boolean contains(int port) {
            return port >= first && port <= last;
        }

        @Override
        public String toString() {
            return first == last ? Integer.toString(first) : first + "-" + last;
        }
    }

    public static PortList parse(String text, String key) {
        return new PortList(Selection.parse(text, key, PortList::range));
    }

    private static Range range(String text, String key) {
        var matcher = FORM.matcher(text);
        require(matcher.matches(), key, "has '%s', which is not a port or 8000-8999", text);
        int first = Integer.parseInt(matcher.group(1));
        int last = matcher.group(2) == null ? first : Integer.parseInt(matcher.group(2));
        require(first <= last && last <= 65_535, key, "has no ports in '%s'", text);
        return new Range(first, last);
    }

    public PortList over(PortList general) {
        return new PortList(ranges.over(general.ranges));
    }

    boolean takes(int port) {
        return ranges.takes(range -> range.contains(port));
    }

    @Override
    public String toString() {
        return ranges.toString();
    }
}
