package dev.belfry.check.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.core.mutation.Verdict;
import dev.belfry.core.shard.Group;
import dev.belfry.node.Alarm;
import dev.belfry.node.shard.LoopSettings;
import dev.belfry.node.shard.StoreOperation;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Rule 1: one store call per shard at a time, answers in order, failed reads re-arm. */
class OneCallAtATimeTest {
    private static final Duration MILLISECOND = Duration.ofMillis(1);

    private static LoopSettings tight(Duration auditInterval) {
        return new LoopSettings(1 << 20, 1_000, 1_000, Duration.ofSeconds(5), auditInterval, 50);
    }

    @Test
    void commitsPagesAndAuditsOfAShardNeverOverlap() {
        var scene = new Scene(tight(Duration.ofMillis(3)));
        scene.node.storePort().latency(Duration.ofMillis(7));
        for (int i = 0; i < 3_000; i++) {
            scene.create("t" + i, scene.in(Duration.ofMillis(500 + 2L * i)));
            scene.run(MILLISECOND);
        }
        scene.run(Scene.MINUTE);
        assertThat(scene.node.storePort().mostUnderWay()).isOne();
        assertThat(scene.node.receivers().seen()).hasSize(3_000);
        assertThat(scene.allPending()).isEmpty();
        assertThat(scene.node.alarms()).isEmpty();
    }

    @Test
    void aTimerCreatedWhileAPageIsReadIsNeitherLostNorDoubled() {
        for (int moment = 0; moment < 40; moment++) {
            var scene = new Scene(tight(Scene.SECOND));
            scene.created("a", scene.in(Duration.ofMillis(200)));
            scene.node.restart();
            scene.node.storePort().latency(Duration.ofMillis(10));
            scene.run(Duration.ofMillis(moment));
            var answer = scene.create("b", scene.in(Duration.ofMillis(100)));
            scene.run(Scene.MINUTE);
            assertThat(answer.verdict()).isEqualTo(Verdict.CREATED);
            assertThat(scene.fired("a")).as("moment %d", moment).hasSize(1);
            assertThat(scene.fired("b")).as("moment %d", moment).hasSize(1);
            assertThat(scene.node.alarms()).as("moment %d", moment).isEmpty();
        }
    }

    @Test
    void aFailedPageIsReadAgain() {
        var scene = new Scene();
        scene.created("a", scene.in(Scene.MINUTE));
        scene.node.fail(
                StoreOperation.PAGE,
                StoreFault.UNAVAILABLE,
                StoreFault.UNKNOWN_NOT_APPLIED,
                StoreFault.REJECTED);
        scene.node.restart();
        scene.run(Duration.ofMinutes(2));
        assertThat(scene.fired("a")).hasSize(1);
        assertThat(scene.node.storePort().count(StoreOperation.PAGE)).isEqualTo(4);
    }

    @Test
    void aSlowCommitDelaysThePageAndNotTheTimersInTheWindow() {
        var scene = new Scene();
        scene.created("a", scene.in(Scene.SECOND));
        var due = scene.pending("a").fireAt();
        scene.node.fail(StoreOperation.COMMIT, StoreFault.SLOW);
        scene.create("b", scene.in(Scene.MINUTE));
        scene.run(Duration.ofSeconds(2));
        assertThat(scene.firedAt("a")).containsExactly(due);
    }

    /** New shards make every window smaller, also the one that a page is being read for. */
    @Test
    void rowsDroppedWhileAPageIsReadAreReadAgain() {
        var group = Group.of("default", 64);
        var scene = new Scene(group, tight(Scene.MINUTE), store -> store);
        var ids = idsOfShardZero(group, 1_000);
        var begin = scene.now().plusSeconds(10);
        for (int i = 0; i < ids.size(); i++) {
            scene.create(ids.get(i), Ask.at(begin.plusMillis(10L * i)));
            scene.run(MILLISECOND);
        }
        scene.node.kill();
        var loop = scene.node.newLoop("other");
        var rows = scene.node.store().leases().shards(group.id());
        scene.node.acquire(loop, rows.subList(0, 1));
        scene.run(Scene.SECOND);
        scene.node.fail(StoreOperation.PAGE, StoreFault.SLOW);
        int pages = scene.node.storePort().count(StoreOperation.PAGE);
        for (int i = 0; scene.node.storePort().count(StoreOperation.PAGE) == pages; i++) {
            assertThat(i).isLessThan(60_000);
            scene.run(MILLISECOND);
        }
        scene.node.acquire(loop, rows);
        scene.run(Duration.ofSeconds(40));
        assertThat(scene.alarms(Alarm.RowUnattended.class)).isEmpty();
        assertThat(scene.node.receivers().seen()).hasSize(1_000);
    }

    /** A commit each would cost the store most of its time. */
    @Test
    void changesOfAllShardsThatComeDuringACommitShareTheNextOne() {
        var scene = new Scene(Group.of("default", 16), tight(Scene.MINUTE), store -> store);
        scene.run(Scene.SECOND);
        scene.node.storePort().latency(Duration.ofMillis(10));
        int before = scene.node.storePort().count(StoreOperation.COMMIT);
        for (int i = 0; i < 40; i++) {
            scene.create("t" + i, scene.in(Scene.MINUTE));
            scene.run(MILLISECOND);
        }
        scene.run(Scene.SECOND);
        assertThat(scene.allPending()).hasSize(40);
        assertThat(scene.node.storePort().count(StoreOperation.COMMIT) - before).isBetween(4, 6);
    }

    private static List<String> idsOfShardZero(Group group, int count) {
        return IntStream.range(0, Integer.MAX_VALUE)
                .mapToObj(i -> "t" + i)
                .filter(id -> group.shardOf(id).index() == 0)
                .limit(count)
                .toList();
    }
}
