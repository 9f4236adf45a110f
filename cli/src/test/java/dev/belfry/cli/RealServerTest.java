package dev.belfry.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.belfry.operate.config.Configuration;
import dev.belfry.server.BelfryServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command line against the server itself, with timers that fire. */
class RealServerTest {
    @TempDir private Path folder;

    private final BlockingQueue<String> received = new LinkedBlockingQueue<>();
    private volatile int status = 204;
    private HttpServer receiver;
    private BelfryServer server;
    private Shell shell;
    private String callback;

    @BeforeEach
    void start() throws Exception {
        receiver = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        receiver.createContext(
                "/",
                exchange -> {
                    try (exchange) {
                        var body = exchange.getRequestBody().readAllBytes();
                        exchange.sendResponseHeaders(status, -1);
                        received.add(new String(body, StandardCharsets.UTF_8));
                    }
                });
        receiver.start();
        callback = "http://127.0.0.1:" + receiver.getAddress().getPort() + "/";
        server = new BelfryServer(configuration());
        server.start();
        shell = new Shell("http://localhost:" + server.port());
    }

    /** The file that a distribution brings must be one that the server takes. */
    private Configuration configuration() {
        return Configuration.load(
                Optional.of(Path.of("src/dist/belfry.yaml")),
                Map.of(),
                Map.of("http.port", "0", "data.dir", folder.resolve("data").toString()));
    }

    @AfterEach
    void stop() {
        server.close();
        receiver.stop(0);
    }

    @Test
    void whatHappensIsShownEverySecond() {
        var watched = shell.run("watch", "--count", "2");
        assertThat(watched.code()).as(watched.err()).isZero();
        assertThat(watched.out().lines())
                .hasSizeGreaterThanOrEqualTo(3)
                .first()
                .asString()
                .startsWith("TIME");
        assertThat(shell.run("watch", "--count", "1", "--json").out()).startsWith("{\"at\"");
        assertThat(shell.run("watch", "--count", "1", "-g", "none").code()).isEqualTo(2);
    }

    @Test
    void aTimerIsExplainedAndFired() {
        shell.run("timer", "create", "late", "--in", "9h", "--callback", "http://127.0.0.1:9/");
        assertThat(shell.run("timer", "explain", "late").out()).startsWith("SCHEDULED: ");
        assertThat(shell.run("timer", "fire", "late").out()).startsWith("fires default/late");
        assertThat(shell.run("timer", "fire", "absent").code()).isEqualTo(2);
    }

    @Test
    void aTimerFires() throws Exception {
        var created =
                shell.run(
                        "timer",
                        "create",
                        "a/b ✓",
                        "--at",
                        "2020-01-01T00:00:00Z",
                        "-c",
                        callback,
                        "-p",
                        "{\"n\": 1.10}");
        assertThat(created.err()).isEmpty();
        assertThat(created.out()).startsWith("created default/a/b ✓: 2020-01-01T00:00:00Z");
        assertThat(received.take())
                .startsWith("{\"groupId\":\"default\",\"timerId\":\"a/b ✓\",")
                .endsWith(",\"attempt\":1,\"correlationId\":null,\"payload\":{\"n\": 1.10}}");
    }

    @Test
    void aTimerLivesThroughAllCommands() {
        assertThat(shell.run("timer", "put", "x y", "--in", "1h", "-c", callback).out())
                .startsWith("created default/x y");
        assertThat(shell.run("timer", "create", "x y", "--in", "2h", "-c", callback).code())
                .isEqualTo(3);
        assertThat(shell.run("timer", "patch", "x y", "--at", "in 3h").out())
                .contains("2030-01-01T03:00:00Z");
        assertThat(shell.run("timer", "list", "--from", "in 2h").out()).contains("x y");
        assertThat(shell.run("timer", "list", "--all", "--json").out().lines()).hasSize(1);
        assertThat(shell.run("timer", "patch", "x y", "-p", "1", "--if-match", "\"1\"").code())
                .isEqualTo(3);
        assertThat(shell.run("timer", "delete", "x y").out()).isEqualTo("deleted default/x y\n");
        assertThat(shell.run("timer", "get", "x y").code()).isEqualTo(2);
        assertThat(shell.run("timer", "create", "z", "--in", "1h", "-c", "ftp://x").code())
                .isEqualTo(4);
    }

    @Test
    void failedTimersAreListedAndRedriven() throws Exception {
        status = 410;
        shell.run("timer", "create", "f", "--at", "2020-01-01T00:00:00Z", "-c", callback);
        received.take();
        var listed = shell.run("failed", "list");
        while (!listed.out().contains("HTTP 410")) {
            assertThat(listed.code()).isZero();
            listed = shell.run("failed", "list");
        }
        status = 204;
        assertThat(shell.run("failed", "redrive", "--all").out())
                .isEqualTo("1 redriven, 0 refused\n");
        assertThat(received.take()).contains("\"timerId\":\"f\"");
    }

    @Test
    void manyTimersAreDeletedByOneJob() {
        for (var id : new String[] {"a1", "a2", "b1"}) {
            shell.run("timer", "create", id, "--in", "9h", "-c", callback);
        }
        var deleted = shell.run("bulk", "delete", "--id-prefix", "a", "--yes", "--wait");
        assertThat(deleted.out()).contains("2 found, 2 done, 0 skipped, 0 failed");
        assertThat(deleted.code()).isZero();
        assertThat(shell.run("timer", "list").out()).contains("b1").doesNotContain("a1");
        assertThat(shell.run("bulk", "list").out()).contains("delete  DONE");
        assertThat(shell.run("bulk", "postpone", "--by", "soon", "--yes").code()).isEqualTo(4);
    }

    @Test
    void aFileOfTimersIsCreated() throws Exception {
        var lines = new StringBuilder();
        for (int i = 0; i < 2_500; i++) {
            lines.append(
                    "{\"timerId\":\"t%d\",\"executeAt\":\"2031-01-01T00:00:00Z\",\"callbackUrl\":\"%s\"}%n"
                            .formatted(i, callback));
        }
        var file = Files.writeString(folder.resolve("timers.jsonl"), lines);
        assertThat(shell.run("timer", "create", "--file", file.toString()).out())
                .isEqualTo("2500 created, 0 existed already, 0 refused\n");
        assertThat(shell.run("timer", "create", "--file", file.toString()).out())
                .isEqualTo("0 created, 2500 existed already, 0 refused\n");
        assertThat(shell.run("timer", "list", "--all", "--json").out().lines()).hasSize(2_500);
    }

    @Test
    void groupsAndTheClusterAreShown() {
        assertThat(shell.run("group", "pause", "default", "--reason", "deploy").code()).isZero();
        assertThat(shell.run("group", "list").out()).contains("default").contains("paused: deploy");
        assertThat(shell.run("group", "resume", "default").code()).isZero();
        assertThat(shell.run("group", "show", "default").out()).contains("shardCount       16");
        assertThat(shell.run("group", "show", "nobody").code()).isEqualTo(2);
        assertThat(shell.run("cluster").out()).contains("answered this");
        assertThat(shell.run("health").out()).isEqualTo("ready\n");
    }
}
