package dev.belfry.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.net.http.HttpHeaders;
import java.util.stream.Collectors;

/** What the server answered. */
record ApiAnswer(int status, HttpHeaders headers, String text) {
    JsonNode json() {
        try {
            return Json.MAPPER.readTree(text);
        } catch (JsonProcessingException _) {
            throw new CommandFailure(
                    ExitCode.OTHER,
                    "the answer is not JSON: is there a Belfry at this address? (HTTP "
                            + status
                            + ")");
        }
    }

    /** This answer if it is a success; otherwise the failure that explains it. */
    ApiAnswer orFail() {
        if (status >= 200 && status <= 299) {
            return this;
        }
        throw failure();
    }

    /** What an answer that is no success means. */
    CommandFailure failure() {
        return new CommandFailure(ExitCode.ofStatus(status), explain(problem(), status));
    }

    private JsonNode problem() {
        try {
            return Json.MAPPER.readTree(text);
        } catch (JsonProcessingException _) {
            return MissingNode.getInstance();
        }
    }

    /** A problem document in one line. */
    static String explain(JsonNode problem, int status) {
        if (problem.has("checks")) {
            return notReady(problem);
        }
        if (!problem.has("code")) {
            return "HTTP " + status + ": is there a Belfry at this address?";
        }
        var text =
                new StringBuilder(problem.path("title").asText())
                        .append(": ")
                        .append(problem.path("detail").asText());
        text.append(" (").append(problem.path("code").asText());
        if (problem.hasNonNull("field")) {
            text.append(", field ").append(problem.path("field").asText());
        }
        text.append(')');
        problem.path("errors")
                .valueStream()
                .skip(1)
                .forEach(error -> text.append("; ").append(error.path("detail").asText()));
        text.append(advice(problem.path("code").asText()));
        if (problem.path("outcomeUnknown").asBoolean()) {
            text.append("; the change may or may not have been made");
        }
        return text.toString();
    }

    private static String advice(String code) {
        return switch (code) {
            case "UNAUTHENTICATED" ->
                    "; give a key with --key-file, BELFRY_KEY_FILE or BELFRY_KEY; 'belfry key create'"
                            + " makes one";
            case "FORBIDDEN" -> "; another key may do it: 'belfry key list' shows roles and groups";
            default -> "";
        };
    }

    private static String notReady(JsonNode health) {
        return health.path("checks")
                .valueStream()
                .filter(check -> check.hasNonNull("reason"))
                .map(check -> check.path("name").asText() + ": " + check.path("reason").asText())
                .collect(Collectors.joining("; ", "not ready: ", ""));
    }
}
