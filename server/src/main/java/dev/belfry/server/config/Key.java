package dev.belfry.server.config;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * One known setting.
 *
 * @param path in the file; {@link #ANY_GROUP} stands for a group's name
 */
record Key(List<String> path, Class<?> type, Setting setting) {
    static final String GROUPS = "groups";
    static final String ANY_GROUP = "<group>";
    static final String PREFIX = "BELFRY_";

    private static final int GROUP_DEPTH = 2;

    /** Every setting, in the order of the records. */
    static List<Key> all() {
        var keys = new ArrayList<Key>();
        collect(Configuration.class, List.of(), keys);
        return keys;
    }

    private static void collect(Class<?> type, List<String> at, List<Key> keys) {
        for (var component : type.getRecordComponents()) {
            var path = append(at, component.getName());
            var setting = component.getAnnotation(Setting.class);
            if (setting != null) {
                keys.add(new Key(path, ValueType.valueClass(component), setting));
            } else if (Map.class.isAssignableFrom(component.getType())) {
                collect(GroupConfig.class, append(path, ANY_GROUP), keys);
            } else {
                collect(component.getType(), path, keys);
            }
        }
    }

    static List<String> append(List<String> path, String name) {
        return Stream.concat(path.stream(), Stream.of(name)).toList();
    }

    static String dotted(List<String> path) {
        return String.join(".", path);
    }

    String name() {
        return dotted(path);
    }

    boolean isOfGroup() {
        return path.getFirst().equals(GROUPS);
    }

    /** What follows a group's name. */
    private List<String> tail() {
        return path.subList(GROUP_DEPTH, path.size());
    }

    /** The variable's name: the path in upper snake case. */
    String variable() {
        return PREFIX + path.stream().map(Key::upperSnake).reduce((a, b) -> a + "_" + b).orElse("");
    }

    static String upperSnake(String word) {
        return word.equals(ANY_GROUP)
                ? word
                : word.replaceAll("([a-z])([A-Z])", "$1_$2")
                        .replaceAll("[.-]", "_")
                        .toUpperCase(Locale.ROOT);
    }

    /** The path that a dotted name stands for; a group's name may itself have dots. */
    Optional<List<String>> pathOf(String dotted) {
        return isOfGroup() ? between(dotted, GROUPS + ".", "." + dotted(tail())) : same(dotted);
    }

    private Optional<List<String>> same(String dotted) {
        return dotted.equals(name()) ? Optional.of(path) : Optional.empty();
    }

    /** The path that a variable stands for, given the groups that the file declares. */
    Optional<List<String>> pathOfVariable(String variable, Collection<String> groups) {
        if (!isOfGroup()) {
            return variable.equals(variable()) ? Optional.of(path) : Optional.empty();
        }
        var ending = "_" + upperSnake(tail().getFirst());
        for (var word : tail().subList(1, tail().size())) {
            ending += "_" + upperSnake(word);
        }
        return between(variable, PREFIX + "GROUPS_", ending)
                .map(found -> withGroup(declared(found.get(1), groups)));
    }

    private Optional<List<String>> between(String text, String start, String end) {
        boolean fits =
                text.startsWith(start)
                        && text.endsWith(end)
                        && text.length() > start.length() + end.length();
        return fits
                ? Optional.of(
                        withGroup(text.substring(start.length(), text.length() - end.length())))
                : Optional.empty();
    }

    private List<String> withGroup(String group) {
        return Stream.concat(Stream.of(GROUPS, group), tail().stream()).toList();
    }

    private static String declared(String upper, Collection<String> groups) {
        return groups.stream()
                .filter(group -> upperSnake(group).equals(upper))
                .findFirst()
                .orElse(upper.toLowerCase(Locale.ROOT));
    }

    /** The known name that a mistyped one comes closest to. */
    static String nearest(String mistyped, Stream<String> known) {
        return known.min(Comparator.comparingInt(name -> distance(mistyped, name))).orElse("");
    }

    /** Levenshtein's edit distance. */
    private static int distance(String a, String b) {
        var row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int substituted = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(substituted, 1 + Math.min(row[j - 1], row[j]));
            }
        }
        return row[b.length()];
    }
}
