package dev.belfry.check.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.core.mutation.Verdict;
import dev.belfry.node.Outcome;
import dev.belfry.node.Outcome.AttemptHint;
import java.util.List;

/** The answer to a change, which must come exactly once. */
record Answer(List<Outcome> outcomes) {
    boolean isThere() {
        return !outcomes.isEmpty();
    }

    Outcome outcome() {
        assertThat(outcomes).hasSize(1);
        return outcomes.getFirst();
    }

    Outcome.Decided decided() {
        assertThat(outcome()).isInstanceOf(Outcome.Decided.class);
        return (Outcome.Decided) outcome();
    }

    Verdict verdict() {
        return decided().decision().verdict();
    }

    AttemptHint hint() {
        return decided().hint();
    }

    boolean isUnknown() {
        return outcome() instanceof Outcome.Unknown;
    }

    boolean isRefusedFor(Outcome.Reason reason) {
        return outcome().equals(new Outcome.NotApplied(reason));
    }
}
