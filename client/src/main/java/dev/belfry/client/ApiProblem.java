package dev.belfry.client;

import java.util.Optional;

/**
 * A refusal, as a server explained it, or the lack of an answer.
 *
 * @param status of HTTP; 0 if there was no answer
 * @param code stable, such as {@code INVALID_INPUT}; {@code NO_ANSWER} if there was none
 * @param field the offending one
 * @param existing the timer that stands in the way
 * @param outcomeUnknown whether the change may have been made all the same
 */
public record ApiProblem(
        int status,
        String code,
        String detail,
        Optional<String> field,
        Optional<BelfryTimer> existing,
        boolean outcomeUnknown) {
    static final String NO_ANSWER = "NO_ANSWER";

    static ApiProblem of(JsonObject json, Optional<String> etag) {
        return new ApiProblem(
                json.number("status").intValueExact(),
                json.text("code"),
                json.text("detail"),
                json.findText("field"),
                json.findObject("timer").map(timer -> BelfryTimer.of(timer, etag)),
                json.flag("outcomeUnknown"));
    }

    static ApiProblem withoutAnswer(String detail, boolean outcomeUnknown) {
        return new ApiProblem(
                0, NO_ANSWER, detail, Optional.empty(), Optional.empty(), outcomeUnknown);
    }

    /** Whether trying again later may help. */
    public boolean isTemporary() {
        return status == 0 || isTemporary(status);
    }

    static boolean isTemporary(int status) {
        return status == 408 || status == 429 || status >= 500;
    }

    ApiProblem withUnknownOutcome() {
        return new ApiProblem(status, code, detail, field, existing, true);
    }
}
