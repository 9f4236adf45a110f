package dev.belfry.check.clients;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.check.processes.ServerProcess;
import dev.belfry.client.BelfryClient;
import dev.belfry.client.BelfryTimer;
import dev.belfry.client.NewTimer;
import dev.belfry.server.Eventually;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Receivers on frameworks that users have work with default settings: an empty 200, a plain text, a
 * 404 during a deploy, and an endpoint that knows only its own JSON. Needs node, npm and python3.
 */
@Tag("system")
@Timeout(600)
class FrameworkReceiversTest {
    private static final Path TARGET = Path.of("target").toAbsolutePath();
    private static final Path PROGRAMS = Path.of("src/test/resources/receivers").toAbsolutePath();

    @TempDir private Path folder;

    @Test
    void receiversOnEveryFrameworkWorkWithDefaultSettings() throws Exception {
        var receivers = new LinkedHashMap<String, HostedReceiver>();
        int port = ServerProcess.freePort();
        var server = ServerProcess.start(folder, Map.of("http.port", "" + port));
        try {
            receivers.put("jdk", new JdkReceiver());
            receivers.put("vertx", new VertxReceiver());
            receivers.put("spring", new SpringReceiver(folder));
            receivers.put("express", express());
            receivers.put("flask", flask());
            server.awaitReady(HttpClient.newHttpClient());
            var belfry = BelfryClient.of("http://127.0.0.1:" + port);
            receivers.forEach((name, receiver) -> callEach(belfry, name, receiver));
            Eventually.holds("all are done", () -> belfry.list("default", 1).timers().isEmpty());
            assertThat(belfry.failed("default", 1).timers()).isEmpty();
            receivers.forEach(
                    (name, receiver) ->
                            assertThat(receiver.asked())
                                    .as(name)
                                    .containsExactlyInAnyOrder(
                                            "/void", "/text", "/own", "/deploy", "/deploy"));
        } finally {
            for (var receiver : receivers.values()) {
                receiver.close();
            }
            server.stop();
        }
    }

    private static void callEach(BelfryClient belfry, String name, HostedReceiver receiver) {
        for (var path : List.of("/void", "/text", "/own", "/deploy")) {
            var timer =
                    NewTimer.after(
                                    name + path,
                                    Duration.ofMillis(1),
                                    "http://127.0.0.1:" + receiver.port() + path)
                            .payload("{\"orderId\":42}");
            belfry.create(path.equals("/own") ? timer.body(BelfryTimer.Body.PAYLOAD) : timer);
        }
    }

    private HostedReceiver express() throws Exception {
        var modules = Programs.npm(TARGET.resolve("express"), "express@5.1.0");
        Files.createSymbolicLink(folder.resolve("node_modules"), modules);
        var program = Files.copy(PROGRAMS.resolve("express.js"), folder.resolve("express.js"));
        return new ProgramReceiver(folder, List.of("node", program.toString()));
    }

    private HostedReceiver flask() throws Exception {
        var python = Programs.python(TARGET.resolve("flask"), "flask==3.1.2");
        var program = PROGRAMS.resolve("receiver.py").toString();
        return new ProgramReceiver(folder, List.of(python.toString(), program));
    }
}
