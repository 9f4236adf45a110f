package dev.belfry.node.shard;

import static dev.belfry.node.shard.Rows.NOON;
import static dev.belfry.node.shard.Rows.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belfry.node.HostStats;
import dev.belfry.node.fire.CallbackReply;
import java.time.Duration;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Permits of hosts, and the queues before them. */
class HostsTest {
    private static final Duration PATIENCE = Shards.SETTINGS.permitPatience();

    /** Long after zero, when the waiters of these tests began to wait. */
    private static final long LATER = Duration.ofSeconds(2).toNanos();

    private final HostPermits permits = new HostPermits(Shards.SETTINGS);
    private final HostQueues queues = new HostQueues(Shards.SETTINGS, new Random(1));
    private final Shard shard = Shards.shard(0);

    private HostQueues.Waiter waiter(String id, String host, Duration since) {
        return new HostQueues.Waiter(shard, row(id), host, since.toNanos());
    }

    @Test
    void aHostHasRoomForSoManyAndOthersHaveTheirOwn() {
        permits.take("a", 10);
        permits.take("a", 10);
        assertThat(permits.hasRoom("a")).isFalse();
        assertThat(permits.hasRoom("b")).isTrue();
        permits.giveBack("a", 10);
        assertThat(permits.hasRoom("a")).isTrue();
    }

    @Test
    void aHostIsMeasuredByWhatItAnswered() {
        var meters = new HostMeters(permits, queues);
        meters.answered("a", new CallbackReply.Done(), 0, LATER);
        meters.answered("a", new CallbackReply.Failed("HTTP 500", Optional.empty()), 0, LATER);
        meters.answered("b", new CallbackReply.NotSent(), 0, LATER);
        permits.take("c", 10);

        var stats =
                meters.stats(LATER).stream()
                        .collect(Collectors.toMap(HostStats::host, host -> host));
        assertThat(stats).containsOnlyKeys("a", "c");
        assertThat(stats.get("a").errorRate()).isEqualTo(0.5);
        assertThat(stats.get("a").lastError()).contains("HTTP 500");
        assertThat(stats.get("c").inFlight()).isEqualTo(1);
    }

    @Test
    void allHostsTogetherHaveALimit() {
        for (int i = 0; i < Shards.SETTINGS.maxInFlight(); i++) {
            assertThat(permits.isFull()).isFalse();
            permits.take("h" + i, 1);
        }
        assertThat(permits.isFull()).isTrue();
        assertThat(permits.hasRoom("other")).isFalse();
        permits.giveBack("h0", 1);
        assertThat(permits.isFull()).isFalse();
    }

    @Test
    void bytesInFlightHaveALimit() {
        permits.take("a", (int) Shards.SETTINGS.inFlightBytes());
        assertThat(permits.isFull()).isTrue();
        permits.giveBack("a", (int) Shards.SETTINGS.inFlightBytes());
        assertThat(permits.isFull()).isFalse();
        assertThat(permits.inFlight()).isZero();
    }

    @Test
    void aPermitThatWasNotTakenCanNotBeGivenBack() {
        assertThatThrownBy(() -> permits.giveBack("a", 1))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void timersWaitInOrderForEachHost() {
        queues.add(waiter("a", "x", Duration.ZERO));
        queues.add(waiter("b", "y", Duration.ZERO));
        queues.add(waiter("c", "x", Duration.ZERO));
        assertThat(queues.hosts()).containsExactly("x", "y");
        assertThat(queues.poll("x", 0)).map(HostQueues.Waiter::timer).contains(row("a"));
        assertThat(queues.poll("x", 0)).map(HostQueues.Waiter::timer).contains(row("c"));
        assertThat(queues.poll("x", 0)).isEmpty();
        assertThat(queues.poll("y", 0)).map(HostQueues.Waiter::timer).contains(row("b"));
        assertThat(queues.isEmpty()).isTrue();
    }

    @Test
    void onlyThoseThatHaveWaitedLongEnoughAreTakenOut() {
        queues.add(waiter("a", "x", Duration.ZERO));
        queues.add(waiter("b", "x", Duration.ofSeconds(1)));
        assertThat(queues.takeImpatient(PATIENCE.toNanos() - 1)).isEmpty();
        assertThat(queues.takeImpatient(PATIENCE.toNanos()))
                .map(HostQueues.Waiter::timer)
                .containsExactly(row("a"));
        assertThat(queues.takeImpatient(PATIENCE.plusSeconds(1).toNanos()))
                .map(HostQueues.Waiter::timer)
                .containsExactly(row("b"));
        assertThat(queues.isEmpty()).isTrue();
    }

    @Test
    void aHostThatGetsOnIsWaitedForHoweverLongItsQueue() {
        queues.add(waiter("a", "x", Duration.ZERO));
        queues.add(waiter("b", "x", Duration.ZERO));
        queues.poll("x", PATIENCE.toNanos() - 1);

        assertThat(queues.takeImpatient(PATIENCE.toNanos())).isEmpty();
        assertThat(queues.takeImpatient(2 * PATIENCE.toNanos() - 1)).hasSize(1);
    }

    @Test
    void tooManyBytesAreTakenFromTheBackOfTheLongestQueue() {
        queues.add(waiter("other", "y", Duration.ZERO));
        int added = 0;
        while (queues.takeSurplus(LATER).isEmpty()) {
            assertThat(added).isLessThan(1_000);
            queues.add(waiter("t" + added++, "x", Duration.ZERO));
        }
        long fit = Shards.SETTINGS.waitingBytes() / row("t0").heapBytes();
        assertThat((long) added).isBetween(fit - 5, fit + 1);
        assertThat(queues.poll("y", 0)).map(HostQueues.Waiter::timer).contains(row("other"));
        assertThat(queues.poll("x", 0)).map(HostQueues.Waiter::timer).contains(row("t0"));
    }

    @Test
    void whileAHostIsQuickTooManyHoldUpTheOthersAndNoneIsMoved() {
        fill("x");
        assertThat(queues.holdsUp(0)).isTrue();
        assertThat(queues.takeSurplus(0)).isEmpty();

        queues.poll("x", LATER);
        queues.add(waiter("more", "x", Duration.ofSeconds(2)));
        assertThat(queues.holdsUp(LATER)).isTrue();
        assertThat(queues.takeSurplus(LATER)).isEmpty();
    }

    @Test
    void aHostThatLetsNoneThroughForAMomentIsNotQuick() {
        fill("x");
        assertThat(queues.holdsUp(LATER)).isFalse();
        assertThat(queues.takeSurplus(LATER)).isPresent();

        queues.add(waiter("more", "x", Duration.ofSeconds(1)));
        assertThat(queues.holdsUp(0)).as("its timers were moved before").isFalse();
    }

    @Test
    void aHostWhoseTimersWaitLongIsNotQuickThoughItGetsOn() {
        fill("x");
        long late = PATIENCE.toNanos() / 2;
        queues.poll("x", late);
        queues.add(waiter("more", "x", Duration.ZERO));
        assertThat(queues.holdsUp(late)).isFalse();
    }

    private void fill(String host) {
        long fit = Shards.SETTINGS.waitingBytes() / row("t0").heapBytes();
        for (int i = 0; i <= fit; i++) {
            queues.add(waiter("t" + i, host, Duration.ZERO));
        }
    }

    @Test
    void oneTimerThatIsTooLargeAloneLeavesNothingBehind() {
        var large = row("a", NOON, "1".repeat((int) Shards.SETTINGS.waitingBytes()));
        queues.add(new HostQueues.Waiter(shard, large, "x", 0));
        assertThat(queues.takeSurplus(LATER)).map(HostQueues.Waiter::timer).contains(large);
        assertThat(queues.isEmpty()).isTrue();
        assertThat(queues.takeSurplus(LATER)).isEmpty();
    }

    @Test
    void theBackoffGrowsWithEachRoundUpToALimitAndIsForgottenWhenOneGetsThrough() {
        long now = 0;
        for (int round = 1; round <= 10; round++) {
            queues.add(waiter("a", "x", Duration.ofNanos(now)));
            now += PATIENCE.toNanos();
            assertThat(queues.takeImpatient(now)).hasSize(1);
            var longest = Duration.ofSeconds(5L << Math.min(5, round));
            for (int i = 0; i < 1_000; i++) {
                assertThat(queues.backoff("x")).isBetween(Duration.ofSeconds(5), longest);
            }
        }
        queues.add(waiter("a", "x", Duration.ofNanos(now)));
        queues.poll("x", 0);
        for (int i = 0; i < 1_000; i++) {
            assertThat(queues.backoff("x"))
                    .isBetween(Duration.ofSeconds(5), Duration.ofSeconds(10));
        }
    }
}
