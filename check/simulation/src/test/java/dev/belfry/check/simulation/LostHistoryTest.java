package dev.belfry.check.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.core.shard.Group;
import dev.belfry.core.store.MemoryTimerStore;
import dev.belfry.core.store.TimerStore;
import dev.belfry.core.timer.Entry;
import dev.belfry.node.Alarm;
import dev.belfry.node.fire.CallbackReply;
import dev.belfry.node.shard.ShardLoop;
import dev.belfry.node.shard.StoreOperation;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** A store whose replica was promoted before it had everything. */
class LostHistoryTest {
    /** Shorter than the auditor takes to look everywhere. */
    private static final Duration SOON = Duration.ofSeconds(1);

    private final Primary primary = new Primary();
    private final Scene scene =
            new Scene(Group.of("default", 1), SingleNode.roomy(), primary::before);

    /** What the store runs on. */
    private static final class Primary implements Supplier<TimerStore> {
        private MemoryTimerStore store = new MemoryTimerStore(() -> Instant.EPOCH);

        TimerStore before(TimerStore first) {
            store = (MemoryTimerStore) first;
            return new ForwardingStore(this) {};
        }

        @Override
        public MemoryTimerStore get() {
            return store;
        }
    }

    @Test
    void whatIsThereAgainFiresAgainAtOnceThoughTheMarkHadPassedIt() {
        var replica = replicaBeforeItFired();

        primary.store = replica;
        scene.node.loop().tell(ShardLoop::reclaimAll);
        scene.run(SOON);

        assertThat(scene.fired("a")).hasSize(2);
        assertThat(scene.fired("b")).hasSize(2);
        assertThat(scene.alarms(Alarm.RowUnattended.class)).isEmpty();
    }

    @Test
    void aClaimAfterADoubtBelievesTheStoredMark() {
        var replica = replicaBeforeItFired();

        primary.store = replica;
        scene.node.fail(StoreOperation.COMMIT, StoreFault.UNKNOWN_NOT_APPLIED);
        scene.create("c", scene.in(Scene.MINUTE));
        scene.run(SOON);

        assertThat(scene.fired("a")).hasSize(2);
        assertThat(scene.alarms(Alarm.RowUnattended.class)).isEmpty();
    }

    @Test
    void whatIsNotThereAnyMoreDoesNotFireAndItsIdIsFree() {
        var replica = primary.get().copy();
        scene.created("lost", scene.in(Duration.ofSeconds(5)));

        primary.store = replica;
        scene.node.loop().tell(ShardLoop::reclaimAll);
        scene.run(SOON);
        scene.create("later", scene.in(Duration.ofSeconds(5)));
        scene.run(Scene.MINUTE);

        assertThat(scene.fired("lost")).isEmpty();
        assertThat(scene.fired("later")).hasSize(1);
    }

    @Test
    void anAttemptUnderWayIsNotStartedASecondTime() {
        scene.replyAfter(Duration.ofSeconds(3), new CallbackReply.Done());
        scene.created("a", scene.in(Scene.SECOND));
        var replica = primary.get().copy();
        scene.run(Duration.ofSeconds(2));
        assertThat(scene.fired("a")).hasSize(1);

        primary.store = replica;
        scene.node.loop().tell(ShardLoop::reclaimAll);
        scene.run(Scene.MINUTE);

        assertThat(scene.fired("a")).hasSize(1);
        var shard = scene.node.group().shardOf(scene.key("a"));
        assertThat(replica.timers().find(shard, scene.key("a"))).isEqualTo(Entry.absent());
    }

    private MemoryTimerStore replicaBeforeItFired() {
        scene.created("a", scene.in(Duration.ofSeconds(2)));
        scene.created("b", scene.in(Duration.ofSeconds(3)));
        var replica = primary.get().copy();
        scene.run(Duration.ofSeconds(10));
        assertThat(scene.fired("b")).hasSize(1);
        scene.create("mark", scene.in(Duration.ofSeconds(1)));
        scene.run(Duration.ofSeconds(2));
        return replica;
    }
}
