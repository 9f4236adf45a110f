package dev.belfry.check.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.core.mutation.Create;
import dev.belfry.core.mutation.Expire;
import dev.belfry.core.mutation.Mutation;
import dev.belfry.core.mutation.Verdict;
import dev.belfry.core.shard.Group;
import dev.belfry.core.store.CommitResult;
import dev.belfry.core.store.CountedShard;
import dev.belfry.core.store.ShardCommit;
import dev.belfry.core.store.StoreException;
import dev.belfry.core.store.TimerStore;
import dev.belfry.core.timer.GroupId;
import dev.belfry.core.timer.TimerKey;
import dev.belfry.core.timer.TimerState;
import dev.belfry.core.timer.TimerUuid;
import dev.belfry.node.shard.LoopSettings;
import dev.belfry.node.shard.StoreOperation;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** Kept timers go when their time is over, as fast as they came and in nobody's way. */
class RetentionTest {
    private static final Duration RETENTION = Duration.ofSeconds(2);
    private static final LoopSettings SETTINGS =
            new LoopSettings(
                    64 << 20, 10_000, 10_000, Duration.ofSeconds(5), Duration.ofSeconds(1), 200);

    private Predicate<Mutation> poison = _ -> false;

    /** Refuses what is poison. */
    private final class WatchedStore extends ForwardingStore {
        WatchedStore(TimerStore store) {
            super(store);
        }

        @Override
        public List<CommitResult> commit(List<ShardCommit> commits) {
            if (commits.stream().anyMatch(it -> it.mutations().stream().anyMatch(poison))) {
                throw new StoreException.Rejected("poison");
            }
            return super.commit(commits);
        }
    }

    private static Group keeping(String id, int shards) {
        return new Group(new GroupId(id), shards, RETENTION, RETENTION);
    }

    private Scene scene(Group group) {
        return new Scene(group, SETTINGS, WatchedStore::new);
    }

    private static long kept(Scene scene, Group group) {
        return kept(scene.node, group);
    }

    private static long kept(SingleNode node, Group group) {
        return TimerState.KEPT.stream()
                .flatMap(
                        state ->
                                node
                                        .store()
                                        .lists()
                                        .counts(group.shards(), state, Integer.MAX_VALUE)
                                        .stream())
                .mapToLong(CountedShard::timers)
                .sum();
    }

    /** Asks for so many timers in a second. */
    private static void ask(Scene scene, int second, int count) {
        for (int i = 0; i < count; i++) {
            scene.create("t" + second + "-" + i, scene.in(Duration.ofMillis(500)));
            if (i % 100 == 0) {
                scene.run(Scene.SECOND.multipliedBy(100).dividedBy(count));
            }
        }
    }

    private static void create(SingleNode node, Group group, String id, Ask ask) {
        var key = new TimerKey(group.id(), id);
        var uuid = TimerUuid.of(key);
        node.submit(key, stamp -> new Create(key, uuid, ask.spec(), stamp));
    }

    @Test
    void manyThatFiredAtOnceAreGoneSecondsAfterTheirTime() {
        var group = keeping("default", 16);
        var scene = scene(group);
        for (int second = 0; second < 4; second++) {
            ask(scene, second, 5_000);
        }
        scene.run(Scene.SECOND.plus(RETENTION).plusSeconds(10));
        assertThat(scene.node.receivers().seen()).hasSize(20_000);
        assertThat(kept(scene, group)).isZero();
    }

    @Test
    void aSteadyStreamKeepsNoMoreThanItsRetention() {
        var group = keeping("default", 16);
        var scene = scene(group);
        long most = 0;
        for (int second = 0; second < 20; second++) {
            ask(scene, second, 2_000);
            most = Math.max(most, kept(scene, group));
        }
        assertThat(most).isBetween(2_000L, 2_000L * 6);
    }

    /** Nobody told the new owner what is kept. */
    @Test
    void whatEndedWhileNobodyLookedIsFoundAfterARestart() {
        var group = keeping("default", 64);
        var scene = scene(group);
        ask(scene, 0, 3_000);
        scene.run(Scene.SECOND);
        scene.node.kill();
        scene.run(Scene.MINUTE);
        assertThat(kept(scene, group)).isEqualTo(3_000);
        scene.node.restart();
        scene.run(Duration.ofSeconds(10));
        assertThat(kept(scene, group)).isZero();
    }

    @Test
    void creatingAndFiringDoNotWaitForALongTailOfExpired() {
        var group = keeping("default", 1);
        var scene = scene(group);
        ask(scene, 0, 20_000);
        scene.run(Scene.SECOND);
        scene.node.kill();
        scene.run(Scene.MINUTE);
        scene.node.restart();
        scene.node.storePort().latency(Duration.ofMillis(20));
        scene.run(Duration.ofMillis(1_200));
        assertThat(kept(scene, group)).isBetween(1L, 19_999L);
        var answer = scene.create("new", scene.in(Duration.ofMillis(70)));
        // A commit that is under way, a look, its own commit.
        scene.run(Duration.ofMillis(65));
        assertThat(answer.verdict()).isEqualTo(Verdict.CREATED);
        scene.run(Duration.ofMillis(20));
        assertThat(scene.fired("new")).hasSize(1);
        assertThat(kept(scene, group)).isPositive();
        scene.run(Scene.MINUTE);
        assertThat(kept(scene, group)).isZero();
    }

    @Test
    void groupsTakeTurns() {
        var retention = Duration.ofSeconds(30);
        var large = new Group(new GroupId("large"), 32, retention, retention);
        var small = new Group(new GroupId("small"), 1, retention, retention);
        var node = new SingleNode(List.of(large, small), SETTINGS, store -> store, 42);
        for (var group : List.of(large, small)) {
            for (int i = 0; i < group.shardCount() * 600; i++) {
                create(node, group, "t" + i, Ask.at(node.clock().now()));
                node.run(Duration.ofNanos(100_000));
            }
        }
        node.run(Duration.ofSeconds(5));
        node.kill();
        assertThat(kept(node, large)).isEqualTo(32 * 600);
        node.run(Scene.MINUTE);
        node.restart();
        node.storePort().latency(Duration.ofMillis(20));
        while (kept(node, small) > 0) {
            node.run(Duration.ofMillis(10));
        }
        assertThat(kept(node, large)).isGreaterThan(32 * 300);
    }

    @Test
    void oneThatTheStoreRefusesToRemoveStaysAloneAndIsNotTriedInAHotLoop() {
        var group = keeping("default", 1);
        var scene = scene(group);
        poison = it -> it instanceof Expire && it.key().id().equals("t0-7");
        ask(scene, 0, 1_000);
        scene.run(Scene.MINUTE);
        assertThat(kept(scene, group)).isOne();
        int looks = scene.node.storePort().count(StoreOperation.EXPIRED);
        scene.run(Duration.ofMinutes(10));
        assertThat(scene.node.storePort().count(StoreOperation.EXPIRED) - looks).isBetween(5, 15);
        poison = _ -> false;
        scene.run(Duration.ofMinutes(2));
        assertThat(kept(scene, group)).isZero();
    }

    @Test
    void aStoreThatFailsIsAskedAgain() {
        var group = keeping("default", 4);
        var scene = scene(group);
        scene.node.faults(
                it -> it == StoreOperation.EXPIRED ? StoreFault.UNAVAILABLE : StoreFault.NONE);
        ask(scene, 0, 1_000);
        scene.run(Scene.MINUTE);
        assertThat(kept(scene, group)).isEqualTo(1_000);
        scene.node.heal();
        scene.run(Duration.ofSeconds(10));
        assertThat(kept(scene, group)).isZero();
    }

    @Test
    void manyIdleShardsAreLookedAtWithinMinutesAndAtABoundedPrice() {
        var group = keeping("default", 4_096);
        var scene = scene(group);
        scene.run(Duration.ofSeconds(230));
        var port = scene.node.storePort();
        assertThat(port.count(StoreOperation.EXPIRED)).isBetween(4_096, 231 * 20);
        assertThat(port.count(StoreOperation.AUDIT)).isBetween(4_096, 231 * 20);
    }
}
