package dev.belfry.check.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.core.mutation.Create;
import dev.belfry.core.shard.Group;
import dev.belfry.core.store.Pause;
import dev.belfry.core.timer.GroupId;
import dev.belfry.core.timer.TimerUuid;
import dev.belfry.node.fire.CallbackReply;
import dev.belfry.node.shard.LoopSettings;
import dev.belfry.node.shard.ShardLoop;
import dev.belfry.node.shard.StoreOperation;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Rule 9: a pause is a row in the store, read by each claimer before its first attempt. */
class PauseTest {
    private static final LoopSettings RARELY_AUDITED =
            new LoopSettings(64 << 20, 1_000, 100, Duration.ofSeconds(5), Duration.ofDays(1), 100);

    private final Scene scene = new Scene(RARELY_AUDITED);
    private final GroupId group = scene.node.group().id();

    private void writePause() {
        scene.node.store().pauses().pause(new Pause(group, scene.now(), Optional.empty()));
    }

    @Test
    void aPauseWrittenBeforeTheStartHoldsAllTimersUntilTheResume() {
        scene.created("a", scene.in(Duration.ofSeconds(5)));
        writePause();
        scene.node.restart();
        scene.run(Scene.MINUTE);
        assertThat(scene.fired("a")).isEmpty();
        scene.node.store().pauses().resume(group);
        scene.node.loop().tell(ShardLoop::resumed);
        scene.run(Duration.ofMillis(10));
        assertThat(scene.fired("a")).hasSize(1);
    }

    @Test
    void aPauseWrittenWhileTheClaimIsUnderWayIsSeenBeforeTheFirstAttempt() {
        scene.created("a", scene.in(Scene.SECOND));
        scene.node.kill();
        scene.run(Duration.ofSeconds(5));
        scene.node.fail(StoreOperation.CLAIM, StoreFault.SLOW);
        scene.node.restart();
        scene.run(Scene.SECOND);
        writePause();
        scene.run(Scene.MINUTE);
        assertThat(scene.fired("a")).isEmpty();
    }

    @Test
    void aPauseThatIsToldStopsStartsAtOnceAndAttemptsUnderWayAreSettled() {
        scene.replyAfter(Duration.ofSeconds(5), new CallbackReply.Done());
        scene.created("a", scene.in(Scene.SECOND));
        scene.created("b", scene.in(Duration.ofSeconds(2)));
        scene.run(Duration.ofMillis(1500));
        writePause();
        scene.node.loop().tell(loop -> loop.pause(group));
        scene.run(Scene.MINUTE);
        assertThat(scene.isGone("a")).isTrue();
        assertThat(scene.fired("b")).isEmpty();
        assertThat(scene.isGone("b")).isFalse();
    }

    @Test
    void changesAreTakenWhilePaused() {
        writePause();
        scene.node.loop().tell(loop -> loop.pause(group));
        scene.created("a", scene.in(Scene.SECOND));
        scene.created("b", scene.in(Scene.SECOND));
        scene.run(Duration.ofSeconds(5));
        scene.delete("b");
        scene.run(Scene.SECOND);
        scene.node.store().pauses().resume(group);
        scene.node.loop().tell(ShardLoop::resumed);
        scene.run(Scene.SECOND);
        assertThat(scene.fired("a")).hasSize(1);
        assertThat(scene.fired("b")).isEmpty();
    }

    @Test
    void aResumeThatOvertakesTheClaimersReadWins() {
        scene.created("a", scene.in(Scene.SECOND));
        writePause();
        scene.node.kill();
        scene.run(Duration.ofSeconds(5));
        scene.node.restart();
        scene.node.storePort().latency(Duration.ofSeconds(2));
        scene.run(Duration.ofMillis(1500));
        scene.node.store().pauses().resume(group);
        scene.node.loop().tell(ShardLoop::resumed);
        scene.run(Duration.ofSeconds(20));
        assertThat(scene.fired("a")).hasSize(1);
    }

    @Test
    void aPauseThatOvertakesTheClaimersReadWins() {
        scene.created("a", scene.in(Scene.SECOND));
        scene.node.kill();
        scene.run(Duration.ofSeconds(5));
        scene.node.restart();
        scene.node.storePort().latency(Duration.ofSeconds(2));
        scene.run(Duration.ofMillis(1500));
        writePause();
        scene.node.loop().tell(loop -> loop.pause(group));
        scene.run(Scene.MINUTE);
        assertThat(scene.fired("a")).isEmpty();
    }

    @Test
    void aPauseThatIsToldAfterItsResumeDoesNotStay() {
        scene.created("a", scene.in(Scene.SECOND));
        scene.node.loop().tell(ShardLoop::resumed);
        scene.node.loop().tell(loop -> loop.pause(group));
        scene.run(Duration.ofSeconds(5));
        assertThat(scene.fired("a")).hasSize(1);
    }

    @Test
    void anOvertakenReadIsRepeatedAlsoAfterFailures() {
        scene.created("a", scene.in(Scene.SECOND));
        writePause();
        scene.node.kill();
        scene.run(Duration.ofSeconds(5));
        scene.node.fail(StoreOperation.PAUSES, StoreFault.UNAVAILABLE, StoreFault.UNAVAILABLE);
        scene.node.restart();
        scene.node.storePort().latency(Duration.ofSeconds(2));
        scene.run(Duration.ofMillis(1500));
        scene.node.store().pauses().resume(group);
        scene.node.loop().tell(ShardLoop::resumed);
        scene.run(Duration.ofSeconds(30));
        assertThat(scene.fired("a")).hasSize(1);
        assertThat(scene.node.storePort().count(StoreOperation.PAUSES)).isBetween(3, 5);
    }

    @Test
    void aResumeSeenByAClaimWakesTheShardsHeldBefore() {
        var two = new Scene(Group.of("default", 2), RARELY_AUDITED, store -> store);
        two.node.kill();
        var loop = two.node.newLoop("other");
        var rows = two.node.store().leases().shards(group);
        two.node.store().pauses().pause(new Pause(group, two.now(), Optional.empty()));
        var id = two.node.group().shardOf("a").index();
        two.node.acquire(loop, rows.subList(id, id + 1));
        two.run(Scene.SECOND);
        loop.tell(
                it ->
                        it.submit(
                                rows.get(id).shard(),
                                stamp ->
                                        new Create(
                                                two.key("a"),
                                                TimerUuid.of(two.key("a")),
                                                two.in(Scene.SECOND).spec(),
                                                stamp),
                                Long.MAX_VALUE,
                                _ -> {}));
        two.run(Duration.ofSeconds(5));
        assertThat(two.fired("a")).isEmpty();
        two.node.store().pauses().resume(group);
        two.node.acquire(loop, rows);
        two.run(Duration.ofSeconds(5));
        assertThat(two.fired("a")).hasSize(1);
    }
}
