package dev.belfry.operate.config;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.exc.StreamReadException;
import org.yaml.snakeyaml.error.MarkedYAMLException;

/**
 * Why and where a file is not YAML. The parser's own message shows the line, which may hold a
 * secret: only the position and the reason are taken from it.
 */
record YamlFailure(int line, int column, String reason) {
    static YamlFailure of(JsonProcessingException e) {
        if (e.getCause() instanceof MarkedYAMLException marked) {
            var mark = marked.getProblemMark();
            return new YamlFailure(
                    mark.getLine() + 1, mark.getColumn() + 1, withoutNames(marked.getProblem()));
        }
        var location = e.getLocation();
        return new YamlFailure(
                location == null ? 1 : location.getLineNr(),
                location == null ? 1 : location.getColumnNr(),
                reason(e));
    }

    /** Duplicate keys are found by Jackson itself; a key is no secret. */
    private static String reason(JsonProcessingException e) {
        var message = String.valueOf(e.getOriginalMessage());
        return e instanceof StreamReadException && message.startsWith("Duplicate field")
                ? message.replace("Duplicate field", "duplicate key")
                : "it can not be read";
    }

    /** A password that begins with an asterisk would be taken for the name of an alias. */
    private static String withoutNames(String problem) {
        return problem.replaceFirst("(alias|anchor|tag handle) .*", "$1");
    }

    @Override
    public String toString() {
        return "line %d, column %d: %s".formatted(line, column, reason);
    }
}
