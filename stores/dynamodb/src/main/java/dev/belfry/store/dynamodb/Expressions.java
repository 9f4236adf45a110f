package dev.belfry.store.dynamodb;

import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Names in expressions. Each is written as {@code #name}: hundreds of plain words are reserved, and
 * the list grows.
 */
final class Expressions {
    private static final Pattern NAME = Pattern.compile("#([a-z_]+)");

    private Expressions() {}

    /** The meaning of every {@code #name} in the expressions. */
    static Map<String, String> names(String... expressions) {
        var names = new TreeMap<String, String>();
        for (var expression : expressions) {
            NAME.matcher(expression)
                    .results()
                    .forEach(found -> names.put(found.group(), found.group(1)));
        }
        return names;
    }
}
