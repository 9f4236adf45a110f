package dev.belfry.core.store;

import static dev.belfry.core.Checks.require;

import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.Position;
import dev.belfry.core.timer.Timer;
import dev.belfry.core.timer.TimerState;
import java.time.Instant;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/**
 * Which timers of a group somebody asks about. What a filter does not name, it lets pass.
 *
 * @param states none stands for all
 * @param times of the next look at a pending timer, or of the settlement of a kept one
 * @param idPrefix that the timer's id begins with
 * @param host that it calls, with its port if the URL names one
 * @param error that its last attempt ended with
 */
public record TimerFilter(
        Set<TimerState> states,
        PositionRange times,
        Optional<String> correlationId,
        Optional<String> idPrefix,
        Optional<String> host,
        Optional<String> error) {
    /** Lets everything pass. */
    public static final TimerFilter ALL =
            new TimerFilter(
                    Set.of(),
                    PositionRange.from(Position.START),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty());

    public TimerFilter {
        states = states.isEmpty() ? EnumSet.allOf(TimerState.class) : EnumSet.copyOf(states);
        states = Collections.unmodifiableSet(states);
        require(
                !times.untilExclusive().isBefore(times.fromInclusive()),
                "until",
                "lies before from");
    }

    /** The same for these states alone. */
    public TimerFilter states(Set<TimerState> some) {
        return new TimerFilter(some, times, correlationId, idPrefix, host, error);
    }

    /** From an instant on, and before another. */
    public TimerFilter between(Instant fromInclusive, Instant untilExclusive) {
        var range =
                new PositionRange(
                        Position.startOf(fromInclusive), Position.startOf(untilExclusive));
        return new TimerFilter(states, range, correlationId, idPrefix, host, error);
    }

    /** Whether a store's entry is among those that are asked about. */
    public boolean matches(Entry entry) {
        return switch (entry) {
            case Entry.Absent() -> false;
            case Entry.Pending(var timer) -> matches(timer, TimerState.SCHEDULED, timer.position());
            case Entry.Kept(var kept) -> matches(kept.timer(), kept.state(), kept.position());
        };
    }

    private boolean matches(Timer timer, TimerState state, Position position) {
        return states.contains(state)
                && times.contains(position)
                && isOrAny(correlationId, timer.spec().correlationId())
                && idPrefix.filter(prefix -> !timer.key().id().startsWith(prefix)).isEmpty()
                && isOrAny(host, Optional.of(timer.spec().target().host()))
                && isOrAny(error, timer.lastError());
    }

    private static boolean isOrAny(Optional<String> wanted, Optional<String> found) {
        return wanted.isEmpty() || wanted.equals(found);
    }
}
