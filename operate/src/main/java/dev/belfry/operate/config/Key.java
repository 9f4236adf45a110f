package dev.belfry.operate.config;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One known setting.
 *
 * @param path in the file; {@link #ANY_GROUP} and {@link #ANY_DATABASE} stand for names that an
 *     operator gives
 */
record Key(List<String> path, Class<?> type, Setting setting) {
    static final String GROUPS = "groups";
    static final String ANY_GROUP = "<group>";
    static final String ANY_DATABASE = "<database>";
    static final String PREFIX = "BELFRY_";

    private static final Set<String> ANY = Set.of(ANY_GROUP, ANY_DATABASE);

    /** Every setting, in the order of the records. */
    static List<Key> all() {
        var keys = new ArrayList<Key>();
        collect(Configuration.class, List.of(), keys);
        return keys;
    }

    private static void collect(Class<?> type, List<String> at, List<Key> keys) {
        for (var component : type.getRecordComponents()) {
            if (component.getType().equals(Origins.class)) {
                continue;
            }
            var path = append(at, component.getName());
            var setting = component.getAnnotation(Setting.class);
            if (setting != null && ValueType.isMap(component)) {
                keys.add(
                        new Key(
                                append(path, ANY_DATABASE),
                                ValueType.valueClass(component),
                                setting));
            } else if (setting != null) {
                keys.add(new Key(path, ValueType.valueClass(component), setting));
            } else if (ValueType.isMap(component)) {
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

    boolean isSecret() {
        return type.equals(Secret.class);
    }

    boolean isOfGroup() {
        return path.getFirst().equals(GROUPS);
    }

    /** Whether a word of a path stands for any name. */
    static boolean isAny(String word) {
        return ANY.contains(word);
    }

    /** Whether an operator gives a name in its path. */
    boolean isNamed() {
        return path.stream().anyMatch(Key::isAny);
    }

    /** What stands before the name. */
    List<String> head() {
        return path.stream().takeWhile(word -> !isAny(word)).toList();
    }

    /** What follows the name. */
    private List<String> tail() {
        return path.subList(head().size() + 1, path.size());
    }

    /** The name in a path that is this key's. */
    String nameIn(List<String> given) {
        return given.get(head().size());
    }

    /** Whether a path, or the beginning of one, may be this key's. */
    boolean beginsWith(List<String> given) {
        if (given.size() > path.size()) {
            return false;
        }
        for (int i = 0; i < given.size(); i++) {
            if (!path.get(i).equals(given.get(i)) && !isAny(path.get(i))) {
                return false;
            }
        }
        return true;
    }

    boolean is(List<String> given) {
        return given.size() == path.size() && beginsWith(given);
    }

    /** The variable's name: the path in upper snake case. */
    String variable() {
        return variable(path);
    }

    /** The variable's name for a dotted name that is this key's. */
    String variableOf(String dotted) {
        return variable(pathOf(dotted).orElse(path));
    }

    private static String variable(List<String> words) {
        return PREFIX + words.stream().map(Key::upperSnake).collect(Collectors.joining("_"));
    }

    static String upperSnake(String word) {
        return isAny(word)
                ? word
                : word.replaceAll("([a-z])([A-Z])", "$1_$2")
                        .replaceAll("[.-]", "_")
                        .toUpperCase(Locale.ROOT);
    }

    /** The path that a dotted name stands for; a group's name may itself have dots. */
    Optional<List<String>> pathOf(String dotted) {
        return isNamed()
                ? between(dotted, dotted(head()) + ".", ending(".", Function.identity()))
                : same(dotted);
    }

    private Optional<List<String>> same(String dotted) {
        return dotted.equals(name()) ? Optional.of(path) : Optional.empty();
    }

    /**
     * The path that a variable stands for.
     *
     * @param declared the names that the file gives, by what stands before them
     */
    Optional<List<String>> pathOfVariable(
            String variable, Function<List<String>, ? extends Collection<String>> declared) {
        if (!isNamed()) {
            return variable.equals(variable()) ? Optional.of(path) : Optional.empty();
        }
        return between(variable, variable(head()) + "_", ending("_", Key::upperSnake))
                .map(found -> named(declared(nameIn(found), declared.apply(head()))));
    }

    private String ending(String separator, Function<String, String> spelling) {
        return tail().stream()
                .map(word -> separator + spelling.apply(word))
                .collect(Collectors.joining());
    }

    private Optional<List<String>> between(String text, String start, String end) {
        boolean fits =
                text.startsWith(start)
                        && text.endsWith(end)
                        && text.length() > start.length() + end.length();
        return fits
                ? Optional.of(named(text.substring(start.length(), text.length() - end.length())))
                : Optional.empty();
    }

    private List<String> named(String name) {
        return path.stream().map(word -> isAny(word) ? name : word).toList();
    }

    private static String declared(String upper, Collection<String> names) {
        return names.stream()
                .filter(name -> upperSnake(name).equals(upper))
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
