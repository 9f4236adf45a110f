package dev.belfry.check.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.check.processes.Script;
import dev.belfry.check.processes.ServerProcess;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The alert rules, by Prometheus itself. */
@Tag("system")
class PrometheusTest {
    private static final Path RULES = Path.of("..", "..", "deploy", "prometheus").toAbsolutePath();

    private final HttpClient http = HttpClient.newHttpClient();

    @Test
    void theRulesAreUnderstoodAndFireWhenTheyShould() throws Exception {
        promtool("check", "rules", "alerts.yaml");
        promtool("test", "rules", "alerts-test.yaml");
    }

    private static void promtool(String... arguments) throws Exception {
        var command = new ArrayList<>(List.of(tool("promtool").toString()));
        command.addAll(List.of(arguments));
        var process =
                new ProcessBuilder(command)
                        .directory(RULES.toFile())
                        .redirectErrorStream(true)
                        .start();
        var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
    }

    private static Path tool(String name) throws IOException {
        return Path.of(Script.run("prometheus")).resolveSibling(name);
    }

    /** A dead letter, because its rule waits for nothing. */
    @Test
    void anAlertFiresForARealServer(@TempDir Path folder) throws Exception {
        int port = ServerProcess.freePort();
        var server = ServerProcess.start(folder, port);
        int ownPort = ServerProcess.freePort();
        var prometheus = start(folder, port, ownPort);
        try {
            server.awaitReady(http);
            await(ownPort, "query?query=belfry_settled_total", "\"failed\"", prometheus, folder);
            assertThat(ask(ownPort, "alerts")).doesNotContain("BelfryDeadLetters");
            createOneThatFails(port);
            await(ownPort, "alerts", "BelfryDeadLetters", prometheus, folder);
            assertThat(ask(ownPort, "alerts")).contains("\"state\":\"firing\"");
        } finally {
            prometheus.destroyForcibly().waitFor();
            server.stop();
        }
    }

    private static Process start(Path folder, int server, int own) throws IOException {
        var config =
                Files.readString(RULES.resolve("prometheus.yaml"))
                        .replace("interval: 15s", "interval: 200ms")
                        .replace("alerts.yaml", RULES.resolve("alerts.yaml").toString())
                        .replace("localhost:8080", "localhost:" + server);
        var file = Files.writeString(folder.resolve("prometheus.yaml"), config);
        return new ProcessBuilder(
                        tool("prometheus").toString(),
                        "--config.file=" + file,
                        "--storage.tsdb.path=" + folder.resolve("prometheus"),
                        "--web.listen-address=127.0.0.1:" + own)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("prometheus.log").toFile())
                .start();
    }

    private void createOneThatFails(int port) throws Exception {
        var timer =
                """
                {"timerId": "x", "executeAt": "2020-01-01T00:00:00Z", "callbackUrl": "http://localhost:1/",
                 "retryPolicy": {"maxAttempts": 1}}\
                """;
        var request =
                HttpRequest.newBuilder(URI.create("http://localhost:" + port + "/api/v1/timers"))
                        .header("Content-Type", "application/json")
                        .POST(BodyPublishers.ofString(timer))
                        .build();
        var answer = http.send(request, BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
    }

    /** Until Prometheus says it, or is gone; JUnit ends what hangs. */
    private void await(int port, String path, String text, Process prometheus, Path folder)
            throws Exception {
        while (!ask(port, path).contains(text)) {
            assertThat(prometheus.isAlive())
                    .as(Files.readString(folder.resolve("prometheus.log")))
                    .isTrue();
            Thread.sleep(50);
        }
    }

    private String ask(int port, String path) throws InterruptedException {
        var uri = URI.create("http://127.0.0.1:" + port + "/api/v1/" + path);
        try {
            return http.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString()).body();
        } catch (IOException notYet) {
            return "";
        }
    }
}
