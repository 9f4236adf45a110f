package dev.belfry.check.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.UnixOperatingSystemMXBean;
import dev.belfry.check.faults.RawReceiver;
import dev.belfry.check.processes.Lateness;
import dev.belfry.check.processes.ServerProcess;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Ten thousand connections on which nothing happens, while timers are made and fire. */
@Tag("system")
class IdleConnectionsTest {
    private static final int WANTED = 10_000;

    /** More than two, because each may have half as many connections as there are requests. */
    private static final int ADDRESSES = 4;

    /** Files that this process and the server need besides. */
    private static final int OTHER_FILES = 1_000;

    private static final Duration BETWEEN_TIMERS = Duration.ofMillis(20);
    private static final Duration HELD = Duration.ofSeconds(15);
    private static final Duration IDLE_TIMEOUT = Duration.ofSeconds(40);
    private static final Duration LONGEST = Duration.ofSeconds(60);

    /** Wide, because a heap grows for many reasons; 10,000 buffers of 64 KiB would show. */
    private static final long MOST_GROWTH = 400L << 20;

    @TempDir private Path folder;

    private final HttpClient http = HttpClient.newHttpClient();
    private final int port = ServerProcess.freePort();
    private final List<SocketChannel> connections = new ArrayList<>();

    @Test
    @Timeout(180)
    void tenThousandIdleConnectionsDoNoHarmAndAreClosedWhenTheirTimeIsOver() throws Exception {
        var settings =
                Map.of(
                        "http.port", "" + port,
                        "http.idleTimeout", IDLE_TIMEOUT.toSeconds() + "s",
                        "http.bodyTimeout", LONGEST.toSeconds() + "s",
                        "node.shutdownPatience", "2s");
        var server = ServerProcess.start(folder, settings);
        try (http) {
            server.awaitReady(http);
            liveBeside(server, wanted());
            server.stop();
        } finally {
            closeAll();
            server.kill();
        }
    }

    /** As many as the limits of this machine allow; the server has the same limits. */
    private static int wanted() {
        var system = (UnixOperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        int allowed = (int) Math.min(Integer.MAX_VALUE, system.getMaxFileDescriptorCount());
        int wanted = Math.min(WANTED, allowed - OTHER_FILES);
        System.out.printf("%d files allowed, %d connections%n", allowed, wanted);
        assertThat(wanted).as("ulimit -n is too low for this test").isGreaterThan(2_000);
        return wanted;
    }

    private void liveBeside(ServerProcess server, int wanted) throws Exception {
        long before = server.residentBytes();
        var opening = Instant.now();
        for (int i = 0; i < wanted; i++) {
            connections.add(open(i));
        }
        System.out.printf(
                "opened within %d ms%n", Duration.between(opening, Instant.now()).toMillis());
        assertThat(server.openFiles()).isGreaterThan(wanted);
        fireTimers(Instant.now().plus(HELD));
        assertThat(server.openFiles()).as("they are held").isGreaterThan(wanted);
        long growth = server.residentBytes() - before;
        System.out.printf(
                "resident %d MiB before, %d MiB more with the connections%n",
                before >> 20, growth >> 20);
        assertThat(growth).isLessThan(MOST_GROWTH);
        awaitClosed(server, wanted);
    }

    /** Some say nothing at all, some have begun a request, some have had an answer. */
    private SocketChannel open(int number) throws IOException {
        var channel = SocketChannel.open();
        channel.bind(new InetSocketAddress("127.0.0." + (2 + number % ADDRESSES), 0));
        channel.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        switch (number % 3) {
            case 0 -> say(channel, "POST /api/v1/timers HTTP/1.1\r\nHost: localhost\r\nContent-Le");
            case 1 -> {
                say(channel, "GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n");
                assertThat(channel.read(ByteBuffer.allocate(1_000))).isPositive();
            }
            default -> {}
        }
        return channel;
    }

    private static void say(SocketChannel channel, String text) throws IOException {
        channel.write(ByteBuffer.wrap(text.getBytes(java.nio.charset.StandardCharsets.US_ASCII)));
    }

    /** Timers are made and fire all the while. */
    private void fireTimers(Instant until) throws Exception {
        var late = new ArrayList<Lateness>();
        try (var receiver =
                new RawReceiver(
                        (request, connection) -> {
                            synchronized (late) {
                                late.add(Lateness.of(request, Instant.now()));
                            }
                            RawReceiver.write(connection, "HTTP/1.1 204 Done\r\n\r\n");
                        })) {
            int made = 0;
            while (Instant.now().isBefore(until)) {
                create(made++, receiver.url());
                Thread.sleep(BETWEEN_TIMERS);
            }
            var deadline = Instant.now().plus(LONGEST);
            while (receiver.requestsSoFar() < made) {
                assertThat(Instant.now()).as("all fired").isBefore(deadline);
                Thread.sleep(50);
            }
        }
        synchronized (late) {
            assertThat(late).noneMatch(Lateness::isEarly);
            System.out.printf("beside them: %s%n", Lateness.summary(late));
        }
    }

    private void create(int number, String url) throws Exception {
        var body =
                "{\"timerId\":\"t%d\",\"executeAt\":\"%s\",\"callbackUrl\":\"%s\"}"
                        .formatted(number, Instant.now().plusMillis(200), url);
        var request =
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/api/v1/timers"))
                        .timeout(LONGEST)
                        .header("Content-Type", "application/json")
                        .POST(BodyPublishers.ofString(body))
                        .build();
        var response = http.send(request, BodyHandlers.ofString());
        assertThat(response.statusCode()).as(response.body()).isEqualTo(201);
    }

    private void awaitClosed(ServerProcess server, int wanted) throws Exception {
        var deadline = Instant.now().plus(IDLE_TIMEOUT).plus(LONGEST);
        while (server.openFiles() > wanted / 10) {
            assertThat(Instant.now()).as("idle connections are closed").isBefore(deadline);
            Thread.sleep(200);
        }
        System.out.printf("%d files open after the idle timeout%n", server.openFiles());
    }

    private void closeAll() throws IOException {
        for (var connection : connections) {
            connection.close();
        }
    }
}
