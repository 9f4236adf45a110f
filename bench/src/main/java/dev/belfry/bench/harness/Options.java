package dev.belfry.bench.harness;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Options of a sub-command: {@code --name value}, or {@code --name} alone. Confined to a thread.
 */
public final class Options {
    private static final String PREFIX = "--";

    private final Map<String, String> values = new HashMap<>();

    /** Something was asked for that there is not. */
    public static final class Refused extends RuntimeException {
        private static final long serialVersionUID = 1;

        Refused(String format, Object... values) {
            super(format.formatted(values));
        }
    }

    public static Options parse(List<String> arguments) {
        var options = new Options();
        var name = "";
        for (var argument : arguments) {
            if (argument.startsWith(PREFIX)) {
                name = argument.substring(PREFIX.length());
                options.values.put(name, "");
            } else if (options.values.containsKey(name)) {
                options.values.put(name, argument);
            } else {
                throw new Refused("an option starts with --, not %s", argument);
            }
        }
        return options;
    }

    public int number(String name, int otherwise) {
        var text = text(name, Integer.toString(otherwise));
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException _) {
            throw new Refused("--%s is a number, not %s", name, text);
        }
    }

    public String text(String name, String otherwise) {
        var value = values.remove(name);
        return value == null ? otherwise : value;
    }

    /** Some of these words, with commas between them; others are refused. */
    public List<String> words(String name, List<String> known, List<String> otherwise) {
        var text = text(name, String.join(",", otherwise));
        var words = List.of(text.toLowerCase(Locale.ROOT).split(","));
        for (var word : words) {
            if (!known.contains(word)) {
                throw new Refused(
                        "--%s does not know '%s', only %s", name, word, String.join(",", known));
            }
        }
        return words;
    }

    public boolean flag(String name) {
        return values.remove(name) != null;
    }

    /** To be called when all known options have been taken, before anything is started. */
    public void requireNoMore() {
        if (!values.isEmpty()) {
            throw new Refused("unknown options: %s", values.keySet());
        }
    }
}
