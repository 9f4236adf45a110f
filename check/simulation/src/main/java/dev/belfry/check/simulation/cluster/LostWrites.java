package dev.belfry.check.simulation.cluster;

import dev.belfry.check.history.Event;
import dev.belfry.check.history.EventHistory;
import dev.belfry.check.history.EventId;
import dev.belfry.check.history.ObservedOutcome;
import dev.belfry.check.history.Operation;
import dev.belfry.core.timer.TimerKey;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What a store has lost by itself, or has shown as it was. Nothing can be said of the timers that
 * somebody wrote to, and a group may have been paused or not; everything else is judged as ever.
 */
final class LostWrites {
    /** A pause that was written before is confirmed by then. */
    private static final Duration ANSWERED_WITHIN = Duration.ofSeconds(3);

    private final Set<TimerKey> timers = new HashSet<>();
    private final List<Lapse> lapses = new ArrayList<>();

    private record Lapse(Instant from, Instant until) {
        boolean has(Instant at) {
            return !at.isBefore(from) && !at.isAfter(until);
        }
    }

    void add(Instant from, Instant until, Set<TimerKey> written) {
        timers.addAll(written);
        lapses.add(new Lapse(from, until.plus(ANSWERED_WITHIN)));
    }

    /** The store has shown these as they were before. */
    void addTimers(Collection<TimerKey> shown) {
        timers.addAll(shown);
    }

    EventHistory leftOutOf(EventHistory history) {
        return timers.isEmpty() && lapses.isEmpty() ? history : new Reader().read(history);
    }

    private final class Reader {
        private final Set<EventId> ofLost = new HashSet<>();
        private final Set<EventId> ofGroups = new HashSet<>();

        EventHistory read(EventHistory history) {
            return new EventHistory(
                    history.events().stream()
                            .filter(this::isJudged)
                            .map(this::asFarAsKnown)
                            .toList());
        }

        private boolean isJudged(Event event) {
            return switch (event) {
                case Event.Invoked(var id, _, Operation.OnTimer of) -> isJudged(id, of.key());
                case Event.Invoked(var id, _, Operation.OnGroup _) -> ofGroups.add(id);
                case Event.Answered(var id, _, _) -> !ofLost.contains(id);
                case Event.AttemptStarted started -> isJudged(started.id(), started.key());
                case Event.AttemptAnswered(var id, _, _) -> !ofLost.contains(id);
                case Event.Remained(_, var key, _) -> !timers.contains(key);
                case Event.Declared _, Event.Struck _, Event.Quiesced _ -> true;
            };
        }

        private boolean isJudged(EventId id, TimerKey key) {
            return !(timers.contains(key) && ofLost.add(id));
        }

        private Event asFarAsKnown(Event event) {
            return event instanceof Event.Answered(var id, var at, _)
                            && ofGroups.contains(id)
                            && lapses.stream().anyMatch(lapse -> lapse.has(at))
                    ? new Event.Answered(id, at, new ObservedOutcome.Unknown())
                    : event;
        }
    }
}
