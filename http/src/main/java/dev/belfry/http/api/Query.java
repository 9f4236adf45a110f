package dev.belfry.http.api;

import static dev.belfry.core.Checks.require;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The parameters of a query, each known and given once. Immutable. */
public record Query(Map<String, String> parameters) {
    static final Query NONE = new Query(Map.of());

    private static final String FIELD = "query";

    public Query {
        parameters = Map.copyOf(parameters);
    }

    static Query parse(String raw, Set<String> known) {
        var parameters = new HashMap<String, String>();
        for (var part : raw.isEmpty() ? new String[0] : raw.split("&", -1)) {
            int equals = part.indexOf('=');
            var name =
                    PercentText.decode(equals < 0 ? part : part.substring(0, equals), FIELD, true);
            require(
                    known.contains(name),
                    name.isEmpty() ? FIELD : name,
                    "is not a known parameter");
            var value = equals < 0 ? "" : part.substring(equals + 1);
            var former = parameters.put(name, PercentText.decode(value, name, true));
            require(former == null, name, "is given twice");
        }
        return new Query(parameters);
    }

    /** All of it as the end of a URI; empty if there is none. */
    String text() {
        return parameters.entrySet().stream()
                .map(it -> it.getKey() + "=" + PercentText.encode(it.getValue()))
                .reduce((one, next) -> one + "&" + next)
                .map(all -> "?" + all)
                .orElse("");
    }

    public Optional<String> text(String name) {
        return Optional.ofNullable(parameters.get(name));
    }

    boolean flag(String name, boolean fallback) {
        var text = parameters.getOrDefault(name, Boolean.toString(fallback));
        require(text.equals("true") || text.equals("false"), name, "must be true or false");
        return text.equals("true");
    }

    /** A whole number within bounds. */
    int number(String name, int fallback, int most) {
        var text = parameters.get(name);
        if (text == null) {
            return fallback;
        }
        require(
                text.matches("[0-9]{1,9}") && inRange(Integer.parseInt(text), most),
                name,
                "must be a whole number from 1 to %d",
                most);
        return Integer.parseInt(text);
    }

    private static boolean inRange(int number, int most) {
        return number >= 1 && number <= most;
    }
}
