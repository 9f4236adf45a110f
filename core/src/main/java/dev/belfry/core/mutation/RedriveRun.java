package dev.belfry.core.mutation;

import dev.belfry.core.schedule.Recurrence;
import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.Timer;
import dev.belfry.core.timer.TimerKey;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Starts a single run that failed for good again, beside its schedule, which goes on. The row of
 * the schedule names it, so that a delete takes both.
 *
 * <p>One such run of a timer is started at a time. Whether the former one is over can be seen in
 * its own row alone: whoever asks has looked there, and nothing is changed if the schedule names
 * another by now.
 *
 * @param key of the timer; if its schedule has ended, the run goes by itself
 * @param former the run that the schedule named when the one that asks has looked
 */
public record RedriveRun(
        TimerKey key, Instant run, Optional<Recurrence.Redriven> former, Stamp stamp)
        implements Mutation {
    @Override
    public Decision decide(Entry before, Instant mark) {
        return before.pending()
                .flatMap(timer -> timer.recurrence().map(place -> decided(timer, place, before)))
                .orElseGet(() -> Decision.unchanged(Verdict.REDRIVEN, before));
    }

    private Decision decided(Timer timer, Recurrence place, Entry before) {
        var named = new Recurrence.Redriven(run, stamp.revision().value());
        if (place.redriven().filter(named::equals).isPresent()) {
            return Decision.unchanged(Verdict.REDRIVEN, before);
        }
        if (!place.redriven().equals(former)) {
            return Decision.unchanged(Verdict.RUN_REDRIVEN, before);
        }
        var after =
                timer.changed(
                        stamp.after(timer.latest()),
                        timer.spec().recurrence(place.redriven(named)),
                        stamp.now());
        return new Decision(Verdict.REDRIVEN, before, new Entry.Pending(after));
    }

    /** The run itself; what the schedule names no more goes. */
    @Override
    public List<Mutation> followers(Decision decision) {
        return decision.verdict() == Verdict.REDRIVEN
                ? Stream.concat(Stream.of(new Redrive(runKey(), stamp)), Runs.deleted(decision))
                        .toList()
                : List.of();
    }

    /** What became of the run: it may be gone, or not have failed. */
    @Override
    public Decision told(Decision decision, List<Decision> followed) {
        return decision.verdict() == Verdict.REDRIVEN
                ? followed.stream()
                        .filter(this::isOfRun)
                        .findFirst()
                        .orElseGet(() -> Decision.unchanged(Verdict.NOT_FOUND, Entry.absent()))
                : decision;
    }

    private boolean isOfRun(Decision followed) {
        return followed.before().key().filter(runKey()::equals).isPresent();
    }

    private TimerKey runKey() {
        return key.ofRun(run);
    }

    @Override
    public int sizeBytes() {
        return Sizes.of(key);
    }
}
