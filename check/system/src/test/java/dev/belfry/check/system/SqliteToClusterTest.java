package dev.belfry.check.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.belfry.check.processes.DatabaseProcess;
import dev.belfry.check.processes.Nodes;
import dev.belfry.check.processes.ServerProcess;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The commands of the documentation that take a server on SQLite to three nodes on PostgreSQL, run
 * as they stand there, while timers are due.
 */
@Tag("system")
@Timeout(300)
class SqliteToClusterTest {
    private static final int TIMERS = 6_000;
    private static final int BATCH = 1_000;

    /** They are due all over this time; the commands run in its midst. */
    private static final Duration SPREAD = Duration.ofSeconds(40);

    private static final Duration BEFORE_THE_MOVE = Duration.ofSeconds(10);

    /** What a first claim and a busy machine may take beside the commands. */
    private static final Duration SLACK = Duration.ofSeconds(15);

    private static final Pattern ID = Pattern.compile("\"timerId\":\"t([0-9]+)\"");
    private static final Pattern COMMANDS =
            Pattern.compile("(?ms)^<!-- runnable: SQLite to a cluster -->\n```sh\n(.*?)^```$");

    @TempDir private Path folder;

    private final HttpClient http = HttpClient.newHttpClient();
    private final DatabaseProcess database = DatabaseProcess.of("postgres", "cluster-of-sqlite");
    private final Map<Integer, Instant> first = new ConcurrentHashMap<>();
    private final Map<Integer, Integer> calls = new ConcurrentHashMap<>();
    private HttpServer receiver;
    private Nodes nodes;

    @BeforeEach
    void start() throws Exception {
        receiver =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 500);
        receiver.createContext("/", this::receive);
        receiver.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        receiver.start();
        database.start();
        nodes = new Nodes(http, folder, "n1", "n2", "n3");
    }

    @AfterEach
    void stop() throws Exception {
        nodes.close();
        receiver.stop(0);
        database.remove();
    }

    private void receive(HttpExchange exchange) throws IOException {
        try (exchange) {
            var now = Instant.now();
            var body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            var matcher = ID.matcher(body);
            if (matcher.find()) {
                int timer = Integer.parseInt(matcher.group(1));
                first.putIfAbsent(timer, now);
                calls.merge(timer, 1, Integer::sum);
            }
            exchange.sendResponseHeaders(204, -1);
        }
    }

    @Test
    void noTimerIsLostOrEarlyAndTheyWaitOnlyWhileTheyAreMoved() throws Exception {
        int port = ServerProcess.freePort();
        var old = ServerProcess.start(Files.createDirectories(folder.resolve("old")), port);
        old.awaitReady(http);
        for (var name : nodes.names()) {
            nodes.start(name, database.url());
        }
        nodes.awaitReady();
        nodes.awaitSettled("n1", 3);

        var begin = Instant.now().plusSeconds(5);
        create(port, begin);
        Thread.sleep(Duration.between(Instant.now(), begin.plus(BEFORE_THE_MOVE)));
        var before = first.size();
        var paused = Instant.now();
        move(port);
        var moved = Duration.between(paused, Instant.now());
        int already = first.size();
        assertThat(already).as("some fired before, some not").isBetween(1, TIMERS - 1);
        awaitAll(begin.plus(SPREAD).plus(moved).plus(SLACK));

        assertThat(first).as("lost").hasSize(TIMERS);
        var latest = Duration.ZERO;
        for (int i = 0; i < TIMERS; i++) {
            var due = dueAt(begin, i);
            assertThat(first.get(i)).as("early: t%d", i).isAfterOrEqualTo(due);
            var late = Duration.between(due, first.get(i));
            latest = late.compareTo(latest) > 0 ? late : latest;
        }
        long repeated = calls.values().stream().filter(it -> it > 1).count();
        System.out.printf(
                "%d of %d fired before the move, which took %d ms; latest %d ms late, %d repeated%n",
                before, TIMERS, moved.toMillis(), latest.toMillis(), repeated);
        assertThat(latest).isLessThan(moved.plus(SLACK));
        assertThat(repeated).as("under way when they were paused").isLessThan(TIMERS / 100);
        old.stop();
        nodes.stopAll();
    }

    private static Instant dueAt(Instant begin, int timer) {
        return Instant.ofEpochMilli(begin.toEpochMilli() + SPREAD.toMillis() * timer / TIMERS);
    }

    private void create(int port, Instant begin) throws Exception {
        for (int from = 0; from < TIMERS; from += BATCH) {
            var items = new StringBuilder();
            for (int i = from; i < from + BATCH; i++) {
                items.append(i == from ? "" : ",")
                        .append(
                                "{\"timerId\":\"t%d\",\"executeAt\":\"%s\",\"callbackUrl\":\"http://127.0.0.1:%d/\",\"headers\":{\"X-Key\":\"k%d\"}}"
                                        .formatted(
                                                i,
                                                dueAt(begin, i),
                                                receiver.getAddress().getPort(),
                                                i));
            }
            var request =
                    HttpRequest.newBuilder(
                                    URI.create("http://127.0.0.1:" + port + "/api/v1/timers/batch"))
                            .header("Content-Type", "application/json")
                            .POST(BodyPublishers.ofString("{\"timers\":[" + items + "]}"))
                            .build();
            var reply = http.send(request, BodyHandlers.ofString());
            assertThat(reply.statusCode()).as(reply.body()).isEqualTo(200);
            assertThat(reply.body()).doesNotContain("\"problem\"");
        }
    }

    /** As a reader would: the launcher's name stands for the class path of this test. */
    private void move(int port) throws Exception {
        var page = RunnablePage.of("docs/operations/export.md").text();
        var matcher = COMMANDS.matcher(page);
        assertThat(matcher.find()).isTrue();
        var script =
                matcher.group(1)
                        .replace("localhost:8080", "127.0.0.1:" + port)
                        .replace("localhost:8081", "127.0.0.1:" + nodes.port("n2"));
        launcher();
        var log = folder.resolve("move.log");
        var process =
                new ProcessBuilder("sh", "-euc", script)
                        .directory(folder.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(log.toFile())
                        .start();
        assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(Files.readString(log)).isZero();
        System.out.print(Files.readString(log));
    }

    private void launcher() throws IOException {
        var java = Path.of(System.getProperty("java.home"), "bin", "java");
        var words =
                List.of(
                        "#!/bin/sh",
                        "exec '%s' -Xmx256m -XX:TieredStopAtLevel=1 -cp '%s' dev.belfry.cli.Belfry \"$@\"");
        var file = folder.resolve("belfry");
        Files.writeString(
                file,
                String.join("\n", words).formatted(java, System.getProperty("java.class.path")));
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
        assertThat(new File(file.toString()).canExecute()).isTrue();
    }

    private void awaitAll(Instant deadline) throws InterruptedException {
        while (first.size() < TIMERS && Instant.now().isBefore(deadline)) {
            Thread.sleep(50);
        }
    }
}
