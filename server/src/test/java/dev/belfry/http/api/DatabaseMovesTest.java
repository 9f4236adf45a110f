package dev.belfry.http.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.check.contract.InterceptedStore;
import dev.belfry.client.BelfryClient;
import dev.belfry.client.BelfryMove;
import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.MemoryTimerStore;
import dev.belfry.core.store.PageLimit;
import dev.belfry.core.store.PositionRange;
import dev.belfry.core.store.ShardRow;
import dev.belfry.core.store.StoreException;
import dev.belfry.core.store.StoredGroup;
import dev.belfry.core.store.TimerStore;
import dev.belfry.core.timer.Position;
import dev.belfry.core.timer.TimerState;
import dev.belfry.server.Eventually;
import dev.belfry.server.Receiver;
import dev.belfry.server.ServerUnderTest;
import dev.belfry.store.routed.RoutedDatabase;
import dev.belfry.store.routed.RoutedTimerStore;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Shards that are moved between the databases of one server while it works. */
class DatabaseMovesTest {
    private static final Group DEFAULT = Group.of("default", 16);
    private static final String MOVES = "/api/v1/groups/default/moves";
    private static final String TIMERS = "/api/v1/timers/default/";

    private final TimerStore east = new MemoryTimerStore(InstantSource.system());
    private final TimerStore west = new MemoryTimerStore(InstantSource.system());

    private TimerStore routed() {
        return new RoutedTimerStore(
                List.of(new RoutedDatabase("east", east), new RoutedDatabase("west", west)),
                _ -> "east");
    }

    private static int put(ServerUnderTest server, String id, Instant at, String url) {
        var body = "{\"executeAt\": \"%s\", \"callbackUrl\": \"%s\"}".formatted(at, url);
        return server.put(TIMERS + id, body).status();
    }

    private static void move(ServerUnderTest server, String to) {
        var reply = server.post(MOVES, "{\"to\": \"%s\"}".formatted(to));
        assertThat(reply.status()).as(reply.text()).isEqualTo(202);
        assertThat(reply.json().at("/moves")).hasSize(DEFAULT.shardCount());
    }

    private static Set<String> statuses(ServerUnderTest server) {
        var moves = server.get(MOVES).json().at("/moves");
        return Set.copyOf(
                StreamSupport.stream(moves.spliterator(), false)
                        .map(it -> it.path("status").asText())
                        .toList());
    }

    private static void awaitDone(ServerUnderTest server) {
        Eventually.holds("all moves are done", () -> statuses(server).equals(Set.of("DONE")));
    }

    private static long living(TimerStore store) {
        return store.leases().shards(DEFAULT.id()).stream().filter(it -> !isMarked(it)).count();
    }

    private static boolean isMarked(ShardRow row) {
        return row.isMarked();
    }

    private static String timerId(byte[] callback) {
        var text = new String(callback, StandardCharsets.UTF_8);
        var name = "\"timerId\":\"";
        int at = text.indexOf(name) + name.length();
        return text.substring(at, text.indexOf('"', at));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void timersFireOnceAndChangesHoldWhileTheirShardsAreMovedToAndFro(int count) throws Exception {
        var nodes = new ArrayList<ServerUnderTest>();
        try (var receiver = Receiver.answering(200, "{\"ok\": true}");
                var clients = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < count; i++) {
                nodes.add(node("node-" + i));
            }
            Eventually.holds("all are there", () -> nodes.stream().allMatch(it -> sees(it, count)));
            var work = new Work(nodes, receiver.url());
            var working = clients.submit(work);
            for (var to : List.of("west", "east", "west")) {
                move(nodes.getFirst(), to);
                awaitDone(nodes.getLast());
                assertThat(living(to.equals("west") ? west : east)).isEqualTo(16);
                assertThat(living(to.equals("west") ? east : west)).isZero();
            }
            work.isOver.set(true);
            assertThat(working.get()).isTrue();
            Eventually.holds("all fired", () -> receiver.received() >= work.due.size());

            var calls = new HashMap<String, Integer>();
            while (receiver.received() > 0) {
                calls.merge(timerId(receiver.next()), 1, Integer::sum);
            }
            assertThat(calls.keySet()).isEqualTo(work.due);
            assertThat(calls.values()).containsOnly(1);
            nodes.forEach(
                    it -> assertThat(listed(it)).containsExactlyInAnyOrderElementsOf(work.far));
            for (var state : TimerState.values()) {
                assertThat(east.lists().counts(DEFAULT.shards(), state, 1_000))
                        .allMatch(it -> it.timers() == 0);
            }
        } finally {
            nodes.forEach(ServerUnderTest::close);
        }
    }

    private ServerUnderTest node(String name) {
        return ServerUnderTest.on(
                routed(), Map.of("node.id", name, "cluster.secret", "a-secret-of-many-characters"));
    }

    private static boolean sees(ServerUnderTest node, int count) {
        return node.get("/health/ready").status() == 200
                && node.get("/api/v1/cluster").json().at("/node/viewSize").asInt() == count;
    }

    /** A client that believes what it was told, whichever node it asks next. */
    private static final class Work implements Callable<Boolean> {
        private final List<ServerUnderTest> nodes;
        private final String url;
        private final Set<String> due = ConcurrentHashMap.newKeySet();
        private final Set<String> far = ConcurrentHashMap.newKeySet();
        private final AtomicBoolean isOver = new AtomicBoolean();
        private int calls;

        private Work(List<ServerUnderTest> nodes, String url) {
            this.nodes = nodes;
            this.url = url;
        }

        @Override
        public Boolean call() {
            for (int n = 0; !isOver.get(); n++) {
                var now = Instant.now();
                assertThat(put(next(), "due-" + n, now.plusMillis(50), url)).isEqualTo(201);
                due.add("due-" + n);
                var path = TIMERS + "far-" + n;
                assertThat(put(next(), "far-" + n, now.plus(Duration.ofDays(1)), url))
                        .isEqualTo(201);
                assertThat(next().get(path).status()).isEqualTo(200);
                if (n % 3 == 0) {
                    assertThat(next().delete(path).status()).isEqualTo(204);
                    assertThat(next().get(path).status()).isEqualTo(404);
                } else {
                    far.add("far-" + n);
                }
            }
            return true;
        }

        private ServerUnderTest next() {
            return nodes.get(calls++ % nodes.size());
        }
    }

    private static List<String> listed(ServerUnderTest server) {
        var found = new ArrayList<String>();
        var cursor = "";
        do {
            var page = server.get("/api/v1/groups/default/timers" + cursor).json();
            page.at("/timers").forEach(it -> found.add(it.path("timerId").asText()));
            var next = page.path("nextCursor").asText("");
            cursor = next.isEmpty() ? "" : "?cursor=" + next;
        } while (!cursor.isEmpty());
        return found;
    }

    @Test
    void aDryRunCountsAndMovesNothing() {
        try (var server = ServerUnderTest.on(routed(), Map.of())) {
            put(server, "a", Instant.now().plus(Duration.ofDays(1)), "http://a.example");

            var reply = server.post(MOVES, "{\"to\": \"west\", \"dryRun\": true}");

            assertThat(reply.status()).isEqualTo(200);
            assertThat(reply.json().at("/moves")).hasSize(16);
            assertThat(reply.json().path("pending").asInt()).isEqualTo(1);
            assertThat(server.get(MOVES).json().at("/moves")).isEmpty();
            assertThat(living(west)).isZero();
        }
    }

    @Test
    void someShardsAreMovedAndARestartFindsThemThere(@TempDir Path folder) {
        var settings =
                Map.of(
                        "store.databases.east", "sqlite:" + folder.resolve("east.db"),
                        "store.databases.west", "sqlite:" + folder.resolve("west.db"),
                        "groups.default.databases", "east");
        var id = "t0";
        int shard = DEFAULT.shardOf(id).index();
        try (var server = ServerUnderTest.onSqlite(settings)) {
            var later = Instant.now().plus(Duration.ofDays(1));
            assertThat(put(server, id, later, "http://a.example")).isEqualTo(201);
            var asked = "{\"to\": \"west\", \"shards\": [%d]}".formatted(shard);
            assertThat(server.post(MOVES, asked).json().at("/moves")).hasSize(1);
            awaitDone(server);
            assertThat(server.get(TIMERS + id).status()).isEqualTo(200);
            assertThat(server.post(MOVES, asked).json().at("/moves")).isEmpty();
        }
        try (var server = ServerUnderTest.onSqlite(settings)) {
            assertThat(server.get(TIMERS + id).status()).isEqualTo(200);
            assertThat(server.delete(TIMERS + id).status()).isEqualTo(204);
        }
    }

    @Test
    void theJavaClientMovesShardsAndSeesHowFarTheyAre() {
        try (var server = ServerUnderTest.on(routed(), Map.of())) {
            var client = BelfryClient.of(server.uri("/").toString());
            put(server, "a", Instant.now().plus(Duration.ofDays(1)), "http://a.example");
            assertThat(client.countMoves("default", "west").pending()).isEqualTo(1);
            assertThat(client.countMoves("default", "west", 3).moves()).hasSize(1);
            assertThat(client.moves("default")).isEmpty();
            assertThat(client.startMoves("default", "west", 3, 5))
                    .extracting(BelfryMove::shard)
                    .containsExactly(3, 5);
            Eventually.holds(
                    "moved", () -> client.moves("default").stream().allMatch(BelfryMove::isOver));

            assertThat(client.moves("default"))
                    .extracting(BelfryMove::status)
                    .containsOnly(BelfryMove.Status.DONE);
            assertThat(living(west)).isEqualTo(2);
            assertThat(client.cancelMoves("default"))
                    .extracting(BelfryMove::status)
                    .containsOnly(BelfryMove.Status.DONE);
            assertThat(client.cancelMove("default", 3).status()).isEqualTo(BelfryMove.Status.DONE);
        }
    }

    // ---- moves that do not go as they should

    private final AtomicReference<Predicate<String>> refused = new AtomicReference<>(_ -> false);

    /** One of whose calls some are answered with a failure. */
    private TimerStore failing(TimerStore real, Supplier<StoreException> failure) {
        return InterceptedStore.of(
                real,
                (call, itself) -> {
                    if (refused.get().test(call)) {
                        throw failure.get();
                    }
                    return itself.call();
                });
    }

    /** Moves to the west wait until it answers. */
    private TimerStore withSlowWest() {
        var slow = failing(west, () -> new StoreException.Unavailable("no answer"));
        return new RoutedTimerStore(
                List.of(
                        new RoutedDatabase("east", east),
                        new RoutedDatabase("west", slow),
                        new RoutedDatabase("north", new MemoryTimerStore(InstantSource.system()))),
                _ -> "east");
    }

    private static StoreException rejection() {
        return new StoreException.Rejected("the row is too long");
    }

    /** The first shard that has two timers, far in the future. */
    private static ShardId fill(ServerUnderTest server) {
        var later = Instant.now().plus(Duration.ofDays(1));
        var seen = new HashSet<ShardId>();
        for (int i = 0; ; i++) {
            var shard = DEFAULT.shardOf("t" + i);
            put(server, "t" + i, later, "http://a.example");
            if (!seen.add(shard)) {
                return shard;
            }
        }
    }

    private static void move(ServerUnderTest server, ShardId shard) {
        var asked = "{\"to\": \"west\", \"shards\": [%d]}".formatted(shard.index());
        assertThat(server.post(MOVES, asked).status()).isEqualTo(202);
    }

    private static int rows(TimerStore store, ShardId shard) {
        var all = PositionRange.from(Position.START);
        return store.timers().page(shard, all, new PageLimit(10, 100_000)).timers().size();
    }

    @Test
    void whatTheOtherDatabaseRefusesFailsAndLeavesNothingThere() {
        var store =
                new RoutedTimerStore(
                        List.of(
                                new RoutedDatabase("east", east),
                                new RoutedDatabase(
                                        "west", failing(west, DatabaseMovesTest::rejection))),
                        _ -> "east");
        try (var server = ServerUnderTest.on(store, Map.of())) {
            var shard = fill(server);
            var commits = new AtomicInteger();
            var copied = new AtomicInteger();
            // Both timers, then the first alone, which is taken, then the second.
            refused.set(
                    call -> {
                        if (!call.equals("commit")) {
                            return false;
                        }
                        int number = commits.incrementAndGet();
                        copied.accumulateAndGet(rows(west, shard), Math::max);
                        return number == 1 || number == 3;
                    });
            move(server, shard);
            Eventually.holds("it failed", () -> statuses(server).equals(Set.of("FAILED")));

            assertThat(server.get(MOVES).json().at("/moves/0/reason").asText())
                    .isEqualTo("the row is too long");
            assertThat(copied.get()).isEqualTo(1);
            assertThat(rows(west, shard)).isZero();
            assertThat(west.leases().shard(shard).moved()).isPresent();
            assertThat(rows(east, shard)).isEqualTo(2);
        }
    }

    @Test
    void aShardThatWasMovedStaysMovedThoughTheRestCanNotBeRemoved() {
        var store =
                new RoutedTimerStore(
                        List.of(
                                new RoutedDatabase(
                                        "east", failing(east, DatabaseMovesTest::rejection)),
                                new RoutedDatabase("west", west)),
                        _ -> "east");
        try (var server = ServerUnderTest.on(store, Map.of())) {
            var shard = fill(server);
            refused.set(
                    call ->
                            call.equals("commit")
                                    && east.leases().shard(shard).moved().isPresent());
            move(server, shard);
            Eventually.holds(
                    "it says so",
                    () -> server.get(MOVES).json().at("/moves/0/reason").asText().contains("long"));
            assertThat(statuses(server)).containsExactly("MOVED");
            assertThat(rows(east, shard)).isEqualTo(2);

            refused.set(_ -> false);
            awaitDone(server);

            assertThat(rows(east, shard)).isZero();
            assertThat(server.get(MOVES).json().at("/moves/0").has("reason")).isFalse();
        }
    }

    @Test
    void aGroupIsDeletedWhenNoShardIsOnItsWayAndItsMovesGoWithIt() {
        try (var server = ServerUnderTest.on(withSlowWest(), Map.of())) {
            var shard = fill(server);
            refused.set("shard"::equals);
            move(server, shard);

            var reply = server.delete("/api/v1/groups/default?drop=true");
            assertThat(reply.status()).isEqualTo(409);
            assertThat(reply.field("code")).isEqualTo("MOVE_UNDER_WAY");

            refused.set(_ -> false);
            server.delete(MOVES);
            Eventually.holds(
                    "none is open", () -> !OpenMoves.areOpen(east.records(), DEFAULT.id()));
            assertThat(server.delete("/api/v1/groups/default?drop=true").status()).isEqualTo(202);
            Eventually.holds("it is gone", () -> east.catalog().find(DEFAULT.id()).isEmpty());
            assertThat(OpenMoves.all(east.records(), "")).isEmpty();
        }
    }

    @Test
    void movesThatAreAskedForBesideADeletionAreTakenBack() {
        var deletes = new AtomicBoolean();
        var racing =
                InterceptedStore.of(
                        east,
                        (call, itself) -> {
                            if (call.equals("apply") && deletes.compareAndSet(true, false)) {
                                var there = east.catalog().find(DEFAULT.id()).orElseThrow();
                                east.catalog().turn(there, StoredGroup.Phase.DROPPING);
                            }
                            return itself.call();
                        });
        var store =
                new RoutedTimerStore(
                        List.of(
                                new RoutedDatabase("east", racing),
                                new RoutedDatabase("west", west)),
                        _ -> "east");
        try (var server = ServerUnderTest.on(store, Map.of())) {
            deletes.set(true);
            var reply = server.post(MOVES, "{\"to\": \"west\"}");

            assertThat(reply.field("code")).isEqualTo("GROUP_DELETING");
            assertThat(OpenMoves.all(east.records(), "")).isEmpty();
        }
    }

    @Test
    void noneIsBegunIfOneIsOnItsWayElsewhere() {
        try (var server = ServerUnderTest.on(withSlowWest(), Map.of())) {
            refused.set("shard"::equals);
            move(server, DEFAULT.shards().getLast());

            var reply = server.post(MOVES, "{\"to\": \"north\"}");

            assertThat(reply.field("code")).isEqualTo("MOVE_UNDER_WAY");
            assertThat(server.get(MOVES).json().at("/moves")).hasSize(1);
        }
    }

    @Test
    void whatCanNotBeMovedIsRefusedWithTheFieldThatSaysWhy() {
        try (var server = ServerUnderTest.on(routed(), Map.of())) {
            assertRefused(server, 404, "{\"to\": \"north\"}", "to", "east, west");
            assertRefused(server, 400, "{}", "to", "is missing");
            assertRefused(server, 404, "{\"to\": \"west\", \"shards\": [16]}", "shards", "0 to 15");
            assertRefused(server, 400, "{\"to\": \"west\", \"shards\": []}", "shards", "1 to 4096");
            assertThat(server.delete(MOVES + "/3").status()).isEqualTo(404);
            assertThat(server.delete(MOVES + "/16").status()).isEqualTo(404);
        }
    }

    @Test
    void nothingIsMovedWhileADatabaseDoesNotSayWhatLivesThere() {
        var isDown = new AtomicBoolean();
        var store =
                new RoutedTimerStore(
                        List.of(
                                new RoutedDatabase("east", east),
                                new RoutedDatabase("west", silentOfShards(west, isDown))),
                        _ -> "east");
        try (var server = ServerUnderTest.on(store, Map.of())) {
            isDown.set(true);
            assertThat(server.post(MOVES, "{\"to\": \"west\"}").status()).isEqualTo(503);
            assertThat(server.get(MOVES).json().at("/moves")).isEmpty();

            isDown.set(false);
            move(server, "west");
            awaitDone(server);
        }
    }

    private static TimerStore silentOfShards(TimerStore store, AtomicBoolean isDown) {
        return InterceptedStore.of(
                store,
                (call, real) -> {
                    if (isDown.get() && call.equals("shards")) {
                        throw new StoreException.Unavailable("connection refused");
                    }
                    return real.call();
                });
    }

    private static void assertRefused(
            ServerUnderTest server, int status, String body, String field, String detail) {
        var reply = server.post(MOVES, body);
        assertThat(reply.status()).as(reply.text()).isEqualTo(status);
        assertThat(reply.json().path("field").asText()).isEqualTo(field);
        assertThat(reply.json().path("detail").asText()).contains(detail);
    }
}
