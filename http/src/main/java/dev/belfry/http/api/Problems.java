package dev.belfry.http.api;

import dev.belfry.core.InvalidValueException;
import dev.belfry.core.store.StoreException;
import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.TimerKey;
import dev.belfry.core.timer.TimerState;
import dev.belfry.node.Outcome;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The one place where failures become refusals. */
final class Problems {
    private static final Logger LOG = LoggerFactory.getLogger(Problems.class);

    private Problems() {}

    /**
     * @param request its id, for the log
     */
    static Problem of(Throwable failure, String request) {
        return switch (failure) {
            case CompletionException wrapped when wrapped.getCause() != null ->
                    of(wrapped.getCause(), request);
            case ProblemException refused -> refused.problem();
            case InvalidValueException invalid ->
                    Problem.invalid(invalid.field(), String.valueOf(invalid.getMessage()));
            case StoreException.Unavailable _ -> storeSilent();
            case StoreException.OutcomeUnknown _ -> storeSilent().withUnknownOutcome();
            case TimeoutException _ -> storeSilent().withUnknownOutcome();
            default -> unexpected(failure, request);
        };
    }

    static Problem of(Outcome.Reason reason) {
        return switch (reason) {
            case NOT_OWNER, NO_PROOF ->
                    Problem.of(
                            Code.SHARD_UNAVAILABLE,
                            "the timer's shard has no owner here at the moment; nothing was"
                                    + " changed");
            case OVERLOADED ->
                    Problem.of(
                            Code.OVERLOADED, "too many changes wait already; nothing was changed");
            case DEADLINE ->
                    Problem.of(
                            Code.STORE_UNAVAILABLE,
                            "the store did not take the change in time; nothing was changed");
        };
    }

    static Problem exists(Entry existing) {
        return existing instanceof Entry.Kept(var kept) && kept.state() == TimerState.FAILED
                ? failed(kept.timer().key(), existing)
                : different(existing);
    }

    /** A create replaces what has failed, so that this answers nothing else than a fire. */
    private static Problem failed(TimerKey key, Entry existing) {
        return Problem.of(
                        Code.TIMER_FAILED,
                        "to try it again, redrive it: POST /api/v1/groups/%s/timers/%s/redrive"
                                .formatted(key.group(), PercentText.encode(key.id())))
                .field("timerId")
                .showing(existing);
    }

    private static Problem different(Entry existing) {
        return Problem.of(Code.TIMER_EXISTS, "the timer that is there is shown")
                .field("timerId")
                .showing(existing);
    }

    static Problem otherwise(Entry existing) {
        return Problem.of(Code.PRECONDITION_FAILED, "If-Match does not hold")
                .field("If-Match")
                .showing(existing);
    }

    static Problem headersRequired() {
        return Problem.of(
                        Code.HEADERS_REQUIRED,
                        "callbackUrl names another origin than the one that the stored headers were"
                                + " given for; give headers anew, or {} for none")
                .field("headers");
    }

    static Problem noSchedule() {
        return Problem.of(
                        Code.NO_SCHEDULE,
                        "the timer runs once; replace it (PUT) by one with a schedule")
                .field("schedule");
    }

    static Problem runRedriven() {
        return Problem.of(
                        Code.RUN_REDRIVEN,
                        "of one timer one run is redriven at a time; its redrivenRun says which")
                .field("scheduledFor");
    }

    static Problem notFound(TimerKey key) {
        return Problem.of(
                Code.TIMER_NOT_FOUND,
                "group '%s' has no timer '%s'%s"
                        .formatted(
                                key.group(),
                                key.id(),
                                key.run().map(at -> " with a run of " + at).orElse("")));
    }

    static Problem outcomeUnknown() {
        return Problem.of(
                        Code.STORE_UNAVAILABLE,
                        "the store did not say whether the change was made; repeat the request to"
                                + " find out")
                .withUnknownOutcome();
    }

    private static Problem storeSilent() {
        return Problem.of(Code.STORE_UNAVAILABLE, "the store does not answer");
    }

    private static Problem unexpected(Throwable failure, String request) {
        LOG.atError()
                .addKeyValue("requestId", request)
                .setCause(failure)
                .log("request failed unexpectedly");
        return Problem.of(
                Code.INTERNAL_ERROR, "the server's log says more about request " + request);
    }
}
