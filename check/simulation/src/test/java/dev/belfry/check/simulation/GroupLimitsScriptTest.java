package dev.belfry.check.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.check.simulation.SimulatedReceivers.Behaviour;
import dev.belfry.check.simulation.SimulatedReceivers.Seen;
import dev.belfry.core.mutation.Create;
import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.GroupLimits;
import dev.belfry.core.shard.Rate;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.Pause;
import dev.belfry.core.store.PositionRange;
import dev.belfry.core.store.ShardRow;
import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.Position;
import dev.belfry.core.timer.RetryPolicy;
import dev.belfry.core.timer.TimerKey;
import dev.belfry.core.timer.TimerUuid;
import dev.belfry.node.EngineStats.LimitStats;
import dev.belfry.node.Standing;
import dev.belfry.node.fire.CallbackReply;
import dev.belfry.node.shard.LoopSettings;
import dev.belfry.node.shard.ShardLoop;
import dev.belfry.node.shard.StoreOperation;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** A group obeys its own limits, and nobody else is held up by them. */
class GroupLimitsScriptTest {
    private static final Rate TEN = new Rate(10, 5);
    private static final Group RATED = Group.of("rated", 4).limits(rate(TEN));
    private static final Group BESIDE = Group.of("beside", 2);
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration WINDOW = Duration.ofSeconds(10);
    private static final Duration PROMPTLY = Duration.ofMillis(10);
    private static final LoopSettings SMALL =
            new LoopSettings(1 << 20, 1_000, 200, Duration.ofSeconds(5), SECOND, 100);

    private static GroupLimits rate(Rate rate) {
        return new GroupLimits(1, Optional.of(rate), OptionalInt.empty());
    }

    private static GroupLimits concurrency(int most) {
        return new GroupLimits(1, Optional.empty(), OptionalInt.of(most));
    }

    private static GroupLimits weight(int weight) {
        return new GroupLimits(weight, Optional.empty(), OptionalInt.empty());
    }

    private static SingleNode node(Group... groups) {
        return new SingleNode(List.of(groups), SingleNode.roomy(), store -> store, 42);
    }

    private static TimerKey create(SingleNode node, Group group, String id, Ask ask) {
        var key = new TimerKey(group.id(), id);
        node.submit(key, stamp -> new Create(key, TimerUuid.of(key), ask.spec(), stamp));
        return key;
    }

    /** Timers that are all due a millisecond apart, created while there is time. */
    private static void backlog(SingleNode node, Group group, int count, Instant begin, Ask ask) {
        for (int i = 0; i < count; i++) {
            var at = begin.plusMillis(i);
            create(node, group, "t" + i, new Ask(at, ask.host(), ask.timeout(), ask.policy(), "1"));
            node.run(Duration.ofMillis(i % 200 == 0 ? 20 : 0));
        }
        node.run(SECOND);
    }

    private static Ask toAnybody(SingleNode node) {
        return Ask.at(node.clock().now());
    }

    private static List<Seen> startsOf(SingleNode node, Group group) {
        return node.receivers().seen().stream().filter(it -> isOf(group, it)).toList();
    }

    private static boolean isOf(Group group, Seen seen) {
        return seen.attempt().timer().key().group().equals(group.id());
    }

    private static Duration lateness(Seen seen) {
        return Duration.between(seen.attempt().timer().spec().executeAt(), seen.at());
    }

    private static long startsBetween(List<Seen> seen, Instant from, Duration lasts) {
        var until = from.plus(lasts);
        return seen.stream()
                .filter(it -> !it.at().isBefore(from) && it.at().isBefore(until))
                .count();
    }

    private static Optional<String> exceeded(List<Seen> seen, Rate rate, int owners) {
        var judge = new RateJudge(rate, 1, owners);
        var begin = seen.getFirst().at();
        seen.forEach(it -> judge.started(Duration.between(begin, it.at()).toNanos()));
        return judge.exceeded();
    }

    @Test
    void aBacklogLeavesAtTheRateAndInOrderAndAGroupBesideItIsPunctual() {
        var node = node(RATED, BESIDE);
        var begin = node.clock().now().plusSeconds(30);
        backlog(node, RATED, 1_000, begin, toAnybody(node));
        for (int i = 0; i < 500; i++) {
            create(node, BESIDE, "p" + i, Ask.at(begin.plusMillis(100L * i)));
        }
        node.run(Duration.between(node.clock().now(), begin.plusSeconds(60)));
        var seen = startsOf(node, RATED);
        assertThat(exceeded(seen, TEN, 0)).isEmpty();
        for (int window = 0; window < 6; window++) {
            assertThat(startsBetween(seen, begin.plus(WINDOW.multipliedBy(window)), WINDOW))
                    .isBetween(90L, 100L + TEN.burst());
        }
        assertThat(dues(seen)).isSorted();
        assertPunctual(startsOf(node, BESIDE), 500);
    }

    private static List<Instant> dues(List<Seen> seen) {
        return seen.stream().map(GroupLimitsScriptTest::dueOf).toList();
    }

    private static void assertPunctual(List<Seen> seen, int count) {
        assertThat(seen.stream().map(GroupLimitsScriptTest::lateness).toList())
                .hasSize(count)
                .allSatisfy(late -> assertThat(late).isLessThan(PROMPTLY));
    }

    private static Instant dueOf(Seen seen) {
        return seen.attempt().timer().spec().executeAt();
    }

    @Test
    void afterARestABurstStartsAtItsInstant() {
        var node = node(RATED);
        node.run(SECOND);
        var at = node.clock().now().plusSeconds(60);
        for (int i = 0; i < TEN.burst(); i++) {
            create(node, RATED, "t" + i, Ask.at(at));
        }
        node.run(Duration.ofSeconds(61));
        assertPunctual(startsOf(node, RATED), TEN.burst());
    }

    @Test
    void aGroupThatWaitsForASlowRateIsNotLookedAtBefore() {
        var slow = Group.of("slow", 1).limits(rate(new Rate(0.01, 1)));
        var settings =
                new LoopSettings(1 << 20, 100, 10, Duration.ofSeconds(5), Duration.ofDays(1), 100);
        var node = new SingleNode(slow, settings);
        backlog(node, slow, 10, node.clock().now(), toAnybody(node));
        node.run(Duration.ofSeconds(60));
        long events = node.events().count();
        node.run(Duration.ofSeconds(30));
        assertThat(node.events().count() - events).as("events while it waits").isZero();
        node.run(Duration.ofSeconds(910));
        assertThat(startsOf(node, slow)).hasSize(10);
    }

    @Test
    void nothingIsMovedOrWrittenBecauseOfARateAndTheMemoryStaysSmall() {
        var node = new SingleNode(List.of(RATED, BESIDE), SMALL, store -> store, 42);
        var begin = node.clock().now().plusSeconds(60);
        var payload = "1".repeat(4_000);
        for (int i = 0; i < 1_000; i++) {
            create(node, RATED, "t" + i, Ask.at(begin.plusMillis(i)).payload(payload));
            node.run(Duration.ofMillis(i % 20 == 0 ? 50 : 0));
        }
        node.run(Duration.between(node.clock().now(), begin.plusSeconds(30)));
        var window = new ArrayList<Long>();
        node.loop()
                .tell(
                        loop ->
                                loop.stats()
                                        .groups()
                                        .values()
                                        .forEach(it -> window.add(it.windowBytes())));
        node.run(Duration.ofMillis(1));
        assertThat(window.stream().mapToLong(Long::longValue).sum()).isLessThan(1 << 20);
        var pending =
                node.store()
                        .lists()
                        .browse(RATED, PositionRange.from(Position.START), Integer.MAX_VALUE);
        assertThat(pending)
                .hasSizeBetween(650, 750)
                .allSatisfy(it -> assertThat(it.fireAt()).isEqualTo(it.spec().executeAt()));
        assertThat(node.alarms()).isEmpty();
    }

    @Test
    void timersThatWaitForAFullHostAreNotMovedWhileTheyWaitForTheRate() {
        var slow = new Rate(0.2, 1);
        var group = Group.of("slow", 1).limits(rate(slow));
        var node = new SingleNode(List.of(group, BESIDE), SMALL, store -> store, 42);
        node.receivers()
                .behave(_ -> new Behaviour(new CallbackReply.Done(), Duration.ofSeconds(3)));
        var begin = node.clock().now().plusSeconds(20);
        for (int i = 0; i < 64; i++) {
            create(node, BESIDE, "b" + i, Ask.at(begin).host("shared"));
        }
        backlog(node, group, 20, begin, toAnybody(node).host("shared"));
        node.run(Duration.between(node.clock().now(), begin.plusSeconds(150)));
        var seen = startsOf(node, group);
        assertThat(dues(seen)).hasSize(20).isSorted();
        assertThat(seen)
                .allSatisfy(it -> assertThat(it.attempt().timer().fireAt()).isEqualTo(dueOf(it)));
        assertThat(exceeded(seen, slow, 0)).isEmpty();
    }

    @Test
    void aPausedGroupTakesNoToken() {
        var node = node(RATED);
        node.run(SECOND);
        node.store().pauses().pause(new Pause(RATED.id(), node.clock().now(), Optional.empty()));
        node.loop().tell(loop -> loop.pause(RATED.id()));
        backlog(node, RATED, TEN.burst(), node.clock().now(), toAnybody(node));
        node.run(Duration.ofSeconds(20));
        assertThat(startsOf(node, RATED)).isEmpty();
        node.store().pauses().resume(RATED.id());
        node.loop().tell(ShardLoop::resumed);
        node.run(Duration.ofMillis(20));
        assertThat(startsOf(node, RATED)).as("the whole burst").hasSize(TEN.burst());
    }

    @Test
    void aFrozenTimerTakesNoToken() {
        var group = Group.of("slow", 1).limits(rate(new Rate(0.1, 1)));
        var scene = new Scene(group);
        var at = scene.now().plusSeconds(20);
        scene.created("frozen", Ask.at(at));
        scene.created("next", Ask.at(at.plusMillis(1)));
        scene.run(Duration.ofSeconds(19));
        scene.node.fail(StoreOperation.COMMIT, StoreFault.SLOW);
        scene.delete("frozen");
        scene.run(Duration.ofSeconds(20));
        assertThat(scene.fired("frozen")).isEmpty();
        assertThat(scene.firedAt("next")).containsExactly(at.plusMillis(1));
    }

    @Test
    void whatWasNotSentGivesItsTokenBack() {
        var node = node(RATED);
        node.receivers()
                .behave(
                        it ->
                                Behaviour.of(
                                        it.timer().key().id().equals("t0")
                                                ? new CallbackReply.NotSent()
                                                : new CallbackReply.Done()));
        node.run(Duration.ofSeconds(5));
        var at = node.clock().now().plusSeconds(5);
        backlog(node, RATED, 2, at, toAnybody(node));
        node.run(Duration.between(node.clock().now(), at.plus(SECOND)));
        assertThat(startsOf(node, RATED).size()).isGreaterThan(100);
    }

    @Test
    void retriesAreStartsLikeAny() {
        var node = node(RATED);
        node.receivers()
                .behave(_ -> Behaviour.of(new CallbackReply.Failed("busy", Optional.empty())));
        var begin = node.clock().now().plusSeconds(20);
        var policy = new RetryPolicy(1_000, Duration.ofDays(1), Duration.ofMillis(10), 1, SECOND);
        backlog(node, RATED, 50, begin, toAnybody(node).policy(policy));
        node.run(Duration.between(node.clock().now(), begin.plusSeconds(60)));
        var seen = startsOf(node, RATED);
        assertThat(exceeded(seen, TEN, 0)).isEmpty();
        assertThat(seen.size()).isGreaterThan(540);
        assertThat(seen.stream().filter(it -> it.attempt().id().number() > 1))
                .hasSizeGreaterThan(400);
    }

    @Test
    void aTimerThatWasHeldUpForLongerThanItsRetriesLastIsStillRetried() {
        var node = node(RATED);
        var begin = node.clock().now().plusSeconds(20);
        var policy = new RetryPolicy(1_000, WINDOW, SECOND, 1, SECOND);
        var ask = toAnybody(node).policy(policy).timeout(SECOND);
        backlog(node, RATED, 500, begin, ask);
        node.receivers()
                .behave(
                        it ->
                                Behaviour.of(
                                        it.id().number() == 1
                                                        && it.timer().key().id().equals("t499")
                                                ? new CallbackReply.Failed(
                                                        "HTTP 503", Optional.empty())
                                                : new CallbackReply.Done()));
        node.run(Duration.between(node.clock().now(), begin.plusSeconds(70)));
        var last = node.receivers().seen(new TimerKey(RATED.id(), "t499"));
        assertThat(last).hasSize(2);
        assertThat(lateness(last.getFirst())).isGreaterThan(policy.maxDuration().multipliedBy(4));
        assertThat(
                        node.store()
                                .timers()
                                .find(RATED.shardOf("t499"), new TimerKey(RATED.id(), "t499")))
                .isEqualTo(Entry.absent());
    }

    @Test
    void shardsThatMoveBetweenTwoNodesDoNotLiftTheSumAboveTheRate() {
        var random = new SplittableRandom(4711);
        var group = Group.of("rated", 8).limits(rate(TEN));
        var node = node(group);
        backlog(node, group, 3_000, node.clock().now().plusSeconds(30), toAnybody(node));
        node.run(Duration.ofSeconds(30));
        var other = node.newLoop("other");
        for (int i = 0; i < 200; i++) {
            if (random.nextInt(10) == 0) {
                other.kill();
                node.run(Duration.ofSeconds(3));
                var former = other;
                other = node.newLoop("other");
                take(node, other, rows(node, group, former));
            } else {
                var from = random.nextBoolean() ? node.loop() : other;
                move(node, group, from, from == other ? node.loop() : other, random.nextInt(8));
            }
            node.run(Duration.ofMillis(random.nextInt(1_000)));
        }
        var seen = startsOf(node, group);
        assertThat(exceeded(seen, TEN, 2)).isEmpty();
        assertThat(seen.size()).isGreaterThan(300);
    }

    private static void move(
            SingleNode node,
            Group group,
            SimulatedLoop<ShardLoop> from,
            SimulatedLoop<ShardLoop> to,
            int index) {
        var shard = new ShardId(group.id(), index);
        var released = new ArrayList<ShardId>();
        from.tell(
                loop -> {
                    if (loop.shards().contains(shard)) {
                        loop.release(List.of(shard), () -> released.add(shard));
                    }
                });
        node.run(Duration.ofMillis(200));
        if (!released.isEmpty()) {
            take(node, to, List.of(row(node, group, index)));
        }
    }

    private static ShardRow row(SingleNode node, Group group, int index) {
        return node.store().leases().shards(group.id()).get(index);
    }

    /** The shards that a dead loop held. */
    private static List<ShardRow> rows(
            SingleNode node, Group group, SimulatedLoop<ShardLoop> dead) {
        return node.store().leases().shards(group.id()).stream()
                .filter(row -> row.owner().isPresent() && node.isOf(dead, row.owner().get()))
                .toList();
    }

    private static void take(SingleNode node, SimulatedLoop<ShardLoop> by, List<ShardRow> rows) {
        node.acquire(by, rows);
    }

    @Test
    void noMoreAreUnderWayThanTheConcurrencyAllows() {
        var group = Group.of("narrow", 1).limits(concurrency(3));
        var node = node(group, BESIDE);
        var takes = Duration.ofSeconds(2);
        node.receivers().behave(_ -> new Behaviour(new CallbackReply.Done(), takes));
        var begin = node.clock().now().plusSeconds(20);
        backlog(node, group, 300, begin, toAnybody(node));
        for (int i = 0; i < 100; i++) {
            create(node, BESIDE, "p" + i, Ask.at(begin.plusMillis(200L * i)).host("good"));
        }
        node.run(Duration.between(node.clock().now(), begin.plusSeconds(101)));
        var seen = startsOf(node, group);
        assertThat(dues(seen)).hasSizeBetween(150, 153).isSorted();
        for (var one : seen) {
            assertThat(startsBetween(seen, one.at(), takes)).isLessThanOrEqualTo(3);
        }
        assertPunctual(startsOf(node, BESIDE), 100);
    }

    @Test
    void groupsThatShareAHostHaveStartsByTheirWeights() {
        var heavy = Group.of("heavy", 1).limits(weight(3));
        var light = Group.of("light", 1);
        var node = node(heavy, light);
        node.receivers()
                .behave(_ -> new Behaviour(new CallbackReply.Done(), Duration.ofMillis(100)));
        var begin = node.clock().now().plusSeconds(60);
        backlog(node, heavy, 4_000, begin, toAnybody(node).host("shared"));
        backlog(node, light, 4_000, begin, toAnybody(node).host("shared"));
        node.run(Duration.between(node.clock().now(), begin.plusSeconds(2)));
        int before = node.receivers().seen().size();
        node.run(Duration.ofSeconds(2));
        var seen = node.receivers().seen();
        var meanwhile = seen.subList(before, seen.size());
        long ofHeavy = meanwhile.stream().filter(it -> isOf(heavy, it)).count();
        assertThat((double) ofHeavy / (meanwhile.size() - ofHeavy)).isBetween(2.5, 3.5);
    }

    @Test
    void groupsWithBacklogsTakeTurnsByTheirWeights() {
        var heavy = Group.of("heavy", 1).limits(weight(3));
        var light = Group.of("light", 1);
        var settings =
                new LoopSettings(
                        64 << 20, 100_000, 100, Duration.ofSeconds(5), Duration.ofDays(1), 100);
        var node = new SingleNode(List.of(heavy, light), settings, store -> store, 42);
        for (var group : List.of(heavy, light)) {
            node.store()
                    .pauses()
                    .pause(new Pause(group.id(), node.clock().now(), Optional.empty()));
            node.loop().tell(loop -> loop.pause(group.id()));
            for (int i = 0; i < 960; i++) {
                create(node, group, "t" + i, toAnybody(node).host("h" + i % 100));
            }
        }
        node.run(SECOND);
        List.of(heavy, light).forEach(group -> node.store().pauses().resume(group.id()));
        node.loop().tell(ShardLoop::resumed);
        node.run(SECOND);
        var turns = node.receivers().seen().subList(0, 256 * 2);
        assertThat(turns.stream().filter(it -> isOf(heavy, it)).count()).isEqualTo(192 * 2);
    }

    @Test
    void aTimerSaysThatItWaitsForTheLimitsOfItsGroup() {
        var narrow = Group.of("narrow", 1).limits(concurrency(1));
        var node = node(RATED, narrow);
        node.receivers()
                .behave(_ -> new Behaviour(new CallbackReply.Done(), Duration.ofSeconds(20)));
        backlog(node, RATED, 100, node.clock().now(), toAnybody(node));
        backlog(node, narrow, 2, node.clock().now(), toAnybody(node));
        var told = new ArrayList<Standing>();
        var stats = new ArrayList<LimitStats>();
        node.loop()
                .tell(
                        loop -> {
                            told.add(standing(node, loop, RATED, "t99"));
                            told.add(standing(node, loop, narrow, "t1"));
                            stats.addAll(List.of(limits(loop, RATED), limits(loop, narrow)));
                        });
        node.run(Duration.ofMillis(1));
        assertThat(told).containsExactly(Standing.RATE_REACHED, Standing.CONCURRENCY_REACHED);
        assertThat(stats).containsExactly(new LimitStats(10, 1, 0), new LimitStats(0, 0, 1));
    }

    private static Standing standing(SingleNode node, ShardLoop loop, Group group, String id) {
        var key = new TimerKey(group.id(), id);
        var timer = node.store().timers().find(group.shardOf(key), key).pending().orElseThrow();
        return loop.standing(group.shardOf(key), timer);
    }

    private static LimitStats limits(ShardLoop loop, Group group) {
        return Optional.ofNullable(loop.stats().limits().get(group.id())).orElseThrow();
    }
}
