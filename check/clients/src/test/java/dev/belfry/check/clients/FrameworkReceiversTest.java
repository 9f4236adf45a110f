package dev.belfry.check.clients;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.check.processes.ServerProcess;
import dev.belfry.client.BelfryClient;
import dev.belfry.client.BelfryTimer;
import dev.belfry.client.NewTimer;
import dev.belfry.server.Eventually;
import java.net.http.HttpClient;
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
 * 404 during a deploy, and an endpoint that knows only its own JSON. Needs what
 * scripts/foreign-packages fetches.
 */
@Tag("system")
@Timeout(600)
class FrameworkReceiversTest {
    private static final Path PROGRAMS = Path.of("src/test/resources/receivers").toAbsolutePath();

    @TempDir private Path folder;

    @Test
    void receiversOnEveryFrameworkWorkWithDefaultSettings() throws Exception {
        Programs.fetchPackages();
        var receivers = new LinkedHashMap<String, HostedReceiver>();
        int port = ServerProcess.freePort();
        var server = ServerProcess.start(folder, Map.of("http.port", "" + port));
        try {
            receivers.put("jdk", new JdkReceiver());
            receivers.put("vertx", new VertxReceiver());
            receivers.put("spring", new SpringReceiver(folder));
            receivers.put("express", program("node", "express.js"));
            receivers.put("flask", program("python3", "flask_receiver.py"));
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

    private HostedReceiver program(String language, String file) throws Exception {
        return new ProgramReceiver(folder, List.of(language, PROGRAMS.resolve(file).toString()));
    }
}
