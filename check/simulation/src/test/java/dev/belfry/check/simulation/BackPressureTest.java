package dev.belfry.check.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.check.simulation.SimulatedReceivers.Seen;
import dev.belfry.core.mutation.Create;
import dev.belfry.core.shard.Group;
import dev.belfry.core.timer.TimerKey;
import dev.belfry.core.timer.TimerUuid;
import dev.belfry.node.shard.LoopSettings;
import dev.belfry.node.shard.StoreOperation;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Who was refused something because too much waited is looked at again when there is room. */
class BackPressureTest {
    private static LoopSettings settings(int maxInFlight) {
        return new LoopSettings(
                1 << 20, maxInFlight, maxInFlight, Duration.ofSeconds(5), Duration.ofDays(1), 100);
    }

    private static List<String> idsIn(Group group, int shard, int count) {
        return IntStream.range(0, Integer.MAX_VALUE)
                .mapToObj(i -> "t" + i)
                .filter(id -> group.shardOf(id).index() == shard)
                .limit(count)
                .toList();
    }

    @Test
    void aShardThatWasRefusedAPageIsReadWhenSettlementsHaveMadeRoom() {
        var group = Group.of("default", 2);
        var scene = new Scene(group, settings(1_000), store -> store);
        var due = scene.now().plusSeconds(10);
        var ask = Ask.at(due).payload("\"" + "x".repeat(1_000) + "\"");
        for (var id : idsIn(group, 0, 300)) {
            scene.created(id, ask);
        }
        var other = idsIn(group, 1, 1).getFirst();
        scene.created(other, ask);
        scene.node.kill();
        var loop = scene.node.newLoop("other");
        var rows = scene.node.store().leases().shards(group.id());
        scene.node.acquire(loop, rows.subList(0, 1));
        scene.run(Duration.between(scene.now(), due.minusMillis(1)));
        scene.node.faults(it -> it == StoreOperation.COMMIT ? StoreFault.SLOW : StoreFault.NONE);
        scene.run(Scene.SECOND);
        assertThat(scene.node.receivers().seen()).hasSizeBetween(20, 250);
        scene.node.acquire(loop, rows.subList(1, 2));
        scene.run(Scene.SECOND);
        assertThat(scene.fired(other)).isEmpty();
        scene.node.heal();
        scene.run(Scene.MINUTE);
        assertThat(scene.fired(other)).hasSize(1);
        assertThat(scene.allPending()).isEmpty();
    }

    @Test
    void aGroupThatHoldsNoPlaceGetsTheNextOneThatBecomesFree() {
        var busy = Group.of("busy", 1);
        var quiet = Group.of("quiet", 1);
        var node = new SingleNode(List.of(busy, quiet), settings(1), store -> store, 42);
        node.run(Scene.SECOND);
        var begin = node.clock().now().plusSeconds(5);
        for (int i = 0; i < 400; i++) {
            create(node, busy, "b" + i, begin);
            node.run(Duration.ofMillis(1));
        }
        create(node, quiet, "q", begin.plusMillis(100));
        node.run(Duration.ofSeconds(10));
        var late =
                node.receivers().seen().stream()
                        .filter(seen -> !seen.at().isBefore(begin.plusMillis(100)))
                        .map(BackPressureTest::groupOf)
                        .takeWhile(group -> !group.equals("quiet"))
                        .count();
        assertThat(node.receivers().seen()).hasSize(401);
        assertThat(late).isLessThan(5);
    }

    private static String groupOf(Seen seen) {
        return seen.attempt().timer().key().group().value();
    }

    private static void create(SingleNode node, Group group, String id, Instant at) {
        var key = new TimerKey(group.id(), id);
        var spec = Ask.at(at).spec();
        node.submit(key, stamp -> new Create(key, TimerUuid.of(key), spec, stamp));
    }
}
