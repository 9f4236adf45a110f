package dev.belfry.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belfry.client.BelfryClient;
import dev.belfry.client.BelfryException;
import dev.belfry.client.NewTimer;
import dev.belfry.core.store.MemoryTimerStore;
import dev.belfry.operate.access.Role;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two servers of one cluster that know their callers by a file of keys. */
class KeysTest {
    private static final String SECRET = "a-secret-of-many-letters";
    private static final Instant FAR = Instant.parse("2090-01-01T00:00:00Z");
    private static final String TIMER =
            """
            {"timerId": "%s", "groupId": "%s", "executeAt": "2090-01-01T00:00:00Z",
             "callbackUrl": "http://a.example"}""";
    private static final List<ServerUnderTest> NODES = new ArrayList<>();

    @TempDir private static Path folder;

    private static TestKeys keys;
    private static String admin;
    private static String writer;

    @BeforeAll
    static void start() {
        keys = new TestKeys(folder.resolve("keys.yaml"));
        admin = keys.add("admin", Role.ADMIN, "*");
        writer = keys.add("writer", Role.WRITE, "own");
        var store = new MemoryTimerStore(InstantSource.system());
        for (var name : List.of("a", "b")) {
            NODES.add(
                    ServerUnderTest.on(
                            store,
                            Map.of(
                                    "node.id",
                                    name,
                                    "cluster.secret",
                                    SECRET,
                                    "auth.keys",
                                    keys.path().toString(),
                                    "groups.own.shards",
                                    "8",
                                    "groups.foreign.shards",
                                    "2")));
        }
        Eventually.holds("both have shards", () -> NODES.stream().allMatch(KeysTest::isReady));
    }

    private static boolean isReady(ServerUnderTest node) {
        var owners = new HashSet<String>();
        get(node, "/api/v1/cluster", admin)
                .json()
                .path("groups")
                .forEach(
                        group ->
                                group.path("shards")
                                        .forEach(it -> owners.add(it.path("owner").asText(""))));
        return node.get("/health/ready").status() == 200 && owners.equals(Set.of("a", "b"));
    }

    @AfterAll
    static void stop() {
        NODES.forEach(ServerUnderTest::close);
    }

    private static Reply get(ServerUnderTest node, String path, String said) {
        return node.get(path, "Authorization", said);
    }

    private static Reply create(ServerUnderTest node, String group, String id, String said) {
        return node.post("/api/v1/timers", TIMER.formatted(id, group), "Authorization", said);
    }

    private static boolean isKnown(String said) {
        return NODES.stream().allMatch(it -> get(it, "/api/v1/cluster", said).status() == 200);
    }

    /** Of so many timers some belong to each node, so that the other passes them on. */
    @Test
    void aRequestThatIsPassedOnIsStillItsCallers() {
        for (int i = 0; i < 16; i++) {
            for (var node : NODES) {
                var id = "passed-" + i;
                assertThat(create(node, "own", id, writer).status()).isBetween(200, 201);
                assertThat(get(node, path(id) + "/explanation", writer).status()).isEqualTo(200);
                assertThat(create(node, "foreign", id, writer).status()).isEqualTo(403);
                assertThat(node.delete(path(id), "Authorization", writer).status()).isEqualTo(204);
            }
        }
    }

    private static String path(String id) {
        return "/api/v1/timers/own/" + id;
    }

    @Test
    void ofABatchTheItemsOfOtherGroupsAreRefused() {
        var items = new ArrayList<String>();
        for (int i = 0; i < 12; i++) {
            items.add(
                    TIMER.formatted("batch-" + i, List.of("own", "foreign", "absent").get(i % 3)));
        }
        var reply =
                NODES.getFirst()
                        .post(
                                "/api/v1/timers/batch",
                                "{\"timers\": [" + String.join(",", items) + "]}",
                                "Authorization",
                                writer);
        var statuses = new ArrayList<Integer>();
        reply.json().path("results").forEach(it -> statuses.add(it.path("status").asInt()));
        for (int i = 0; i < 12; i++) {
            assertThat(statuses.get(i)).as("%d of %s", i, reply).isEqualTo(i % 3 == 0 ? 201 : 403);
        }
    }

    @Test
    void whatOnlyNodesSayIsNotBelievedOfClients() {
        for (var node : NODES) {
            var reply =
                    node.post(
                            "/api/v1/timers",
                            TIMER.formatted("spoofed", "foreign"),
                            "Authorization",
                            writer,
                            "Belfry-Caller",
                            "admin * boss");
            assertThat(reply.status()).isEqualTo(403);
            assertThat(node.get("/api/v1/groups", "Belfry-Caller", "admin * boss").status())
                    .isEqualTo(401);
        }
    }

    @Test
    void viewsOfAllGroupsShowTheCallersOwn() {
        var node = NODES.getFirst();
        for (var path : List.of("/api/v1/groups", "/api/v1/cluster", "/api/v1/alarms")) {
            assertThat(get(node, path, writer).text()).doesNotContain("foreign", "default");
        }
        assertThat(get(node, "/api/v1/groups", writer).text()).contains("own");
        assertThat(get(node, "/api/v1/groups", admin).text()).contains("own", "foreign");
        assertThat(get(node, "/api/v1/history", writer).status()).isEqualTo(403);
        assertThat(get(node, "/api/v1/history?groupId=own", writer).status()).isEqualTo(200);
    }

    @Test
    void aKeyHoldsFromWhenItIsInTheFileUntilItIsOut() {
        var late = keys.add("late", Role.READ, "own");
        Eventually.holds("it is known", () -> isKnown(late));
        keys.remove("late");
        Eventually.holds("it is not", () -> !isKnown(late));
        var over = keys.add("over", Role.READ, "own", Optional.of(Instant.EPOCH));
        var next = keys.add("next", Role.READ, "own");
        Eventually.holds("the next one is known", () -> isKnown(next));
        assertThat(get(NODES.getFirst(), "/api/v1/cluster", over).status()).isEqualTo(401);
    }

    @Test
    void aBrokenFileRaisesAnAlarmAndChangesNothing() throws Exception {
        var good = Files.readString(keys.path());
        try {
            Files.writeString(keys.path(), "keys: [{name: x}]");
            Eventually.holds("an alarm", () -> alarms().contains("KEYS_UNREADABLE"));
            assertThat(isKnown(admin)).isTrue();
        } finally {
            Files.writeString(keys.path(), good);
        }
        Eventually.holds("no alarm", () -> !alarms().contains("KEYS_UNREADABLE"));
    }

    private static String alarms() {
        return get(NODES.getFirst(), "/api/v1/alarms", admin).text();
    }

    /** Each guess is refused in the same words, whether it looks like a key or not. */
    @Test
    void guessingGetsNowhere() {
        var right = writer.substring("Bearer ".length());
        var guesses = new ArrayList<>(List.of("", "x", right.toLowerCase(Locale.ROOT)));
        for (int i = 0; i < right.length(); i++) {
            guesses.add(right.substring(0, i));
            guesses.add(right.substring(0, i) + "~" + right.substring(i + 1));
        }
        guesses.add(right + "0");
        guesses.add(right + "," + right);
        var answers = new HashSet<String>();
        for (var guess : guesses) {
            var reply = get(NODES.getFirst(), "/api/v1/groups", "Bearer " + guess);
            assertThat(reply.status()).as(guess).isEqualTo(401);
            answers.add(reply.text());
        }
        assertThat(answers).hasSize(1);
        assertThat(isKnown(writer)).isTrue();
    }

    @Test
    void keysChangeUnderLoadAndNoRequestIsLost() {
        var current = new AtomicReference<>(keys.add("turning", Role.WRITE, "own"));
        Eventually.holds("the first is known", () -> isKnown(current.get()));
        var over = new AtomicBoolean();
        var made = new AtomicInteger();
        var client =
                BelfryClient.builder(
                                NODES.getFirst().uri("").toString(),
                                NODES.getLast().uri("").toString())
                        .credentials(() -> current.get().substring("Bearer ".length()))
                        .build();
        var load =
                List.of(0, 1, 2, 3).stream()
                        .map(
                                worker ->
                                        CompletableFuture.runAsync(
                                                () -> load(client, worker, over, made)))
                        .toList();
        for (int turn = 0; turn < 3; turn++) {
            var next = keys.add("turning", Role.WRITE, "own");
            Eventually.holds("the next is known", () -> isKnown(next));
            var former = current.getAndSet(next);
            int before = made.get();
            Eventually.holds("it is used", () -> made.get() > before + 20);
            keys.revoke(former);
            Eventually.holds("the former is not known", () -> !isKnown(former));
        }
        over.set(true);
        load.forEach(CompletableFuture::join);
        assertThat(made.get()).isGreaterThan(60);
    }

    /** Throws at the first answer that is none of a success. */
    private static void load(
            BelfryClient client, int worker, AtomicBoolean over, AtomicInteger made) {
        for (int i = 0; !over.get(); i++) {
            client.create(
                    NewTimer.of("load-%d-%d".formatted(worker, i), FAR, "http://a.example")
                            .group("own"));
            made.incrementAndGet();
        }
    }

    @Test
    void theClientSaysThatAKeyIsMissingOrNotEnough() {
        var address = NODES.getFirst().uri("").toString();
        assertThatThrownBy(() -> BelfryClient.of(address).get("own", "t"))
                .isInstanceOf(BelfryException.Denied.class)
                .hasMessageContaining("UNAUTHENTICATED");
        var client =
                BelfryClient.builder(address).key(writer.substring("Bearer ".length())).build();
        assertThat(client.get("own", "none")).isEmpty();
        assertThatThrownBy(() -> client.pause("own", "why"))
                .isInstanceOf(BelfryException.Denied.class)
                .hasMessageContaining("needs the role operate");
    }
}
