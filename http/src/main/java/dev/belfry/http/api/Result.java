package dev.belfry.http.api;

import dev.belfry.core.mutation.Decision;
import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.TimerKey;
import dev.belfry.node.Outcome;
import java.util.Optional;

/** What became of a change, in the words of the API. */
sealed interface Result {
    /** It was made, or was there already. */
    record Made(int status, TimerKey key, Entry entry) implements Result {}

    record Deleted(Outcome.AttemptHint hint) implements Result {}

    /** What was asked for is so already. */
    record Unchanged() implements Result {}

    record Refused(Problem problem) implements Result {}

    static Result of(TimerKey key, Outcome outcome) {
        return switch (outcome) {
            case Outcome.Decided(var decision, var hint) -> decided(key, decision, hint);
            case Outcome.NotApplied(var reason) -> new Refused(Problems.of(reason));
            case Outcome.Unknown() -> new Refused(Problems.outcomeUnknown());
            case Outcome.Refused(var message) ->
                    new Refused(Problem.of(Code.NOT_STORABLE, message));
        };
    }

    private static Result decided(TimerKey key, Decision decision, Outcome.AttemptHint hint) {
        return switch (decision.verdict()) {
            case CREATED -> new Made(201, key, decision.after());
            case REPLACED, PATCHED, REDRIVEN, IDENTICAL -> new Made(200, key, decision.after());
            case DELETED -> new Deleted(hint);
            case EXISTS -> new Refused(Problems.exists(decision.after()));
            case NOT_FOUND -> new Refused(Problems.notFound(key));
            case PRECONDITION_FAILED -> new Refused(Problems.otherwise(decision.after()));
            case HEADERS_REQUIRED -> new Refused(Problems.headersRequired());
            case RUN_REDRIVEN -> new Refused(Problems.runRedriven());
            case NO_SCHEDULE -> new Refused(Problems.noSchedule());
            case EXPIRED -> new Unchanged();
            case SETTLED, COPIED, SUPERSEDED ->
                    throw new IllegalStateException(key + " was answered " + decision.verdict());
        };
    }

    /** The answer to a request for this change alone. */
    static Answer.Whole answer(Result result) {
        return switch (result) {
            case Made(var status, var key, var entry) -> made(status, key, entry);
            case Deleted(var hint) -> deleted(hint);
            case Unchanged() -> Answer.empty(204);
            case Refused(var problem) -> ProblemJson.answer(problem);
        };
    }

    private static Answer.Whole made(int status, TimerKey key, Entry entry) {
        var answer = timer(status, entry);
        return status == 201
                ? answer.header(
                        "Location",
                        "/api/v1/groups/%s/timers/%s"
                                .formatted(key.group(), PercentText.encode(key.id())))
                : answer;
    }

    static Answer.Whole timer(int status, Entry entry) {
        var answer = Answer.json(status, TimerJson.bytes(entry));
        return EntityTag.of(entry).map(tag -> answer.header("ETag", tag)).orElse(answer);
    }

    private static Answer.Whole deleted(Outcome.AttemptHint hint) {
        var answer = Answer.empty(204);
        return said(hint).map(it -> answer.header("Belfry-Attempt-In-Flight", it)).orElse(answer);
    }

    /** Whether an attempt of a deleted timer had started, in the word of the API; none if not. */
    static Optional<String> said(Outcome.AttemptHint hint) {
        return switch (hint) {
            case NONE -> Optional.empty();
            case POSSIBLE -> Optional.of("possible");
            case IN_FLIGHT -> Optional.of("true");
        };
    }
}
