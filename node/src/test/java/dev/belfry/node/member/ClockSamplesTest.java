package dev.belfry.node.member;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.core.shard.Incarnation;
import dev.belfry.core.shard.NodeId;
import dev.belfry.core.store.Members;
import dev.belfry.core.store.NodeRow;
import dev.belfry.core.store.NodeVersion;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClockSamplesTest {
    private static final Incarnation SELF = new Incarnation(new NodeId("self"), 1);
    private static final Duration BEAT = Duration.ofMillis(500);
    private static final Duration NONE = Duration.ZERO;

    private final ClockSamples clocks = new ClockSamples();
    private Instant now = Instant.parse("2030-01-01T00:00:00Z");
    private long nanos;
    private long beats;

    /** A beat that shows the store's clock so far behind, and rows of others that are ahead. */
    private void beat(Duration storeBehind, Duration... othersAhead) {
        now = now.plus(BEAT);
        nanos += BEAT.toNanos();
        var reading = new ClockReading(now, nanos);
        clocks.add(reading, now.minus(storeBehind), reading);
        beats++;
        var rows = Stream.of(othersAhead).map(this::row).toList();
        clocks.read(new Members(rows, now), SELF, now);
    }

    private NodeRow row(Duration ahead) {
        return new NodeRow(
                new Incarnation(new NodeId("other-" + ahead.toMillis()), 1),
                "other",
                Set.of(),
                1,
                Placement.VERSION,
                NodeVersion.UNTOLD,
                beats,
                now.plus(ahead).minus(BEAT.dividedBy(2)));
    }

    private void beats(int count, Duration storeBehind, Duration... othersAhead) {
        for (int i = 0; i < count; i++) {
            beat(storeBehind, othersAhead);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {-100_000, -1_500, 1_500, 100_000})
    void oneBadSampleSaysNothing(long behind) {
        beats(5, NONE);
        beat(Duration.ofMillis(behind));
        assertThat(clocks.isOff()).isFalse();
        assertThat(clocks.apart()).isZero();
    }

    @Test
    void aNodeThatIsAloneBelievesTheStoreWhenMostSamplesSaySo() {
        beats(5, NONE);
        beats(2, Duration.ofSeconds(2));
        assertThat(clocks.isOff()).isFalse();
        beat(Duration.ofSeconds(2));
        assertThat(clocks.isOff()).isTrue();
        beats(3, NONE);
        assertThat(clocks.isOff()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(longs = {-20_000, -1_200, 1_200, 20_000})
    void aStoreWhoseClockIsWrongStopsNobodyWhoAgreesWithTheOthers(long behind) {
        beats(5, NONE, Duration.ofMillis(-50), Duration.ofMillis(70));
        beats(20, Duration.ofMillis(behind), Duration.ofMillis(-50), Duration.ofMillis(70));
        assertThat(clocks.isOff()).isFalse();
        assertThat(clocks.apart()).isGreaterThan(ClockComparison.OFF);
    }

    @ParameterizedTest
    @ValueSource(longs = {-20_000, -1_200, 1_200, 20_000})
    void aNodeThatDiffersFromStoreAndOthersIsOff(long ahead) {
        var others = Duration.ofMillis(-ahead);
        beats(5, Duration.ofMillis(ahead), others, others.plusMillis(50));
        assertThat(clocks.isOff()).isTrue();
    }

    @Test
    void betweenOneThatAgreesAndOneThatDoesNotTheStoreDecides() {
        beats(5, Duration.ofSeconds(3), NONE, Duration.ofSeconds(-3));
        assertThat(clocks.isOff()).isTrue();
    }

    @Test
    void aClockThatWasSetIsJudgedByTheNextSample() {
        beats(5, NONE, Duration.ofMillis(10));
        now = now.plusSeconds(3);
        beat(Duration.ofSeconds(3), Duration.ofSeconds(-3));
        assertThat(clocks.isOff()).isTrue();
        now = now.minusSeconds(3);
        beat(NONE, Duration.ofMillis(10));
        assertThat(clocks.isOff()).isFalse();
    }

    @Test
    void aBeatThatWasUnderWayWhenTheClockWasSetSaysNothing() {
        beats(5, NONE);
        var sent = new ClockReading(now, nanos);
        now = now.plus(BEAT).plusSeconds(4);
        nanos += BEAT.toNanos();
        clocks.add(sent, sent.wall(), new ClockReading(now, nanos));

        beat(Duration.ofSeconds(4));

        assertThat(clocks.isOff()).isTrue();
    }
}
