package dev.belfry.check.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.check.simulation.SimulatedReceivers.Behaviour;
import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.CommitResult;
import dev.belfry.core.store.Page;
import dev.belfry.core.store.PageLimit;
import dev.belfry.core.store.Pause;
import dev.belfry.core.store.PositionRange;
import dev.belfry.core.store.ShardCommit;
import dev.belfry.core.store.TimerStore;
import dev.belfry.node.fire.CallbackReply;
import dev.belfry.node.shard.LoopSettings;
import dev.belfry.node.shard.ShardLoop;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Rule 8: a dead or slow host can not fill the window. */
class DeadHostTest {
    private static LoopSettings perHost(int most) {
        return new LoopSettings(
                1 << 20, 1_000, most, Duration.ofSeconds(5), Duration.ofSeconds(1), 100);
    }

    private static Scene withADeadHost(LoopSettings settings) {
        var scene = new Scene(settings);
        scene.node
                .receivers()
                .behave(
                        attempt ->
                                attempt.timer().spec().target().host().equals("dead")
                                        ? Behaviour.hangs()
                                        : Behaviour.of(new CallbackReply.Done()));
        return scene;
    }

    @Test
    void timersOfADeadHostAreMovedDurablyWithTheirAttemptsUnchanged() {
        var scene = withADeadHost(perHost(2));
        var ask = scene.in(Duration.ofSeconds(1)).host("dead");
        for (int i = 0; i < 10; i++) {
            scene.created("t" + i, ask);
        }
        scene.run(Duration.ofSeconds(8));
        assertThat(scene.node.receivers().seen()).hasSize(2);
        var moved =
                scene.allPending().stream()
                        .filter(timer -> timer.fireAt().isAfter(ask.at()))
                        .toList();
        assertThat(moved).hasSize(8);
        assertThat(moved)
                .allMatch(timer -> timer.attempts() == 0)
                .allMatch(timer -> timer.spec().executeAt().equals(ask.at()))
                .allMatch(timer -> !timer.fireAt().isBefore(ask.at().plusSeconds(10)))
                .allMatch(timer -> timer.fireAt().isBefore(ask.at().plusSeconds(17)));
    }

    /** A second is what a host may take before its queue is cut; after that it is known. */
    @Test
    void timersOfOtherHostsKeepTheirTime() {
        var scene = withADeadHost(perHost(2));
        var begin = scene.now().plusSeconds(60);
        for (int i = 0; i < 5_000; i++) {
            scene.create("dead" + i, Ask.at(begin).host("dead"));
            scene.run(Duration.ofMillis(i % 100 == 0 ? 5 : 0));
        }
        for (int i = 0; i < 100; i++) {
            scene.create("alive" + i, Ask.at(begin.plusMillis(100L * i)).host("alive"));
            scene.run(Duration.ofMillis(1));
        }
        scene.run(Duration.ofSeconds(90));
        for (int i = 0; i < 100; i++) {
            var due = begin.plusMillis(100L * i);
            var latest =
                    due.isBefore(begin.plusSeconds(1))
                            ? begin.plusMillis(1_500)
                            : due.plusMillis(500);
            assertThat(scene.firedAt("alive" + i)).hasSize(1).allMatch(at -> at.isBefore(latest));
        }
    }

    @Test
    void aHerdToAQuickHostIsFiredInOneGoAndNoneIsMoved() {
        var scene = new Scene(perHost(20));
        scene.replyAfter(Duration.ofMillis(5), new CallbackReply.Done());
        var begin = scene.now().plusSeconds(60);
        for (int i = 0; i < 4_000; i++) {
            scene.create("t" + i, Ask.at(begin).host("quick"));
            scene.run(Duration.ofMillis(i % 100 == 0 ? 5 : 0));
        }
        scene.run(Duration.between(scene.now(), begin.plusMillis(4_000 / 20 * 5 + 500)));
        assertThat(scene.node.receivers().seen()).hasSize(4_000);
        assertThat(scene.allPending()).isEmpty();
    }

    @Test
    void aHostNeverHasMoreAttemptsUnderWayThanItMay() {
        var scene = new Scene(perHost(3));
        scene.replyAfter(Duration.ofMillis(100), new CallbackReply.Done());
        var ask = scene.in(Duration.ofSeconds(1));
        for (int i = 0; i < 60; i++) {
            scene.created("t" + i, ask.host("h" + i % 2));
        }
        scene.run(Duration.ofMillis(250));
        for (int step = 0; step < 20; step++) {
            scene.run(Duration.ofMillis(100));
            var since = scene.now().minusMillis(100);
            var fresh =
                    scene.node.receivers().seen().stream()
                            .filter(seen -> seen.at().isAfter(since))
                            .count();
            assertThat(fresh).isLessThanOrEqualTo(6);
        }
        scene.run(Scene.MINUTE);
        assertThat(scene.allPending()).isEmpty();
        assertThat(scene.node.receivers().seen()).hasSize(60);
    }

    @Test
    void everythingIsDeliveredWhenTheHostComesBack() {
        var scene = withADeadHost(perHost(2));
        for (int i = 0; i < 200; i++) {
            scene.created("t" + i, scene.in(Duration.ofSeconds(1)).host("dead"));
        }
        scene.run(Scene.MINUTE);
        scene.reply(new CallbackReply.Done());
        scene.run(Duration.ofMinutes(10));
        assertThat(scene.allPending()).isEmpty();
    }

    @Test
    void pausedWhileWaitingForTheHostNothingStarts() {
        var scene = new Scene(perHost(1));
        scene.replyAfter(Duration.ofSeconds(2), new CallbackReply.Done());
        scene.created("a", scene.in(Duration.ofSeconds(1)));
        scene.created("b", scene.in(Duration.ofSeconds(1)));
        scene.run(Duration.ofSeconds(2));
        var group = scene.node.group().id();
        scene.node.store().pauses().pause(new Pause(group, scene.now(), Optional.empty()));
        scene.node.loop().tell(loop -> loop.pause(group));
        scene.run(Scene.MINUTE);
        assertThat(scene.node.receivers().seen()).hasSize(1);
        scene.node.store().pauses().resume(group);
        scene.node.loop().tell(ShardLoop::resumed);
        scene.run(Scene.MINUTE);
        assertThat(scene.node.receivers().seen()).hasSize(2);
    }

    /** Counts rows that were read and not yet written again: they are in memory. */
    private static final class CountingStore extends ForwardingStore {
        private int read;
        private int written;
        private int most;

        CountingStore(TimerStore store) {
            super(store);
        }

        @Override
        public Page page(ShardId shard, PositionRange range, PageLimit limit) {
            var page = super.page(shard, range, limit);
            read += page.timers().size();
            most = Math.max(most, read - written);
            return page;
        }

        @Override
        public List<CommitResult> commit(List<ShardCommit> commits) {
            commits.forEach(commit -> written += commit.mutations().size());
            return super.commit(commits);
        }
    }

    @Test
    void aBacklogOfADeadHostStaysWithinTheMemory() {
        var stores = new CountingStore[1];
        var settings =
                new LoopSettings(
                        1 << 20, 1_000, 2, Duration.ofSeconds(5), Duration.ofHours(1), 100);
        var scene =
                new Scene(
                        Group.of("default", 1),
                        settings,
                        store -> stores[0] = new CountingStore(store));
        scene.node.receivers().behave(_ -> Behaviour.hangs());
        var ask = scene.in(Scene.MINUTE).host("dead");
        for (int i = 0; i < 10_000; i++) {
            scene.create("t" + i, ask);
            scene.run(Duration.ofMillis(i % 100 == 0 ? 5 : 0));
        }
        scene.node.kill();
        scene.run(Scene.MINUTE);
        stores[0].read = 0;
        stores[0].written = 0;
        stores[0].most = 0;
        scene.node.restart();
        scene.run(Duration.ofSeconds(20));
        long rowsInMemory = settings.memoryBytes() / scene.allPending().getFirst().heapBytes();
        assertThat(stores[0].most).isLessThan(2 * (int) rowsInMemory);
    }
}
