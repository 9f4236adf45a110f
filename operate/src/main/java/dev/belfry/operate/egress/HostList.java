package dev.belfry.operate.egress;

import static dev.belfry.core.Checks.require;

import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** Which hosts may be named: {@code api.example.com}, {@code *.example.com} for those below it. */
public record HostList(Selection<String> patterns) {
    static final HostList ANY = new HostList(new Selection<>(List.of("*"), List.of()));

    private static final Pattern FORM =
            Pattern.compile("\\*|(\\*\\.)?[a-z0-9_-]+(\\.[a-z0-9_-]+)*");

    public static HostList parse(String text, String key) {
        return new HostList(Selection.parse(text, key, HostList::pattern));
    }

    private static String pattern(String text, String key) {
        var pattern = plain(text);
        require(
                FORM.matcher(pattern).matches(),
                key,
                "has '%s', which is neither a host name nor one such as *.example.com",
                text);
        return pattern;
    }

    /** One spelling of a name: the dot at its end changes nothing about where it leads. */
    static String plain(String host) {
        var lower = host.toLowerCase(Locale.ROOT);
        return lower.endsWith(".") ? lower.substring(0, lower.length() - 1) : lower;
    }

    public HostList over(HostList general) {
        return new HostList(patterns.over(general.patterns));
    }

    public boolean takes(String host) {
        var name = plain(host);
        return patterns.takes(pattern -> fits(pattern, name));
    }

    private static boolean fits(String pattern, String name) {
        return pattern.startsWith("*") ? name.endsWith(pattern.substring(1)) : name.equals(pattern);
    }

    @Override
    public String toString() {
        return patterns.toString();
    }
}
