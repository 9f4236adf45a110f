package dev.belfry.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.core.shard.Incarnation;
import dev.belfry.core.shard.NodeId;
import dev.belfry.core.store.MemoryTimerStore;
import dev.belfry.core.store.NodeRow;
import dev.belfry.core.store.NodeVersion;
import dev.belfry.core.timer.GroupId;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Two servers on one store know the same groups. */
class GroupWatchTest {
    private static final String SECRET = "a-secret-of-many-characters";

    private final MemoryTimerStore store = new MemoryTimerStore(InstantSource.system());
    private ServerUnderTest one;
    private ServerUnderTest other;

    @BeforeEach
    void start() {
        one = start("one", Map.of("groups.default.shards", "2"));
        other = start("other", Map.of("groups.default.shards", "2"));
    }

    @AfterEach
    void stop() {
        other.close();
        one.close();
    }

    private ServerUnderTest start(String name, Map<String, String> more) {
        var settings = new HashMap<>(Map.of("node.id", name, "cluster.secret", SECRET));
        settings.putAll(more);
        return ServerUnderTest.on(store, settings);
    }

    private static String path(String group) {
        return "/api/v1/groups/" + group;
    }

    private static String timer(String id) {
        return """
        {"timerId": "%s", "executeAt": "2090-01-01T00:00:00Z", "callbackUrl": "http://a.example"}\
        """
                .formatted(id);
    }

    @Test
    void aGroupThatOneHasMadeIsKnownToTheOtherWhenItIsAskedFor() {
        for (int i = 0; i < 5; i++) {
            var group = path("made-" + i);
            assertThat(one.put(group, "{\"shards\": 2}").status()).isEqualTo(201);
            var timer = other.post(group + "/timers", timer("t"));
            assertThat(timer.status()).as("%s", timer).isEqualTo(201);
            assertThat(one.get(group + "/timers/t").status()).isEqualTo(200);
        }
    }

    @Test
    void aBatchFindsAGroupThatTheOtherHasJustMade() {
        one.put(path("batch"), "{\"shards\": 2}");
        var item = timer("t").replace("{\"timerId\"", "{\"groupId\": \"batch\", \"timerId\"");
        var results = other.post("/api/v1/timers/batch", "{\"timers\": [%s]}".formatted(item));
        assertThat(results.json().at("/results/0/status").asInt()).as("%s", results).isEqualTo(201);
    }

    @Test
    void changedSettingsHoldOnTheOtherSoon() {
        one.put(path("set"), "{\"shards\": 1}");
        other.post(path("set") + "/timers", timer("before"));
        one.patch(path("set"), "{\"callbackTimeout\": \"7s\"}");
        Eventually.holds(
                "the timeout is taken over",
                () ->
                        other.post(path("set") + "/timers", timer("t" + System.nanoTime()))
                                .field("callbackTimeout")
                                .equals("7s"));
        one.delete(path("set") + "?drop=true");
        Eventually.holds(
                "the other takes nothing any more",
                () ->
                        other.post(path("set") + "/timers", timer("late"))
                                .field("code")
                                .startsWith("GROUP_"));
    }

    @Test
    void aTimerFiresInAGroupThatWasMadeWhileBothRan() throws Exception {
        try (var receiver = Receiver.answering(200, "{\"ok\":true}")) {
            one.put(path("fires"), "{\"shards\": 8}");
            for (int i = 0; i < 8; i++) {
                var due = timer("t" + i).replace("2090", "2020");
                var made =
                        other.post(
                                path("fires") + "/timers",
                                due.replace("http://a.example", receiver.url()));
                assertThat(made.status()).as("%s", made).isEqualTo(201);
                assertThat(new String(receiver.next(), StandardCharsets.UTF_8))
                        .contains("\"t" + i + "\"");
            }
        }
    }

    @Test
    void theSettingsOfTheStoreHoldUnlessThoseOfTheFileAreEnforced() {
        one.patch(path("default"), "{\"retention\": \"1h\"}");
        var again = Map.of("groups.default.shards", "4", "groups.default.retention", "2h");
        try (var third = start("third", again)) {
            assertThat(third.get(path("default")).field("retention")).isEqualTo("1h");
            assertThat(third.get(path("default")).field("shardCount")).isEqualTo("2");
        }
        var enforced = new HashMap<>(again);
        enforced.put("store.declaredGroups", "enforce");
        try (var fourth = start("fourth", enforced)) {
            assertThat(fourth.get(path("default")).field("retention")).isEqualTo("2h");
            assertThat(fourth.get(path("default")).field("shardCount")).isEqualTo("2");
        }
    }

    @Test
    void aGroupThatIsDroppedGoesWithItsTimersAndItsNameBeginsAnew() {
        one.put(path("gone"), "{\"shards\": 2}");
        for (int i = 0; i < 20; i++) {
            assertThat(other.post(path("gone") + "/timers", timer("t" + i)).status())
                    .isEqualTo(201);
        }
        assertThat(one.delete(path("gone")).field("code")).isEqualTo("GROUP_NOT_EMPTY");

        assertThat(one.delete(path("gone") + "?drop=true").status()).isEqualTo(202);
        Eventually.holds("it is gone", () -> isUnknown("gone"));

        assertThat(other.put(path("gone"), "{\"shards\": 3}").field("code"))
                .isEqualTo("SHARDS_FIXED");
        assertThat(other.put(path("gone"), "{\"shards\": 2}").status()).isEqualTo(201);
        assertThat(one.get(path("gone") + "/timers/t3").status()).isEqualTo(404);
        assertThat(one.post(path("gone") + "/timers", timer("t3")).status()).isEqualTo(201);
        assertThat(other.get(path("gone")).field("pending")).isEqualTo("1");
    }

    private boolean isUnknown(String group) {
        return one.get(path(group)).field("code").equals("GROUP_NOT_FOUND")
                && other.get(path(group)).field("code").equals("GROUP_NOT_FOUND");
    }

    @Test
    void anEmptyGroupGoesWithoutMoreWords() {
        one.put(path("empty"), "{\"shards\": 4}");
        assertThat(other.delete(path("empty")).status()).isEqualTo(202);
        Eventually.holds("it is gone", () -> isUnknown("empty"));
    }

    @Test
    void noGroupIsDeletedBesideANodeThatDoesNotKnowHow() {
        one.put(path("kept"), "{\"shards\": 1}");
        var old = new Incarnation(new NodeId("old"), 1);
        var groups = Set.of(GroupId.DEFAULT);
        store.nodes()
                .join(
                        new NodeRow(
                                old,
                                "http://127.0.0.1:9",
                                groups,
                                0,
                                1,
                                NodeVersion.UNTOLD,
                                1,
                                Instant.now()));
        Eventually.holds(
                "the old node is seen",
                () ->
                        one.send("DELETE", path("kept"), Optional.empty(), "If-Match", "\"0\"")
                                .field("code")
                                .equals("NODES_OUTDATED"));
        assertThat(one.get(path("kept")).field("phase")).isEqualTo("SERVING");
    }
}
