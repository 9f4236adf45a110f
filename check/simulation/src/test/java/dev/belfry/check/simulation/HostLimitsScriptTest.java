package dev.belfry.check.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.check.simulation.SimulatedReceivers.Behaviour;
import dev.belfry.check.simulation.SimulatedReceivers.Seen;
import dev.belfry.core.mutation.Create;
import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.GroupLimits;
import dev.belfry.core.shard.Rate;
import dev.belfry.core.timer.RetryPolicy;
import dev.belfry.core.timer.TimerKey;
import dev.belfry.core.timer.TimerUuid;
import dev.belfry.node.Standing;
import dev.belfry.node.fire.CallbackReply;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** A group obeys what it may send to each host, and its other hosts are not held up. */
class HostLimitsScriptTest {
    private static final Rate TEN = Rate.perSecond(10);
    private static final Duration WINDOW = Duration.ofSeconds(10);
    private static final Duration PROMPTLY = Duration.ofMillis(10);
    private static final String BUSY = "busy";
    private static final String OTHER = "other";

    private static Group group(Optional<Rate> rate, OptionalInt concurrency) {
        return Group.of("g", 4)
                .limits(
                        new GroupLimits(
                                1, Optional.empty(), OptionalInt.empty(), rate, concurrency));
    }

    private static SingleNode node(Group group) {
        return new SingleNode(List.of(group), SingleNode.roomy(), store -> store, 42);
    }

    private static TimerKey create(
            SingleNode node, Group group, String id, Instant at, String host) {
        var key = new TimerKey(group.id(), id);
        var ask = new Ask(at, host, Duration.ofSeconds(30), RetryPolicy.DEFAULT, "1");
        node.submit(key, stamp -> new Create(key, TimerUuid.of(key), ask.spec(), stamp));
        return key;
    }

    /** A backlog for one host, and now and then a timer for another. */
    private static Instant burden(SingleNode node, Group group, int backlog) {
        var begin = node.clock().now().plusSeconds(20);
        for (int i = 0; i < backlog; i++) {
            create(node, group, "b" + i, begin.plusMillis(i), BUSY);
            node.run(Duration.ofMillis(i % 100 == 0 ? 20 : 0));
        }
        for (int i = 0; i < 100; i++) {
            create(node, group, "o" + i, begin.plusMillis(200L * i), OTHER);
        }
        node.run(Duration.between(node.clock().now(), begin));
        return begin;
    }

    private static List<Seen> startsTo(SingleNode node, String host) {
        return node.receivers().seen().stream()
                .filter(it -> it.attempt().timer().spec().target().host().startsWith(host))
                .toList();
    }

    private static void assertPunctual(List<Seen> seen) {
        assertThat(seen).hasSize(100);
        assertThat(seen)
                .allSatisfy(
                        it ->
                                assertThat(
                                                Duration.between(
                                                        it.attempt().timer().spec().executeAt(),
                                                        it.at()))
                                        .isLessThan(PROMPTLY));
    }

    @Test
    void aHostGetsNoMoreThanItsRateInOrderAndOthersArePunctual() {
        var group = group(Optional.of(TEN), OptionalInt.empty());
        var node = node(group);
        var begin = burden(node, group, 400);
        node.run(Duration.ofSeconds(30));
        var busy = startsTo(node, BUSY);
        var judge = new RateJudge(TEN, 1, 0);
        busy.forEach(it -> judge.started(Duration.between(begin, it.at()).toNanos()));
        assertThat(judge.exceeded()).isEmpty();
        for (int window = 0; window < 3; window++) {
            var from = begin.plus(WINDOW.multipliedBy(window));
            assertThat(
                            busy.stream()
                                    .filter(it -> !it.at().isBefore(from))
                                    .filter(it -> it.at().isBefore(from.plus(WINDOW)))
                                    .count())
                    .isBetween(95L, 100L + TEN.burst());
        }
        assertThat(busy.stream().map(it -> it.attempt().timer().spec().executeAt()).toList())
                .isSorted();
        assertThat(busy)
                .allSatisfy(
                        it ->
                                assertThat(it.attempt().timer().fireAt())
                                        .isEqualTo(it.attempt().timer().spec().executeAt()));
        assertPunctual(startsTo(node, OTHER));
    }

    @Test
    void aHostHasNoMoreUnderWayThanAllowedAndOthersArePunctual() {
        var group = group(Optional.empty(), OptionalInt.of(2));
        var node = node(group);
        node.receivers()
                .behave(
                        attempt ->
                                new Behaviour(
                                        new CallbackReply.Done(),
                                        attempt.timer().spec().target().host().startsWith(BUSY)
                                                ? Duration.ofSeconds(1)
                                                : Duration.ofMillis(5)));
        burden(node, group, 200);
        node.run(Duration.ofSeconds(30));
        var busy = startsTo(node, BUSY);
        assertThat(busy).hasSizeBetween(56, 62);
        for (int i = 2; i < busy.size(); i++) {
            assertThat(busy.get(i).at()).isAfterOrEqualTo(busy.get(i - 2).at().plusSeconds(1));
        }
        assertPunctual(startsTo(node, OTHER));
    }

    @Test
    void aTimerSaysThatItWaitsForWhatItsHostMayGet() {
        var group = group(Optional.of(new Rate(0.01, 1)), OptionalInt.empty());
        var node = node(group);
        node.run(Duration.ofMinutes(10));
        var now = node.clock().now();
        create(node, group, "a", now, BUSY);
        var key = create(node, group, "b", now.plusMillis(500), BUSY);
        node.run(Duration.ofSeconds(1));
        assertThat(startsTo(node, BUSY)).hasSize(1);
        var told = new ArrayList<Standing>();
        node.loop()
                .tell(
                        loop -> {
                            var shard = group.shardOf(key);
                            var timer =
                                    node.store().timers().find(shard, key).pending().orElseThrow();
                            told.add(loop.standing(shard, timer));
                        });
        node.run(Duration.ofMillis(1));
        assertThat(told).containsExactly(Standing.HOST_LIMIT_REACHED);
        node.run(Duration.ofMinutes(3));
        assertThat(startsTo(node, BUSY)).hasSize(2);
    }
}
