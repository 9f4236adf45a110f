package dev.belfry.operate.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.CountedShard;
import dev.belfry.core.store.GroupLists;
import dev.belfry.core.store.KeptQuery;
import dev.belfry.core.store.PositionRange;
import dev.belfry.core.store.TimerCount;
import dev.belfry.core.timer.GroupId;
import dev.belfry.core.timer.KeptTimer;
import dev.belfry.core.timer.Position;
import dev.belfry.core.timer.Timer;
import dev.belfry.core.timer.TimerState;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Groups are counted in a small part of the time, each by one node. */
final class CensusTest {
    private static final Duration SECOND = Duration.ofSeconds(1);

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final Gauges gauges = new Gauges(registry, InstantSource.system());
    private final Set<GroupId> ours = new HashSet<>();
    private final SlowLists lists = new SlowLists();
    private final Census census =
            new Census(lists, gauges, ours::contains, registry, () -> lists.nanos);

    @Test
    void aGroupIsCountedByItsNodeAndShown() {
        serve(2);
        ours.remove(id(1));
        census.step();

        assertThat(census.of(id(0)).map(Census.Counts::pending)).contains(new TimerCount(7, true));
        assertThat(census.of(id(1))).isEmpty();
        assertThat(registry.get("belfry.pending").gauges()).hasSize(1);
        assertThat(registry.get("belfry.dead.letters").gauge().value()).isEqualTo(2);
    }

    @Test
    void whatAnotherNodeCountsIsForgotten() {
        serve(1);
        census.step();
        ours.clear();
        steps(10);

        assertThat(census.of(id(0))).isEmpty();
        assertThat(registry.find("belfry.pending").gauges()).isEmpty();
    }

    @Test
    void anOldCountIsNotShownOnceAnotherNodeCounts() {
        serve(6);
        census.step();
        ours.clear();

        assertThat(census.of(id(0))).isEmpty();
        assertThat(registry.get("belfry.pending").tag("group", "g000").gauge().value()).isZero();
        steps(1);
        assertThat(lists.counted).hasSize(4);
    }

    @Test
    void fewGroupsAreNotCountedAllTheTime() {
        serve(1);
        steps(60);
        assertThat(lists.counted).hasSizeBetween(10, 13);
    }

    @Test
    void manyGroupsAreCountedInTurn() {
        serve(150);
        steps(120);
        assertThat(new HashSet<>(lists.counted)).hasSize(150);
        assertThat(lists.counted.size()).isLessThanOrEqualTo(4 * 120);
    }

    @Test
    void groupsOfManyShardsAreCountedLessOften() {
        var group = Group.of("wide", 1_000);
        ours.add(group.id());
        gauges.serve(List.of(group));
        steps(600);
        assertThat(lists.counted).hasSizeBetween(9, 11);
    }

    @Test
    void largeGroupsAreCountedLessOften() {
        serve(10);
        lists.takes = Duration.ofSeconds(1);
        steps(400);
        // Both counts of a group take two seconds, and may take one twentieth of the time.
        assertThat(lists.counted).hasSizeBetween(8, 20);
    }

    private void serve(int groups) {
        var all = IntStream.range(0, groups).mapToObj(i -> Group.of(id(i).value(), 1)).toList();
        all.forEach(it -> ours.add(it.id()));
        gauges.serve(all);
    }

    private void steps(int seconds) {
        long end = lists.nanos + SECOND.toNanos() * seconds;
        while (lists.nanos < end) {
            lists.nanos += SECOND.toNanos();
            census.step();
        }
    }

    private static GroupId id(int i) {
        return new GroupId("g%03d".formatted(i));
    }

    /** Counts take time. */
    private static final class SlowLists implements GroupLists {
        private final List<GroupId> counted = new ArrayList<>();
        private Duration takes = Duration.ofMillis(1);
        private long nanos;

        @Override
        public List<CountedShard> counts(List<ShardId> shards, TimerState state, int cap) {
            nanos += takes.toNanos();
            if (state == TimerState.SCHEDULED) {
                counted.add(shards.getFirst().group());
            }
            return shards.stream()
                    .map(it -> new CountedShard(it, state == TimerState.SCHEDULED ? 7 : 2))
                    .toList();
        }

        @Override
        public List<Timer> browse(Group group, PositionRange range, int limit) {
            return List.of();
        }

        @Override
        public List<Timer> correlated(Group group, String id, Position from, int limit) {
            return List.of();
        }

        @Override
        public List<KeptTimer> kept(Group group, KeptQuery query) {
            return List.of();
        }

        @Override
        public List<KeptTimer> keptCorrelated(Group group, String id, Position from, int limit) {
            return List.of();
        }
    }
}
