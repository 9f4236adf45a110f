package dev.belfry.check.simulation.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A checker that can not fail is worthless. */
@Tag("simulation")
class SabotageTest {
    private static final int SEEDS = 2_000;

    /**
     * Seeds that noticed what is rare before. They are tried first, and prove nothing if they fail.
     */
    private static final Map<String, Long> REMEMBERED =
            Map.of(
                    "a delete in doubt is answered with not found", 26L,
                    "a node is evicted because it has no session", 134L,
                    "a node is evicted because it refuses connections", 177L,
                    "a refused claim steals the lease", 1_103L,
                    "attempts under way are not handed over", 41L,
                    "hosts that hang take all places", 1_061L,
                    "inserts are not clamped to the mark", 50L,
                    "one bad sample of a clock is believed", 582L,
                    "replies are not passed on", 291L,
                    "what a life has proven counts for the one before", 796L);

    /** All, or with {@code -Dbelfry.sabotage} those whose names hold these words. */
    static List<Sabotage> sabotages() {
        var words = System.getProperty("belfry.sabotage", "");
        return Sabotages.all().stream().filter(it -> it.name().contains(words)).toList();
    }

    @ParameterizedTest
    @MethodSource("sabotages")
    @Timeout(value = 15, unit = TimeUnit.MINUTES)
    void aBrokenVariantIsNoticed(Sabotage sabotage, @TempDir Path folder) throws Exception {
        long remembered = REMEMBERED.getOrDefault(sabotage.toString(), 1L);
        var seeds = LongStream.concat(LongStream.of(remembered), LongStream.rangeClosed(1, SEEDS));
        long seed = new Saboteur(folder).caughtBy(sabotage, seeds);
        assertThat(seed).as("the seed that notices it").isPositive();
        System.out.println(sabotage + ": noticed by seed " + seed);
    }
}
