package dev.belfry.check.simulation.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** In a cluster with noisy neighbours nobody waits long who keeps within its limits. */
class NoisyClusterTest {
    @Test
    void nobodyIsStarvedByNoisyNeighbours() {
        assertThat(
                        LongStream.rangeClosed(1, 40)
                                .boxed()
                                .flatMap(
                                        seed ->
                                                NoisyCluster.starved(seed).stream()
                                                        .map(it -> "seed " + seed + ": " + it)))
                .isEmpty();
    }
}
