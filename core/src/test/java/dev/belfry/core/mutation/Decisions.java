package dev.belfry.core.mutation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.Timer;

/** What tests expect of decisions. */
final class Decisions {
    private Decisions() {}

    static void assertUnchanged(Mutation mutation, Entry before, Verdict verdict) {
        var decision = mutation.decide(before, Samples.NO_MARK);
        assertThat(decision).isEqualTo(new Decision(verdict, before, before));
        assertThat(decision.changes()).isFalse();
    }

    static Timer assertSchedules(Mutation mutation, Entry before, Verdict verdict) {
        var decision = mutation.decide(before, Samples.NO_MARK);
        assertThat(decision.verdict()).isEqualTo(verdict);
        assertThat(decision.before()).isEqualTo(before);
        assertThat(decision.changes()).isTrue();
        return Samples.after(decision);
    }

    static void assertGone(Mutation mutation, Entry before, Verdict verdict) {
        assertThat(mutation.decide(before, Samples.NO_MARK))
                .isEqualTo(new Decision(verdict, before, Entry.absent()));
    }

    /** Deciding again on the own result repeats the verdict and changes nothing. */
    static void assertRepeatable(Mutation mutation, Entry before) {
        var first = mutation.decide(before, Samples.NO_MARK);
        assertUnchanged(mutation, first.after(), first.verdict());
    }

    static void assertClampedToTheMark(Mutation mutation, Entry before) {
        var mark = Samples.NOON.plusSeconds(1_000);
        var decision = mutation.decide(before, mark);
        var unclamped = mutation.decide(before, Samples.NO_MARK);
        assertThat(decision.verdict()).isEqualTo(unclamped.verdict());
        assertThat(Samples.after(decision)).isEqualTo(Samples.after(unclamped).firingAt(mark));
    }
}
