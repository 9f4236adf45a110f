package dev.belfry.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.check.faults.RawReceiver;
import dev.belfry.core.shard.Group;
import dev.belfry.core.store.MemoryTimerStore;
import dev.belfry.core.timer.TimerKey;
import dev.belfry.operate.config.SoftwareVersion;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Three servers on one store answer as one. */
class ClusterTest {
    private static final String SECRET = "a secret of many characters".replace(' ', '-');
    private static final MemoryTimerStore STORE = new MemoryTimerStore(InstantSource.system());
    private static final List<ServerUnderTest> NODES = new ArrayList<>();

    @BeforeAll
    static void start() {
        for (var name : List.of("a", "b", "c")) {
            NODES.add(start(name, Map.of()));
        }
        Eventually.holds("each has its share", () -> NODES.stream().allMatch(ClusterTest::isReady));
    }

    private static ServerUnderTest start(String name, Map<String, String> more) {
        var settings = new HashMap<>(Map.of("node.id", name, "cluster.secret", SECRET));
        settings.putAll(more);
        return ServerUnderTest.on(STORE, settings);
    }

    private static boolean isReady(ServerUnderTest node) {
        var cluster = node.get("/api/v1/cluster").json();
        var owners = new HashSet<String>();
        cluster.at("/groups/0/shards").forEach(it -> owners.add(it.path("owner").asText("")));
        return node.get("/health/ready").status() == 200
                && cluster.at("/node/viewSize").asInt() == 3
                && owners.equals(Set.of("a", "b", "c"));
    }

    @AfterAll
    static void stop() {
        NODES.forEach(ServerUnderTest::close);
    }

    private static String timer(String id) {
        return """
        {"timerId": "%s", "executeAt": "2090-01-01T00:00:00Z", "callbackUrl": "http://a.example"}\
        """
                .formatted(id);
    }

    private static ServerUnderTest node(int number) {
        return NODES.get(number % NODES.size());
    }

    @Test
    void whatWasAskedOfOneNodeIsThereForAllOthers() {
        for (int i = 0; i < 30; i++) {
            var path = "/api/v1/groups/default/timers/one" + i;
            var created = node(i).post("/api/v1/timers", timer("one" + i));
            assertThat(created.status()).as("%s", created).isEqualTo(201);
            assertThat(created.header("Location")).isEqualTo(path);
            assertThat(node(i + 1).get(path).header("ETag")).isEqualTo(created.header("ETag"));
            assertThat(node(i + 2).post("/api/v1/timers", timer("one" + i)).status())
                    .isEqualTo(200);

            var other = timer("one" + i).replace("2090", "2091");
            assertThat(node(i + 1).post("/api/v1/timers", other).field("code"))
                    .isEqualTo("TIMER_EXISTS");
            assertThat(node(i + 1).put(path, other, "If-Match", "\"1\"").status()).isEqualTo(412);
            assertThat(node(i + 2).put(path, other).status()).isEqualTo(200);
            var patched = node(i).patch(path, "{\"payload\": [1.10]}");
            assertThat(patched.text()).contains("[1.10]");
            assertThat(node(i + 1).get(path).text()).contains("[1.10]");
            assertThat(node(i + 2).delete(path).status()).isEqualTo(204);
            assertThat(node(i + 1).delete(path).field("code")).isEqualTo("TIMER_NOT_FOUND");
        }
    }

    @Test
    void idsThatMustBeEscapedArriveAsTheyAre() {
        for (int i = 0; i < 12; i++) {
            var path = "/api/v1/groups/default/timers/odd%2F%3F%23%25%20%C3%BC" + i;
            var made = node(i).put(path, timer("x").replace("\"timerId\": \"x\",", ""));
            assertThat(made.status()).as("%s", made).isEqualTo(201);
            assertThat(made.field("timerId")).isEqualTo("odd/?#% ü" + i);
            assertThat(made.header("Location")).isEqualTo(path);
            assertThat(node(i + 1).delete(path).status()).isEqualTo(204);
        }
    }

    @Test
    void aBatchOfEveryKindOfChangeIsMadeByTheOwners() {
        for (var how : List.of("return=representation", "return=minimal")) {
            var ids = IntStream.range(0, 40).mapToObj(i -> "kinds" + i).toList();
            var items = ids.stream().map(ClusterTest::timer).toList();
            assertThat(statuses(batch(0, items, how))).containsOnly(201);
            items =
                    ids.stream()
                            .map(id -> changed("put", timer(id).replace("2090", "2091")))
                            .toList();
            assertThat(statuses(batch(1, items, how))).containsOnly(200);
            items =
                    ids.stream()
                            .map(
                                    id ->
                                            changed(
                                                    "patch",
                                                    "{\"timerId\":\"%s\",\"payload\":[7]}"
                                                            .formatted(id)))
                            .toList();
            var patched = batch(2, items, how);
            assertThat(statuses(patched)).containsOnly(200);
            assertThat(patched.at("/0/timer").isMissingNode()).isEqualTo(how.contains("minimal"));
            var seen = node(0).get("/api/v1/groups/default/timers/kinds39");
            assertThat(seen.text()).contains("\"payload\":[7]", "2091");
            items =
                    ids.stream()
                            .map(id -> changed("delete", "{\"timerId\":\"%s\"}".formatted(id)))
                            .toList();
            assertThat(statuses(batch(0, items, how))).containsOnly(204);
            assertThat(statuses(batch(1, items, how))).containsOnly(404);
        }
    }

    private static String changed(String operation, String item) {
        return "{\"op\":\"%s\",".formatted(operation) + item.strip().substring(1);
    }

    private static JsonNode batch(int number, List<String> items, String how) {
        var body = "{\"timers\": [" + String.join(", ", items) + "]}";
        return node(number)
                .post("/api/v1/timers/batch", body, "Prefer", how)
                .json()
                .path("results");
    }

    private static List<Integer> statuses(JsonNode results) {
        return IntStream.range(0, results.size())
                .mapToObj(i -> results.at("/" + i + "/status").asInt())
                .toList();
    }

    @Test
    void aBatchOfManyOwnersIsAnsweredInOrder() {
        var ids = IntStream.range(0, 100).mapToObj(i -> "many" + i).toList();
        node(0).post("/api/v1/timers", timer("many7").replace("2090", "2091"));
        var items = new ArrayList<>(ids.stream().map(ClusterTest::timer).toList());
        items.set(3, "{\"timerId\": \"many3\"}");
        var answer =
                node(1).post(
                                "/api/v1/timers/batch",
                                "{\"timers\": [" + String.join(", ", items) + "]}");
        var results = answer.json().path("results");
        for (int i = 0; i < ids.size(); i++) {
            var result = results.get(i);
            int expected = i == 3 ? 400 : i == 7 ? 409 : 201;
            assertThat(result.path("status").asInt()).as("%d: %s", i, result).isEqualTo(expected);
            if (expected == 201) {
                assertThat(result.at("/timer/timerId").asText()).isEqualTo(ids.get(i));
            }
        }
        assertThat(results).hasSize(100);
        assertThat(results.get(7).at("/problem/timer/executeAt").asText()).startsWith("2091");
    }

    @Test
    void everyOwnerConfirmsAPauseWhoeverIsAsked() {
        for (var node : NODES) {
            var paused = node.post("/api/v1/groups/default/pause", "{\"reason\": \"r\"}");
            assertThat(paused.status()).as("%s", paused).isEqualTo(200);
            assertThat(node(1).get("/api/v1/groups/default").field("pauseReason")).isEqualTo("r");
            assertThat(node.post("/api/v1/groups/default/resume").status()).isEqualTo(200);
        }
    }

    @Test
    void timersFireWhicheverNodeTookThem() throws Exception {
        try (var receiver = Receiver.answering(204, "")) {
            for (int i = 0; i < 12; i++) {
                var body =
                        "{\"timerId\": \"now%d\", \"executeAt\": \"%s\", \"callbackUrl\": \"%s\"}"
                                .formatted(i, Instant.now(), receiver.url());
                assertThat(node(i).post("/api/v1/timers", body).status()).isEqualTo(201);
            }
            for (int i = 0; i < 12; i++) {
                receiver.next();
            }
        }
    }

    @Test
    void repliesToTheCallbacksOfANodeThatLeavesFindTheNewOwner() throws Exception {
        var begun = new CountDownLatch(3);
        var answer = new CountDownLatch(1);
        var calls = new AtomicInteger();
        try (var receiver =
                        new RawReceiver(
                                (_, connection) -> {
                                    calls.incrementAndGet();
                                    begun.countDown();
                                    answer.await();
                                    RawReceiver.write(connection, "HTTP/1.1 204 Done\r\n\r\n");
                                });
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var leaving = start("d", Map.of("node.shutdownPatience", "60s"));
            Eventually.holds("it has shards", () -> !shardsOf("d").isEmpty() && isSettled(4));
            var ids = idsIn(shardsOf("d").getFirst(), 3);
            for (var id : ids) {
                var body =
                        "{\"timerId\": \"%s\", \"executeAt\": \"%s\", \"callbackUrl\": \"%s\"}"
                                .formatted(id, Instant.now(), receiver.url());
                assertThat(node(0).post("/api/v1/timers", body).status()).isEqualTo(201);
            }
            assertThat(begun.await(20, TimeUnit.SECONDS)).isTrue();
            var left = threads.submit(leaving::close);
            Eventually.holds("others have its shards", () -> shardsOf("d").isEmpty());
            assertThat(calls).as("handed over, not repeated").hasValue(3);
            answer.countDown();
            for (var id : ids) {
                var path = "/api/v1/groups/default/timers/" + id;
                Eventually.holds("settled", () -> node(1).get(path).status() == 404);
            }
            left.get(60, TimeUnit.SECONDS);
            assertThat(calls).hasValue(3);
        }
        Eventually.holds("there are three again", () -> isSettled(3));
    }

    private static List<Integer> shardsOf(String owner) {
        return node(0).get("/api/v1/cluster")
                .json()
                .at("/groups/0/shards")
                .valueStream()
                .filter(shard -> shard.path("owner").asText("").equals(owner))
                .map(shard -> shard.path("index").asInt())
                .toList();
    }

    private static boolean isSettled(int members) {
        var cluster = node(0).get("/api/v1/cluster").json();
        return cluster.at("/node/viewSize").asInt() == members
                && cluster.at("/groups/0/shards")
                        .valueStream()
                        .noneMatch(shard -> shard.has("movesTo"));
    }

    private static List<String> idsIn(int shard, int count) {
        var group = Group.of("default", Group.SMALL);
        return IntStream.iterate(0, i -> i + 1)
                .mapToObj(i -> "moving" + i)
                .filter(id -> group.shardOf(new TimerKey(group.id(), id)).index() == shard)
                .limit(count)
                .toList();
    }

    @Test
    void theClusterAndTheMetricsSayWhatIsPassedOn() {
        for (int i = 0; i < 20; i++) {
            node(0).put("/api/v1/timers/default/count" + i, timer("count" + i));
        }
        var cluster = node(0).get("/api/v1/cluster").json();
        assertThat(cluster.path("members")).hasSize(3);
        assertThat(cluster.at("/members/1/weight").asInt()).isEqualTo(1);
        assertThat(cluster.at("/members/1/version").asText()).isEqualTo(SoftwareVersion.running());
        assertThat(cluster.at("/members/1/protocol").asInt()).isEqualTo(1);
        assertThat(cluster.at("/node/proven").asBoolean()).isTrue();
        assertThat(cluster.at("/node/changesForwarded").asInt()).isPositive();
        assertThat(cluster.at("/node/forwardedShare").asDouble()).isBetween(0.01, 0.99);
        assertThat(node(0).get("/metrics").text())
                .contains("belfry_forwarding_hop_seconds_count{outcome=\"answered\"}")
                .contains("belfry_forwarding_changes_total{where=\"forwarded\"}")
                .contains("belfry_cluster_members 3.0")
                .contains("belfry_shards_moves_total{what=\"claimed\"}");
    }
}
