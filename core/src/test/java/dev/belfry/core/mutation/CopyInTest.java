package dev.belfry.core.mutation;

import static dev.belfry.core.mutation.Samples.KEY;
import static dev.belfry.core.mutation.Samples.kept;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.TimerState;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class CopyInTest {
    private static final List<Entry> ENTRIES =
            List.of(Entry.absent(), Samples.pending(), kept(TimerState.FAILED));

    @Test
    void whateverIsThereBecomesWhatIsCopiedAlsoBeforeTheMark() {
        for (var before : ENTRIES) {
            for (var after : ENTRIES) {
                var copy = new CopyIn(KEY, after);

                assertThat(copy.decide(before, Instant.MAX))
                        .isEqualTo(new Decision(Verdict.COPIED, before, after));
                assertThat(copy.expected()).isEmpty();
            }
        }
    }

    @Test
    void whatCarriesNothingIsSmallerThanWhatCarriesATimer() {
        assertThat(new CopyIn(KEY, Entry.absent()).sizeBytes())
                .isEqualTo(new Drop(KEY).sizeBytes())
                .isLessThan(new CopyIn(KEY, Samples.pending()).sizeBytes());
    }
}
