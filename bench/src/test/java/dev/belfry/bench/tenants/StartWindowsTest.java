package dev.belfry.bench.tenants;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class StartWindowsTest {
    private static final Instant FROM = Instant.parse("2026-01-01T00:00:00Z");
    private static final Instant UNTIL = FROM.plusSeconds(30);

    private static List<Instant> oneEachSecond(int first, int until) {
        return IntStream.range(first, until).mapToObj(FROM::plusSeconds).toList();
    }

    private static StartWindows windows(List<Instant> starts) {
        return StartWindows.between(FROM, UNTIL, Duration.ofSeconds(10), starts);
    }

    @Test
    void aSteadyPaceFillsAllWindowsAlike() {
        var windows = windows(oneEachSecond(0, 30));

        assertThat(windows.largest()).isEqualTo(10);
        assertThat(windows.smallest()).isEqualTo(10);
        assertThat(windows.counts()).hasSize(201);
    }

    @Test
    void aBurstIsSeenWhereverItLies() {
        var burst = IntStream.range(0, 7).mapToObj(it -> FROM.plusMillis(9_900 + 50L * it));
        var starts = Stream.concat(oneEachSecond(0, 30).stream(), burst).toList();

        assertThat(windows(starts).largest()).isEqualTo(17);
        assertThat(windows(starts).after(17)).isEqualTo(Duration.ofMillis(300));
    }

    @Test
    void aGapIsSeenThoughItsEndsLieInTwoTens() {
        var starts =
                Stream.concat(oneEachSecond(0, 6).stream(), oneEachSecond(14, 30).stream())
                        .toList();

        assertThat(windows(starts).smallest()).isEqualTo(2);
    }

    @Test
    void whatComesAfterTheEndIsNotCounted() {
        var starts = Stream.concat(oneEachSecond(0, 30).stream(), Stream.of(UNTIL)).toList();

        assertThat(windows(starts).largest()).isEqualTo(10);
    }
}
