package dev.belfry.node.shard;

import static dev.belfry.node.shard.Rows.NOON;
import static dev.belfry.node.shard.Rows.row;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.GroupLimits;
import dev.belfry.core.timer.GroupId;
import dev.belfry.node.HostStats;
import dev.belfry.node.fire.CallbackReply;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Due timers that wait for their host, and what is measured of hosts. */
class HostsTest {
    private static final Duration PATIENCE = Shards.SETTINGS.permitPatience();

    /** Long after zero, when the waiters of these tests began to wait. */
    private static final long LATER = Duration.ofSeconds(2).toNanos();

    private static final Group OTHER = Group.of("other", 1);

    private final HostQueues queues = new HostQueues(Shards.SETTINGS, new Random(1));
    private final Shard shard = Shards.shard(0);

    private HostQueues.Waiter waiter(String id, String host, Duration since) {
        return new HostQueues.Waiter(shard, row(id), host, since.toNanos());
    }

    private Optional<HostQueues.Waiter> poll(String host, long nowNanos) {
        return queues.poll(host, _ -> true, nowNanos);
    }

    private List<HostQueues.Waiter> takeImpatient(long nowNanos) {
        return queues.takeImpatient(nowNanos, (_, _) -> false);
    }

    @Test
    void aHostIsMeasuredByWhatItAnswered() {
        var places = new Places(Shards.SETTINGS);
        var meters = new HostMeters(places, queues);
        meters.answered("a", new CallbackReply.Done(), 0, LATER);
        meters.answered("a", new CallbackReply.Failed("HTTP 500", Optional.empty()), 0, LATER);
        meters.answered("b", new CallbackReply.NotSent(), 0, LATER);
        places.take(GroupId.DEFAULT, "c", 10, LATER);

        var stats =
                meters.stats(LATER).stream()
                        .collect(Collectors.toMap(HostStats::host, host -> host));
        assertThat(stats).containsOnlyKeys("a", "c");
        assertThat(stats.get("a").errorRate()).isEqualTo(0.5);
        assertThat(stats.get("a").lastError()).contains("HTTP 500");
        assertThat(stats.get("c").inFlight()).isEqualTo(1);
    }

    @Test
    void timersWaitInOrderForEachHost() {
        queues.add(waiter("a", "x", Duration.ZERO));
        queues.add(waiter("b", "y", Duration.ZERO));
        queues.add(waiter("c", "x", Duration.ZERO));
        assertThat(queues.hosts()).containsExactly("x", "y");
        assertThat(poll("x", 0)).map(HostQueues.Waiter::timer).contains(row("a"));
        assertThat(poll("x", 0)).map(HostQueues.Waiter::timer).contains(row("c"));
        assertThat(poll("x", 0)).isEmpty();
        assertThat(poll("y", 0)).map(HostQueues.Waiter::timer).contains(row("b"));
        assertThat(queues.isEmpty()).isTrue();
    }

    @Test
    void onlyThoseThatHaveWaitedLongEnoughAreTakenOut() {
        queues.add(waiter("a", "x", Duration.ZERO));
        queues.add(waiter("b", "x", Duration.ofSeconds(1)));
        assertThat(takeImpatient(PATIENCE.toNanos() - 1)).isEmpty();
        assertThat(takeImpatient(PATIENCE.toNanos()))
                .map(HostQueues.Waiter::timer)
                .containsExactly(row("a"));
        assertThat(takeImpatient(PATIENCE.plusSeconds(1).toNanos()))
                .map(HostQueues.Waiter::timer)
                .containsExactly(row("b"));
        assertThat(queues.isEmpty()).isTrue();
    }

    @Test
    void aHostThatGetsOnIsWaitedForHoweverLongItsQueue() {
        queues.add(waiter("a", "x", Duration.ZERO));
        queues.add(waiter("b", "x", Duration.ZERO));
        poll("x", PATIENCE.toNanos() - 1);

        assertThat(takeImpatient(PATIENCE.toNanos())).isEmpty();
        assertThat(takeImpatient(2 * PATIENCE.toNanos() - 1)).hasSize(1);
    }

    @Test
    void theGroupsThatWaitForOneHostTakeTurns() {
        for (int i = 0; i < 4; i++) {
            queues.add(waiter("t" + i, "x", Duration.ZERO));
        }
        var other = Shards.shard(OTHER, 0);
        queues.add(new HostQueues.Waiter(other, row("u0"), "x", 0));
        queues.add(new HostQueues.Waiter(other, row("u1"), "x", 0));
        var order = new ArrayList<String>();
        for (int i = 0; i < 6; i++) {
            order.add(poll("x", 0).orElseThrow().timer().key().id());
        }
        assertThat(order).isEqualTo(List.of("t0", "u0", "t1", "u1", "t2", "t3"));
    }

    @Test
    void aGroupMayLetThroughAsManyInItsTurnAsItsWeight() {
        var weight = new GroupLimits(3, Optional.empty(), OptionalInt.empty());
        var heavy = Shards.shard(Group.of("heavy", 1).limits(weight), 0);
        for (int i = 0; i < 6; i++) {
            queues.add(new HostQueues.Waiter(heavy, row("h" + i), "x", 0));
            queues.add(waiter("t" + i, "x", Duration.ZERO));
        }
        var order = new ArrayList<String>();
        for (int i = 0; i < 8; i++) {
            order.add(poll("x", 0).orElseThrow().timer().key().id());
        }
        assertThat(order).isEqualTo(List.of("h0", "h1", "h2", "t0", "h3", "h4", "h5", "t1"));
    }

    @Test
    void thePatienceWithAHostBeginsAnewWhileItsTimersWaitForSomethingElse() {
        queues.add(waiter("a", "x", Duration.ZERO));
        long late = 3 * PATIENCE.toNanos();
        assertThat(queues.takeImpatient(late, (_, host) -> host.equals("x"))).isEmpty();
        assertThat(takeImpatient(late + PATIENCE.toNanos() - 1)).isEmpty();
        assertThat(takeImpatient(late + PATIENCE.toNanos())).hasSize(1);
    }

    @Test
    void aGroupThatMayNotStartIsPassedOver() {
        queues.add(waiter("t", "x", Duration.ZERO));
        queues.add(new HostQueues.Waiter(Shards.shard(OTHER, 0), row("u"), "x", 0));
        assertThat(queues.poll("x", OTHER.id()::equals, 0))
                .map(HostQueues.Waiter::timer)
                .contains(row("u"));
        assertThat(queues.poll("x", OTHER.id()::equals, 0)).isEmpty();
        assertThat(queues.waiting("x")).isEqualTo(1);
    }

    @Test
    void aQueueTakesAPartOfWhatIsFreeAndAllTogetherNoMoreThanThereIs() {
        int added = fill("x");
        long fit = Shards.SETTINGS.waitingBytes() / row("t0").heapBytes();
        assertThat((long) added).isBetween(fit / 6, fit / 4);
        assertThat(queues.hasRoom("y", GroupId.DEFAULT, row("t"))).isTrue();
        assertThat(queues.hasRoom("x", OTHER.id(), row("t"))).isTrue();
        for (int i = 0; i < 100; i++) {
            fill("host" + i);
        }
        var large = row("large", NOON, "1".repeat((int) Shards.SETTINGS.waitingBytes()));
        assertThat(queues.hasRoom("y", GroupId.DEFAULT, large)).isFalse();
        assertThat(queues.hosts().stream().mapToLong(queues::waiting).sum())
                .isLessThanOrEqualTo(fit);
        assertThat(
                        new HostQueues(Shards.SETTINGS, new Random(1))
                                .hasRoom("y", GroupId.DEFAULT, large))
                .isTrue();
        poll("x", 0);
        assertThat(queues.waiting("x")).isEqualTo(added - 1);
    }

    private int fill(String host) {
        int added = 0;
        while (queues.hasRoom(host, GroupId.DEFAULT, row("t" + added))) {
            queues.add(waiter("t" + added++, host, Duration.ZERO));
        }
        return added;
    }

    @Test
    void theBackoffGrowsWithEachRoundUpToALimitAndIsForgottenWhenOneGetsThrough() {
        long now = 0;
        for (int round = 1; round <= 10; round++) {
            queues.add(waiter("a", "x", Duration.ofNanos(now)));
            now += PATIENCE.toNanos();
            assertThat(takeImpatient(now)).hasSize(1);
            var longest = Duration.ofSeconds(5L << Math.min(5, round));
            for (int i = 0; i < 1_000; i++) {
                assertThat(queues.backoff("x")).isBetween(Duration.ofSeconds(5), longest);
            }
        }
        queues.add(waiter("a", "x", Duration.ofNanos(now)));
        poll("x", 0);
        for (int i = 0; i < 1_000; i++) {
            assertThat(queues.backoff("x"))
                    .isBetween(Duration.ofSeconds(5), Duration.ofSeconds(10));
        }
    }
}
