package dev.belfry.http.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.core.shard.Group;
import dev.belfry.core.store.Pause;
import dev.belfry.core.timer.GroupId;
import dev.belfry.http.watch.Notice.Severity;
import dev.belfry.operate.metrics.Gauges;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ClusterNoticesTest {
    private static final Instant NOON = Instant.parse("2031-05-06T12:00:00Z");
    private static final GroupId ORDERS = new GroupId("orders");

    private final Gauges gauges = new Gauges(new SimpleMeterRegistry(), InstantSource.system());
    private final ClusterNotices notices = new ClusterNotices(gauges);

    ClusterNoticesTest() {
        gauges.serve(List.of(Group.of("orders", 4)));
    }

    private static NodePulse node(String name, int openShards, long backlog, Notice... own) {
        var group = new GroupPulse("orders", Beat.NONE, openShards, backlog, Optional.empty());
        return new NodePulse(name, 0, 0, 0, true, List.of(group), List.of(own));
    }

    private static StoreLook.Found found(List<Pause> pauses, List<Integer> ownerless) {
        return new StoreLook.Found(pauses, Map.of(ORDERS, ownerless), true);
    }

    private List<String> at(int second, List<NodePulse> nodes, StoreLook.Found store) {
        var seen = new ClusterNotices.Seen(NOON.plusSeconds(second), nodes, List.of(), store);
        return notices.of(seen).stream().map(Notice::text).toList();
    }

    @Test
    void allIsWellWhenNothingIsWrong() {
        assertThat(at(0, List.of(node("a", 4, 0)), found(List.of(), List.of()))).isEmpty();
    }

    @Test
    void shardsWithoutAnOwnerAreNamedOnceAMoveWouldBeOver() {
        var nodes = List.of(node("a", 3, 0));
        var store = found(List.of(), List.of(2));
        assertThat(notices.incomplete(nodes)).containsExactly(ORDERS);
        assertThat(at(0, nodes, store)).isEmpty();
        assertThat(at(8, nodes, store))
                .containsExactly("shard 2 of group orders has been without an owner for 8 s");
        assertThat(at(9, nodes, found(List.of(), List.of()))).isEmpty();
        assertThat(at(10, nodes, store)).isEmpty();
    }

    @Test
    void aBacklogIsAnAlarmUnlessTheGroupIsPaused() {
        var nodes = List.of(node("a", 2, 0), node("b", 2, 42_000));
        assertThat(at(0, nodes, found(List.of(), List.of())))
                .containsExactly("the oldest due timer of group orders has waited for 42 s");
        var pause = new Pause(ORDERS, NOON, Optional.of("audit"));
        assertThat(at(1, nodes, found(List.of(pause), List.of())))
                .containsExactly("group orders is paused (audit)");
    }

    @Test
    void theWorstComesFirst() {
        var pause = new Pause(ORDERS, NOON, Optional.empty());
        var info = Notice.of(Severity.INFO, "SHARD_LOST", "info", NOON);
        var error = Notice.of(Severity.ERROR, "STORE_UNAVAILABLE", "error", NOON);
        assertThat(at(0, List.of(node("a", 4, 0, info, error)), found(List.of(pause), List.of())))
                .containsExactly("error", "group orders is paused", "info");
    }

    @Test
    void aNodeThatIsBackIsNotGone() {
        var gone = Notice.of(Severity.ERROR, "NODE_GONE", "b is gone", NOON).ofNode("b");
        var store = found(List.of(), List.of());
        assertThat(at(0, List.of(node("a", 4, 0, gone)), store)).containsExactly("b is gone");
        assertThat(at(1, List.of(node("a", 2, 0, gone), node("b", 2, 0)), store)).isEmpty();
    }

    @Test
    void aStoreThatDoesNotAnswerAndANodeThatDoesNotAreTold() {
        var seen =
                new ClusterNotices.Seen(
                        NOON, List.of(node("a", 4, 0)), List.of("b"), StoreLook.Found.NO_ANSWER);
        assertThat(notices.of(seen).stream().map(Notice::code))
                .containsExactly("STORE_UNAVAILABLE", "NODE_UNREACHABLE");
    }

    @Test
    void aShardFarFromItsSiblingsIsHot() {
        var quiet = new ShardFigures(0, true, 2, 0, 0, 0);
        var busy = new ShardFigures(1, true, 90, 0, 0, 0);
        var hot = HotSpots.among(List.of(quiet, quiet, quiet, quiet, quiet, quiet, busy));
        assertThat(hot.include(busy)).isTrue();
        assertThat(hot.include(quiet)).isFalse();
        assertThat(HotSpots.among(List.of(busy, busy)).include(busy)).isFalse();
    }
}
