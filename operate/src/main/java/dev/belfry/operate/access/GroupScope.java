package dev.belfry.operate.access;

import static dev.belfry.core.Checks.require;

import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The groups that a caller may use, whether there are such groups or not. Immutable.
 *
 * @param patterns names of groups, or beginnings of names with a {@code *} behind
 */
public record GroupScope(List<String> patterns) {
    /** They travel between nodes in one header field. */
    private static final int MOST = 64;

    private static final Pattern ALLOWED =
            Pattern.compile("[a-z0-9._-]{1,64}|[a-z0-9._-]{0,63}\\*");
    private static final String EVERY = "*";

    public static final GroupScope ALL = new GroupScope(List.of(EVERY));
    public static final GroupScope NONE = new GroupScope(List.of());

    public GroupScope {
        patterns = List.copyOf(patterns);
        require(patterns.size() <= MOST, "groups", "are more than %d", MOST);
        for (var pattern : patterns) {
            require(
                    ALLOWED.matcher(pattern).matches(),
                    "groups",
                    "has '%s', which is neither the name of a group nor the beginning of one with"
                            + " '*' behind",
                    pattern);
        }
    }

    /** Reads names with commas between them. */
    public static GroupScope parse(String text) {
        return new GroupScope(
                Arrays.stream(text.split(",", -1))
                        .map(String::strip)
                        .filter(it -> !it.isEmpty())
                        .toList());
    }

    public boolean isAll() {
        return patterns.contains(EVERY);
    }

    public boolean covers(String group) {
        for (var pattern : patterns) {
            if (covers(pattern, group)) {
                return true;
            }
        }
        return false;
    }

    private static boolean covers(String pattern, String group) {
        int last = pattern.length() - 1;
        return pattern.charAt(last) == '*'
                ? group.regionMatches(0, pattern, 0, last)
                : pattern.equals(group);
    }

    @Override
    public String toString() {
        return String.join(",", patterns);
    }
}
