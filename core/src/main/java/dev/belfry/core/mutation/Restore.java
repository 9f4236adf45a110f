package dev.belfry.core.mutation;

import static dev.belfry.core.Checks.invariant;

import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.KeptTimer;
import dev.belfry.core.timer.Timer;
import dev.belfry.core.timer.TimerKey;
import java.time.Instant;
import java.util.List;

/**
 * Puts an exported entry back exactly as it was, with its numbers and attempts. Over the same timer
 * the later state stays, so that a repeat changes nothing and the order of copies does not matter.
 *
 * @param entry pending or kept
 * @param replaces whether it takes the place of another timer of the same key
 * @param now a kept timer whose time is over is not put back
 */
public record Restore(Entry entry, boolean replaces, Instant now) implements Mutation {
    public Restore {
        invariant(!(entry instanceof Entry.Absent), "nothing is to be restored");
    }

    @Override
    public TimerKey key() {
        return keyOf(entry);
    }

    /** The key of an entry that can be restored. */
    public static TimerKey keyOf(Entry entry) {
        return timer(entry).key();
    }

    @Override
    public Decision decide(Entry before, Instant mark) {
        if (entry instanceof Entry.Kept(var kept) && !kept.keepUntil().isAfter(now)) {
            return Decision.unchanged(Verdict.EXPIRED, before);
        }
        return switch (before) {
            case Entry.Absent() -> restored(Verdict.CREATED, before, mark);
            case Entry.Pending(var stored) -> over(stored, before, mark);
            case Entry.Kept(var stored) -> over(stored.timer(), before, mark);
        };
    }

    private Decision over(Timer stored, Entry before, Instant mark) {
        if (stored.createdAt().equals(timer(entry).createdAt())) {
            return isLaterThan(before)
                    ? restored(Verdict.REPLACED, before, mark)
                    : Decision.unchanged(Verdict.IDENTICAL, before);
        }
        if (before.isGone()) {
            return restored(Verdict.CREATED, before, mark);
        }
        return replaces
                ? restored(Verdict.REPLACED, before, mark)
                : Decision.unchanged(Verdict.EXISTS, before);
    }

    /** Changes and runs raise the numbers, attempts their count, and a kept one is settled. */
    private boolean isLaterThan(Entry before) {
        var mine = timer(entry);
        var stored = timer(before);
        if (!mine.latest().equals(stored.latest())) {
            return mine.latest().isAfter(stored.latest());
        }
        return mine.attempts() == stored.attempts()
                ? entry instanceof Entry.Kept && before instanceof Entry.Pending
                : mine.attempts() > stored.attempts();
    }

    private Decision restored(Verdict verdict, Entry before, Instant mark) {
        var after =
                entry instanceof Entry.Pending(var timer) && timer.fireAt().isBefore(mark)
                        ? new Entry.Pending(timer.firingAt(mark))
                        : entry;
        return new Decision(verdict, before, after);
    }

    private static Timer timer(Entry entry) {
        return switch (entry) {
            case Entry.Absent() -> throw new IllegalStateException("there is no timer");
            case Entry.Pending(var timer) -> timer;
            case Entry.Kept(KeptTimer kept) -> kept.timer();
        };
    }

    /** The runs of a schedule whose place it takes go with it. */
    @Override
    public List<Mutation> followers(Decision decision) {
        return decision.changes() ? Runs.deleted(decision).toList() : List.of();
    }

    @Override
    public int sizeBytes() {
        return Sizes.of(key(), timer(entry).spec())
                + timer(entry).attemptLog().toText().map(String::length).orElse(0);
    }
}
