package dev.belfry.bench.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class SlicesTest {
    private final Slices slices = new Slices(Duration.ofSeconds(4), 1_000);

    @Test
    void theNextSliceIsAsLargeAsTheLastOneShows() {
        slices.took(1_000, Duration.ofSeconds(2));

        assertThat(slices.areOver()).isFalse();
        assertThat(slices.next()).isEqualTo(1_000);

        slices.took(1_000, Duration.ofSeconds(1));

        assertThat(slices.next()).isEqualTo(1_000);
        assertThat(slices).hasToString("2,000 in 3.0 s");
    }

    @Test
    void theyAreOverWhenTheTimeHasPassed() {
        slices.took(1_000, Duration.ofSeconds(5));

        assertThat(slices.areOver()).isTrue();
    }

    @Test
    void aRestThatIsNotWorthASliceIsLeftOut() {
        slices.took(1_000, Duration.ofMillis(3_700));

        assertThat(slices.areOver()).isTrue();
    }

    @Test
    void oneThatWasVeryQuickMakesTheNextOnlySomewhatLarger() {
        slices.took(1_000, Duration.ofMillis(1));

        assertThat(slices.areOver()).isFalse();
        assertThat(slices.next()).isEqualTo(4_000);
    }

    @Test
    void noTimeIsNoSlice() {
        assertThat(new Slices(Duration.ZERO, 500).areOver()).isTrue();
    }
}
