package dev.belfry.http.api;

import dev.belfry.core.schedule.Recurrence;
import dev.belfry.core.store.Pause;
import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.KeptTimer;
import dev.belfry.core.timer.Timer;
import dev.belfry.http.transport.Words;
import dev.belfry.node.Standing;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Why a timer has not fired yet, or what became of it. Immutable.
 *
 * @param plan the attempts ahead, if nothing comes in between
 */
record Explanation(State state, String text, Optional<Instant> nextAttemptAt, AttemptPlan plan) {
    /** The one reason that counts. */
    enum State {
        SCHEDULED,
        IN_FLIGHT,
        BACKING_OFF,
        PAUSED,
        HOST_LIMIT,
        GROUP_LIMIT,
        RATE_LIMIT,
        CONCURRENCY_LIMIT,
        DESTINATION_LIMIT,
        SHARD_MOVING,
        OVERDUE,
        REACHED,
        FAILED,
        CANCELLED
    }

    /**
     * Explains an entry.
     *
     * @param pause of its group
     * @param standing with the engine of its owner
     */
    static Optional<Explanation> of(
            Entry entry, Optional<Pause> pause, Standing standing, Instant now) {
        return switch (entry) {
            case Entry.Absent() -> Optional.empty();
            case Entry.Kept(var kept) -> Optional.of(kept(kept));
            case Entry.Pending(var timer) -> Optional.of(pending(timer, pause, standing, now));
        };
    }

    private static Explanation kept(KeptTimer kept) {
        return switch (kept.state()) {
            case SCHEDULED -> throw new IllegalArgumentException("a pending timer is not kept");
            case REACHED ->
                    over(
                            State.REACHED,
                            "The receiver accepted it at %s.".formatted(kept.settledAt()));
            case CANCELLED ->
                    over(
                            State.CANCELLED,
                            "It was deleted at %s; this is the record of it."
                                    .formatted(kept.settledAt()));
            case FAILED -> over(State.FAILED, failed(kept));
        };
    }

    private static Explanation over(State state, String text) {
        return new Explanation(state, text, Optional.empty(), AttemptPlan.NONE);
    }

    private static String failed(KeptTimer kept) {
        int attempts = kept.timer().attempts();
        return "It was given up after %s at %s%s. Redrive it to try again."
                .formatted(
                        attempts == 1 ? "1 attempt" : attempts + " attempts",
                        kept.settledAt(),
                        error(kept.timer()));
    }

    private static String error(Timer timer) {
        return timer.lastError().map(error -> ": " + error).orElse("");
    }

    private static Explanation pending(
            Timer timer, Optional<Pause> pause, Standing standing, Instant now) {
        if (standing == Standing.IN_FLIGHT) {
            return new Explanation(
                    State.IN_FLIGHT,
                    "Attempt %d is under way, or its answer is just being written down."
                            .formatted(timer.attempts() + 1),
                    Optional.empty(),
                    AttemptPlan.afterTheNext(timer, now));
        }
        if (timer.recurrence().filter(Recurrence::paused).isPresent() && timer.attempts() == 0) {
            return new Explanation(
                    State.PAUSED,
                    "Its schedule is paused. Resume it to let it run again.",
                    Optional.empty(),
                    AttemptPlan.NONE);
        }
        return timer.fireAt().isAfter(now)
                ? ahead(timer, pause, now)
                : due(timer, pause, standing, now);
    }

    private static Explanation ahead(Timer timer, Optional<Pause> pause, Instant now) {
        var left = Words.of(Duration.between(now, timer.fireAt()));
        var waits = pause.map(it -> " %s It will wait for that to end.".formatted(words(it)));
        if (timer.attempts() > 0) {
            return planned(
                    State.BACKING_OFF,
                    "Attempt %d failed%s. Attempt %d follows in %s.%s"
                            .formatted(
                                    timer.attempts(),
                                    error(timer),
                                    timer.attempts() + 1,
                                    left,
                                    waits.orElse("")),
                    timer,
                    now);
        }
        if (timer.fireAt().isAfter(timer.spec().executeAt())
                && !timer.spec().executeAt().isAfter(now)) {
            return planned(
                    State.HOST_LIMIT,
                    "It was due, but %s has as many callbacks under way as are allowed; it is looked at again in %s.%s"
                            .formatted(timer.spec().target().host(), left, waits.orElse("")),
                    timer,
                    now);
        }
        return planned(
                State.SCHEDULED,
                "It is due in %s.%s".formatted(left, waits.orElse("")),
                timer,
                now);
    }

    private static Explanation due(
            Timer timer, Optional<Pause> pause, Standing standing, Instant now) {
        var waited = Words.of(Duration.between(timer.fireAt(), now));
        if (pause.isPresent()) {
            return planned(
                    State.PAUSED,
                    "%s It has been due for %s.".formatted(words(pause.get()), waited),
                    timer,
                    now);
        }
        return switch (standing) {
            case ELSEWHERE, OPENING ->
                    planned(
                            State.SHARD_MOVING,
                            "It has been due for %s, but its shard is just moving to another node or being opened."
                                    .formatted(waited),
                            timer,
                            now);
            case NO_ROOM ->
                    planned(
                            State.HOST_LIMIT,
                            "It has been due for %s, but %s has as many callbacks under way as are allowed."
                                    .formatted(waited, timer.spec().target().host()),
                            timer,
                            now);
            case GROUP_FULL ->
                    planned(
                            State.GROUP_LIMIT,
                            "It has been due for %s, but group %s has as many callbacks under way as are allowed beside other groups."
                                    .formatted(waited, timer.key().group()),
                            timer,
                            now);
            case RATE_REACHED ->
                    planned(
                            State.RATE_LIMIT,
                            "It has been due for %s and waits for the rate of group %s."
                                    .formatted(waited, timer.key().group()),
                            timer,
                            now);
            case CONCURRENCY_REACHED ->
                    planned(
                            State.CONCURRENCY_LIMIT,
                            "It has been due for %s and waits for the concurrency of group %s."
                                    .formatted(waited, timer.key().group()),
                            timer,
                            now);
            case HOST_LIMIT_REACHED ->
                    planned(
                            State.DESTINATION_LIMIT,
                            "It has been due for %s and waits for what group %s may send to %s."
                                    .formatted(
                                            waited,
                                            timer.key().group(),
                                            timer.spec().target().host()),
                            timer,
                            now);
            case IN_FLIGHT, WAITING ->
                    planned(
                            State.OVERDUE,
                            "It has been due for %s and starts as soon as its turn comes."
                                    .formatted(waited),
                            timer,
                            now);
        };
    }

    private static String words(Pause pause) {
        return "Group %s is paused since %s%s."
                .formatted(
                        pause.group(),
                        pause.since(),
                        pause.reason().map(reason -> " (" + reason + ")").orElse(""));
    }

    private static Explanation planned(State state, String text, Timer timer, Instant now) {
        return new Explanation(
                state, text, Optional.of(timer.fireAt()), AttemptPlan.of(timer, now));
    }
}
