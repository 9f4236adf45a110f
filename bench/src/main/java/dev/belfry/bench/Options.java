package dev.belfry.bench;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Options of a sub-command: {@code --name value}, or {@code --name} alone. Confined to a thread.
 */
final class Options {
    private static final String PREFIX = "--";

    private final Map<String, String> values = new HashMap<>();

    static Options parse(List<String> arguments) {
        var options = new Options();
        var name = "";
        for (var argument : arguments) {
            if (argument.startsWith(PREFIX)) {
                name = argument.substring(PREFIX.length());
                options.values.put(name, "");
            } else if (options.values.containsKey(name)) {
                options.values.put(name, argument);
            } else {
                throw new IllegalArgumentException("an option starts with --, not " + argument);
            }
        }
        return options;
    }

    int number(String name, int otherwise) {
        return Integer.parseInt(text(name, Integer.toString(otherwise)));
    }

    String text(String name, String otherwise) {
        var value = values.remove(name);
        return value == null ? otherwise : value;
    }

    boolean flag(String name) {
        return values.remove(name) != null;
    }

    /** To be called when all known options have been taken. */
    void requireNoMore() {
        if (!values.isEmpty()) {
            throw new IllegalArgumentException("unknown options: " + values.keySet());
        }
    }
}
