package dev.belfry.check.outages;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.belfry.check.processes.Nodes;
import dev.belfry.check.processes.Script;
import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.Incarnation;
import dev.belfry.core.shard.NodeId;
import dev.belfry.core.store.Claim;
import dev.belfry.core.store.CommitResult;
import dev.belfry.core.store.ShardCommit;
import dev.belfry.core.store.StoreProvider;
import dev.belfry.core.store.TimerStore;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A PostgreSQL database is restored to a moment between a base backup and now, while a server of
 * before still runs: after {@code belfry fence} nothing of what that one holds is worth anything.
 */
@Tag("system")
class PostgresRestoreTest {
    private static final String SCRIPT = "postgres-restore";
    private static final Group SIDE = Group.of("side", 1);

    @TempDir private Path folder;

    private final HttpClient http = HttpClient.newHttpClient();

    /** How often each webhook id came, by the timer's id. */
    private final Map<String, Map<String, Integer>> calls = new ConcurrentHashMap<>();

    private HttpServer receiver;
    private String url;

    @BeforeEach
    void start() throws IOException {
        receiver =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100);
        receiver.createContext("/", this::receive);
        receiver.start();
        url = Script.run(SCRIPT, "start");
    }

    @AfterEach
    void stop() throws IOException {
        receiver.stop(0);
        Script.run(SCRIPT, "stop");
    }

    private void receive(HttpExchange exchange) throws IOException {
        try (exchange) {
            var _ = exchange.getRequestBody().readAllBytes();
            calls.computeIfAbsent(
                            exchange.getRequestURI().getPath().substring(1),
                            _ -> new ConcurrentHashMap<>())
                    .merge(exchange.getRequestHeaders().getFirst("webhook-id"), 1, Integer::sum);
            exchange.sendResponseHeaders(204, -1);
        }
    }

    private int calls(String id) {
        return calls.getOrDefault(id, Map.of()).values().stream().mapToInt(it -> it).sum();
    }

    @Test
    @Timeout(300)
    void aForgottenServerWritesAndFiresNothingAfterARestore() throws Exception {
        var now = Instant.now();
        try (var store = open();
                var nodes = new Nodes(http, folder, "old", "new")) {
            store.leases().openGroup(SIDE);
            var forgotten = claimed(store);
            nodes.start("old", url);
            nodes.awaitReady();
            Script.run(SCRIPT, "backup");
            send(nodes, "old", "POST", "/pause");
            ids("again").forEach(id -> create(nodes, "old", id, now));
            ids("deleted").forEach(id -> create(nodes, "old", id, now.plusSeconds(3_600)));
            Script.run(SCRIPT, "mark", "noon");

            ids("deleted").forEach(id -> send(nodes, "old", "DELETE", "/timers/" + id));
            send(nodes, "old", "POST", "/resume");
            await(() -> ids("again").allMatch(id -> calls(id) == 1));
            var soon = Instant.now().plusSeconds(10);
            ids("lost").forEach(id -> create(nodes, "old", id, soon));
            nodes.process("old").stall();
            Script.run(SCRIPT, "restore", "noon");

            assertThat(fence()).isEqualTo(new Ended(0, ""));
            try (var afterwards = open()) {
                assertThat(afterwards.timers().commit(List.of(forgotten)))
                        .containsExactly(new CommitResult.LeaseLost());
            }
            nodes.start("new", url);
            nodes.process("new").awaitReady(http);
            assertThat(fence().code()).as("while a server lives").isEqualTo(3);
            nodes.process("old").goOn();
            nodes.awaitSettled("old", 2);

            assertThat(nodes.process("old").said()).contains("Evicted");
            ids("deleted").forEach(id -> send(nodes, "new", "GET", "/timers/" + id));
            send(nodes, "new", "POST", "/resume");
            await(() -> ids("again").allMatch(id -> calls(id) >= 2));
            await(() -> Instant.now().isAfter(soon.plusSeconds(1)));
            nodes.stopAll();
        }
        assertThat(ids("again").map(calls::get).map(Map::values))
                .as("fired once before the restore and once after it, as the same call")
                .allSatisfy(it -> assertThat(it).containsExactly(2));
        assertThat(ids("lost").map(this::calls)).containsOnly(0);
        assertThat(ids("deleted").map(this::calls)).containsOnly(0);
    }

    private static void await(BooleanSupplier condition) throws InterruptedException {
        while (!condition.getAsBoolean()) {
            Thread.sleep(20);
        }
    }

    private static Stream<String> ids(String prefix) {
        return IntStream.range(0, 5).mapToObj(i -> prefix + "-" + i);
    }

    private void create(Nodes nodes, String node, String id, Instant at) {
        send(
                nodes,
                node,
                "PUT",
                "/timers/" + id,
                "{\"executeAt\": \"%s\", \"callbackUrl\": \"http://127.0.0.1:%d/%s\"}"
                        .formatted(at, receiver.getAddress().getPort(), id));
    }

    private static void send(Nodes nodes, String node, String method, String path) {
        send(nodes, node, method, path, method.equals("POST") ? "{}" : "");
    }

    private static void send(Nodes nodes, String node, String method, String path, String body) {
        try {
            var answer = nodes.ask(node, method, "/api/v1/groups/default" + path, body);
            assertThat(answer.statusCode()).as("%s %s", path, answer.body()).isBetween(200, 299);
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private TimerStore open() {
        return ServiceLoader.load(StoreProvider.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(it -> url.startsWith(it.scheme() + ":"))
                .findFirst()
                .orElseThrow()
                .open(url);
    }

    /** What somebody who owns a shard would write next. */
    private static ShardCommit claimed(TimerStore store) {
        var row = store.leases().shards(SIDE.id()).getFirst();
        var claim = Claim.of(row, new Incarnation(new NodeId("forgotten"), 1), 7);
        var _ = store.leases().claim(List.of(claim));
        return new ShardCommit(claim.lease(), 1, Instant.EPOCH, false, List.of());
    }

    /** How a command ended, and what it complained about. */
    private record Ended(int code, String complaint) {}

    private Ended fence() throws IOException, InterruptedException {
        var builder =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-cp",
                                System.getProperty("java.class.path"),
                                "dev.belfry.cli.Belfry",
                                "fence")
                        .directory(folder.toFile());
        builder.environment().put("BELFRY_STORE_URL", url);
        var process = builder.start();
        var complaint =
                new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8)
                        .lines()
                        .filter(line -> line.startsWith("belfry: "))
                        .findFirst();
        return new Ended(process.waitFor(), complaint.orElse(""));
    }
}
