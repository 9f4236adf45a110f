package dev.belfry.http.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.core.shard.NodeId;
import dev.belfry.core.store.MemoryTimerStore;
import dev.belfry.core.timer.GroupId;
import dev.belfry.http.peer.ClusterSecret;
import dev.belfry.http.peer.PeerSurvey;
import dev.belfry.http.peer.Peers;
import dev.belfry.http.peer.Protocol;
import dev.belfry.node.route.PeerListener;
import dev.belfry.operate.metrics.Census;
import dev.belfry.operate.metrics.Gauges;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How often the nodes are asked for those who look at the list of groups. */
class GroupSurveyTest {
    private final Vertx vertx = Vertx.vertx();
    private final Peers peers =
            new Peers(
                    vertx,
                    new Protocol(
                            new NodeId("a"),
                            ClusterSecret.of(Optional.of("a-shared-secret"), false),
                            InstantSource.system()),
                    Optional.empty(),
                    System::nanoTime,
                    new PeerListener() {});
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final Gauges gauges = new Gauges(registry, InstantSource.system());
    private final Census census =
            new Census(
                    new MemoryTimerStore(InstantSource.system()).lists(),
                    gauges,
                    _ -> true,
                    registry,
                    () -> 0);
    private long nanos = Long.MAX_VALUE;
    private int asked;
    private final GroupSurvey survey =
            new GroupSurvey(
                    gauges,
                    census,
                    new PeerSurvey(
                            new NodeId("a"),
                            () -> {
                                asked++;
                                return List.of();
                            },
                            peers),
                    100,
                    () -> nanos);

    @AfterEach
    void close() throws Exception {
        peers.close();
        vertx.close().toCompletionStage().toCompletableFuture().get(20, TimeUnit.SECONDS);
    }

    @Test
    void manyWhoLookAskTheNodesOnceASecond() {
        for (int i = 0; i < 100; i++) {
            look("a");
        }
        assertThat(asked).isEqualTo(1);
        pass(Duration.ofSeconds(1));
        look("a");
        assertThat(asked).isEqualTo(2);
    }

    @Test
    void anotherPageIsAskedForByItself() {
        look("a");
        look("b");
        assertThat(asked).isEqualTo(2);
    }

    @Test
    void noMorePagesAreKeptThanThereIsRoomFor() {
        for (int i = 0; i < GroupSurvey.MOST_PAGES; i++) {
            look("a" + i);
        }
        look("z");
        look("z");
        assertThat(asked).isEqualTo(GroupSurvey.MOST_PAGES + 2);
        pass(Duration.ofSeconds(1));
        look("z");
        look("z");
        assertThat(asked).isEqualTo(GroupSurvey.MOST_PAGES + 3);
    }

    private void look(String group) {
        assertThat(survey.of(List.of(new GroupId(group))).join()).containsOnlyKeys(group);
    }

    private void pass(Duration time) {
        nanos += time.toNanos();
    }
}
