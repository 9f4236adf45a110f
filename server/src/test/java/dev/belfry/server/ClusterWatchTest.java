package dev.belfry.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.core.store.MemoryTimerStore;
import java.net.URI;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Whichever of two servers is asked, it shows what both do. */
class ClusterWatchTest {
    private static final int TIMERS = 60;
    private static final List<ServerUnderTest> NODES = new ArrayList<>();
    private static Receiver receiver;

    @BeforeAll
    static void start() {
        receiver = Receiver.answering(204, "");
        var store = new MemoryTimerStore(InstantSource.system());
        for (var name : List.of("a", "b")) {
            NODES.add(
                    ServerUnderTest.on(
                            store,
                            Map.of(
                                    "node.id", name,
                                    "cluster.secret", "a-secret-of-many-characters",
                                    "groups.default.shards", "8")));
        }
        Eventually.holds("both have shards", () -> owners().equals(Set.of("a", "b")));
    }

    @AfterAll
    static void stop() {
        NODES.forEach(ServerUnderTest::close);
        receiver.close();
    }

    private static Set<String> owners() {
        var owners = new HashSet<String>();
        for (var shard : shards()) {
            if (shard.path("state").asText().equals("OPEN")) {
                owners.add(shard.path("owner").asText());
            }
        }
        return owners;
    }

    private static JsonNode shards() {
        return NODES.getFirst().get("/api/v1/groups/default/shards").json().path("shards");
    }

    private static double sum(JsonNode figures) {
        return StreamSupport.stream(figures.spliterator(), false)
                .filter(JsonNode::isNumber)
                .mapToDouble(JsonNode::asDouble)
                .sum();
    }

    @Test
    void whatOneNodeCountsIsShownByEither() {
        var timer = "/api/v1/timers/default/counted";
        NODES.getFirst()
                .put(
                        timer,
                        "{\"executeAt\": \"2090-01-01T00:00:00Z\", \"callbackUrl\": \"http://a.example\"}");
        Eventually.holds(
                "both show it", () -> NODES.stream().allMatch(ClusterWatchTest::isCounted));
        Eventually.holds(
                "one counts",
                () ->
                        NODES.stream()
                                        .filter(
                                                it ->
                                                        it.get("/metrics")
                                                                .text()
                                                                .contains("belfry_pending{"))
                                        .count()
                                == 1);
        NODES.getFirst().delete(timer);
    }

    private static boolean isCounted(ServerUnderTest node) {
        return node.get("/api/v1/groups").json().at("/groups/0/pending").asInt() >= 1;
    }

    @Test
    void figuresOfBothAreShownByEither() throws Exception {
        for (int i = 0; i < TIMERS; i++) {
            NODES.get(i % 2)
                    .put(
                            "/api/v1/timers/default/both" + i,
                            "{\"executeAt\": \"2020-01-01T00:00:00Z\", \"callbackUrl\": \"%s\"}"
                                    .formatted(receiver.url()));
        }
        for (int i = 0; i < TIMERS; i++) {
            receiver.next();
        }
        for (var node : NODES) {
            Eventually.holds(
                    "all are in the history",
                    () -> sum(node.get("/api/v1/history").json().at("/series/fired")) > 0);
            var system = node.get("/api/v1/system").json();
            assertThat(system.path("nodes").findValuesAsText("nodeId")).containsExactly("a", "b");
            assertThat(system.path("missing")).isEmpty();
            assertThat(system.at("/nodes/0/shards").asInt() + system.at("/nodes/1/shards").asInt())
                    .isEqualTo(8);
            assertThat(system.path("hosts").findValuesAsText("host"))
                    .doesNotHaveDuplicates()
                    .contains(URI.create(receiver.url()).getAuthority());
        }
        for (var shard : shards()) {
            assertThat(shard.path("firedPerSecond").asDouble()).isPositive();
        }
    }

    @Test
    void everyTimerIsExplainedAndFiredByWhicheverIsAsked() throws Exception {
        for (int i = 0; i < 16; i++) {
            var path = "/api/v1/timers/default/any" + i;
            NODES.getFirst()
                    .put(
                            path,
                            "{\"executeAt\": \"2090-01-01T00:00:00Z\", \"callbackUrl\": \"%s\"}"
                                    .formatted(receiver.url()));
            for (var node : NODES) {
                assertThat(node.get(path + "/explanation").field("state")).isEqualTo("SCHEDULED");
                assertThat(node.get(path + "none/explanation").status()).isEqualTo(404);
            }
            assertThat(NODES.get(i % 2).post(path + "/fire").status()).isEqualTo(200);
            receiver.next();
        }
    }

    @Test
    void deadLettersOfBothAreRedrivenByEither() {
        try (var gone = Receiver.answering(410, "")) {
            for (int i = 0; i < 16; i++) {
                NODES.getFirst()
                        .put(
                                "/api/v1/timers/default/gone" + i,
                                "{\"executeAt\": \"2020-01-01T00:00:00Z\", \"callbackUrl\": \"%s\"}"
                                        .formatted(gone.url()));
            }
            var node = NODES.getLast();
            var failed = "/api/v1/groups/default/failed";
            Eventually.holds(
                    "all have failed",
                    () -> node.get(failed + "/reasons").json().path("scanned").asInt() == 16);
            var redriven = node.post(failed + "/redrive").json();
            assertThat(redriven.path("redriven").asInt()).as("%s", redriven).isEqualTo(16);
        }
    }
}
