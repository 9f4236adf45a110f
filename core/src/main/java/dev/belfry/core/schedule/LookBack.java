package dev.belfry.core.schedule;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Finds the last runs up to an instant, of rules that only know what comes next. A rule of seconds
 * has millions of runs in a year, so it looks back in growing steps; and such a rule may pause for
 * months, so where a step holds too many runs it is halved until it does not.
 *
 * @param next the first run strictly after an instant
 * @param limit how many are found at most
 */
record LookBack(Function<Instant, Optional<Instant>> next, Instant until, int limit) {
    private static final Duration FIRST = Duration.ofMinutes(1);
    private static final int GROWTH = 8;

    /** The last runs after an instant, in order. */
    List<Instant> after(Instant after) {
        var few = until;
        Optional<Instant> many = Optional.empty();
        while (true) {
            var late = few;
            var from = many.map(early -> middle(early, late)).orElseGet(() -> before(late, after));
            var runs = from(from);
            if (isTooMany(runs)) {
                many = Optional.of(from);
            } else if (runs.size() >= limit || from.equals(after)) {
                return runs.subList(Math.max(0, runs.size() - limit), runs.size());
            } else {
                few = from;
            }
        }
    }

    private Instant before(Instant from, Instant earliest) {
        var back = Duration.between(from, until).multipliedBy(GROWTH);
        var earlier = until.minus(back.isZero() ? FIRST : back);
        return earlier.isBefore(earliest) ? earliest : earlier;
    }

    private static Instant middle(Instant early, Instant late) {
        return early.plus(Duration.between(early, late).dividedBy(2));
    }

    /** All runs from then on, or too many. */
    private List<Instant> from(Instant after) {
        var runs = new ArrayList<Instant>();
        var run = next.apply(after);
        while (run.isPresent() && !run.get().isAfter(until) && !isTooMany(runs)) {
            runs.add(run.get());
            run = next.apply(run.get());
        }
        return runs;
    }

    private boolean isTooMany(List<Instant> runs) {
        return runs.size() > 2 * limit;
    }
}
