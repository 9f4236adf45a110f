package dev.belfry.check.history.check;

import dev.belfry.core.timer.Instants;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The time in which nothing was wrong with a group: no fault, no recovery, no pause. Immutable. */
final class Calm {
    /** The ends of disturbances that do not overlap, by their beginnings. */
    private final TreeMap<Instant, Instant> disturbed = new TreeMap<>();

    private final Duration bound;

    Calm(Faults faults, ObservedPauses pauses, CheckBounds bounds) {
        this.bound = bounds.stuckAfter();
        var spans =
                Stream.concat(
                                faults.all().stream().map(f -> new Span(f.from(), f.until())),
                                pauses.possible().stream())
                        .map(span -> recovered(span, bounds.recovery()))
                        .sorted(Comparator.comparing(Span::fromInclusive))
                        .toList();
        merged(spans).forEach(s -> disturbed.put(s.fromInclusive(), s.untilExclusive()));
    }

    private static Span recovered(Span span, Duration recovery) {
        return span.untilExclusive().equals(Instant.MAX)
                ? span
                : new Span(span.fromInclusive(), span.untilExclusive().plus(recovery));
    }

    private static List<Span> merged(List<Span> sorted) {
        var result = new ArrayList<Span>();
        for (var span : sorted) {
            if (!result.isEmpty()
                    && !result.getLast().untilExclusive().isBefore(span.fromInclusive())) {
                var last = result.removeLast();
                var until = Instants.max(last.untilExclusive(), span.untilExclusive());
                result.add(new Span(last.fromInclusive(), until));
            } else {
                result.add(span);
            }
        }
        return result;
    }

    /** Whether a timer that was due and untouched in this span should have been looked at. */
    boolean wasLongEnough(Instant due, Instant until) {
        var before = disturbed.floorEntry(due);
        var calmSince = before == null ? due : Instants.max(due, before.getValue());
        for (var next : disturbed.tailMap(due, false).entrySet()) {
            if (isTooLong(calmSince, Instants.min(next.getKey(), until))) {
                return true;
            }
            calmSince = Instants.max(calmSince, next.getValue());
        }
        return isTooLong(calmSince, until);
    }

    private boolean isTooLong(Instant from, Instant until) {
        return from.isBefore(until) && Duration.between(from, until).compareTo(bound) > 0;
    }
}
