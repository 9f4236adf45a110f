package dev.belfry.core.mutation;

import static dev.belfry.core.mutation.Samples.kept;
import static dev.belfry.core.mutation.Samples.pending;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.Instants;
import dev.belfry.core.timer.Revision;
import dev.belfry.core.timer.TimerState;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PreconditionTest {
    @Test
    void noneHoldsAlways() {
        assertThat(Precondition.none().holds(Entry.absent())).isTrue();
        assertThat(Precondition.none().holds(pending())).isTrue();
    }

    @Test
    void existsHoldsForWhatIsPendingOrKept() {
        var exists = new Precondition.Exists();

        assertThat(exists.holds(Entry.absent())).isFalse();
        assertThat(exists.holds(pending())).isTrue();
        assertThat(exists.holds(kept(TimerState.REACHED))).isTrue();
    }

    @Test
    void matchesHoldsForOneOfItsRevisions() {
        var matches = new Precondition.Matches(Set.of(new Revision(9), new Revision(10)));
        var others = new Precondition.Matches(Set.of(new Revision(11)));

        assertThat(matches.holds(Entry.absent())).isFalse();
        assertThat(matches.holds(pending())).isTrue();
        assertThat(matches.holds(kept(TimerState.FAILED))).isTrue();
        assertThat(others.holds(pending())).isFalse();
        assertThat(others.holds(kept(TimerState.FAILED))).isFalse();
        assertThat(new Precondition.Matches(Set.of()).holds(pending())).isFalse();
    }

    @Test
    void aStampsRevisionAlwaysRisesAboveTheFormerOne() {
        assertThat(Samples.stamp(20).after(new Revision(10))).isEqualTo(new Revision(20));
        assertThat(Samples.stamp(20).after(new Revision(20))).isEqualTo(new Revision(21));
        assertThat(Samples.stamp(20).after(new Revision(30))).isEqualTo(new Revision(31));
    }

    @Test
    void aStampIsKeptInMilliseconds() {
        var fine = Samples.NOON.plusNanos(1_999_999);

        assertThat(new Stamp(new Revision(1), fine).now()).isEqualTo(Instants.floorToMillis(fine));
    }
}
