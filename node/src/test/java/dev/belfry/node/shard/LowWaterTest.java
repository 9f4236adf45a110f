package dev.belfry.node.shard;

import static dev.belfry.node.shard.Rows.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class LowWaterTest {
    private final LowWater lowWater = new LowWater(NOON);

    @Test
    void itStaysWhileNothingHasFired() {
        lowWater.raise(Instant.MAX);
        assertThat(lowWater.mark()).isEqualTo(NOON);
    }

    @Test
    void itRisesToWhatHasFiredAndNoFurther() {
        lowWater.fired(NOON.plusSeconds(5));
        lowWater.fired(NOON.plusSeconds(3));
        lowWater.raise(Instant.MAX);
        assertThat(lowWater.mark()).isEqualTo(NOON.plusSeconds(5));
    }

    @Test
    void itNeverPassesTheLowestUnsettledRow() {
        lowWater.fired(NOON.plusSeconds(5));
        lowWater.raise(NOON.plusSeconds(2));
        assertThat(lowWater.mark()).isEqualTo(NOON.plusSeconds(2));
    }

    @Test
    void itNeverGoesBack() {
        lowWater.fired(NOON.plusSeconds(5));
        lowWater.raise(NOON.plusSeconds(4));
        lowWater.raise(NOON.minusSeconds(60));
        assertThat(lowWater.mark()).isEqualTo(NOON.plusSeconds(4));
    }

    @Test
    void itIsWorthStoringAfterManyRowsHaveGoneAndItHasRisen() {
        for (int i = 0; i < 256; i++) {
            assertThat(lowWater.isWorthStoring()).isFalse();
            lowWater.fired(NOON.plusSeconds(i));
        }
        assertThat(lowWater.isWorthStoring()).isFalse();
        lowWater.raise(Instant.MAX);
        assertThat(lowWater.isWorthStoring()).isTrue();
        lowWater.stored(lowWater.mark());
        assertThat(lowWater.isWorthStoring()).isFalse();
    }
}
