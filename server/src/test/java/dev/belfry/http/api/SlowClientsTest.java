package dev.belfry.http.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.operate.access.Role;
import dev.belfry.server.Eventually;
import dev.belfry.server.RawConnection;
import dev.belfry.server.ServerUnderTest;
import dev.belfry.server.TestKeys;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clients that begin and do not go on, as many as one likes, keep nobody else from anything. */
class SlowClientsTest {
    @TempDir private Path folder;

    private static final String FIELDS =
            "\"executeAt\": \"2090-01-31T09:00:00Z\", \"callbackUrl\": \"http://a.example\"";

    private final List<AutoCloseable> open = new ArrayList<>();

    @AfterEach
    void close() throws Exception {
        for (var one : open.reversed()) {
            one.close();
        }
    }

    private ServerUnderTest start(Map<String, String> settings) {
        var server = ServerUnderTest.start(settings);
        open.add(server);
        return server;
    }

    private RawConnection connect(ServerUnderTest server) throws IOException {
        var connection = new RawConnection(server.port());
        open.add(connection);
        return connection;
    }

    private static String put(String path, int announced) {
        return "PUT %s HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n"
                .formatted(path, announced);
    }

    private static String post(int announced) {
        return "POST /api/v1/timers/batch HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n"
                .formatted(announced);
    }

    private static void requireCreates(ServerUnderTest server, String prefix, int payload) {
        for (int i = 0; i < 20; i++) {
            var body = "{%s, \"payload\": \"%s\"}".formatted(FIELDS, "x".repeat(payload));
            var made = server.put("/api/v1/timers/default/" + prefix + i, body);
            assertThat(made.status()).as("%s", made).isEqualTo(201);
        }
    }

    @Test
    void bodiesThatAreAnnouncedAndDoNotComeDenyNothing() throws Exception {
        var server = start(Map.of());
        for (int i = 0; i < 200; i++) {
            connect(server).say(post(16 << 20) + "{");
        }
        requireCreates(server, "small", 10);
        requireCreates(server, "large", 90_000);
        var batch =
                "{\"timers\": [{\"timerId\": \"b\", " + FIELDS + "}" + " ".repeat(8 << 20) + "]}";
        var reply = server.post("/api/v1/timers/batch", batch);
        assertThat(reply.status()).as("%s", reply).isEqualTo(200);
    }

    /**
     * As much as can be held is held by others; short requests have a part of it for themselves.
     */
    @Test
    void bodiesThatStopBeforeTheirEndLeaveRoomForShortOnes() throws Exception {
        var server =
                start(
                        Map.of(
                                "limits.body", "100KiB",
                                "limits.payload", "90KiB",
                                "limits.batchBody", "200KiB",
                                "limits.memory", "800KiB"));
        Eventually.holds(
                "large ones find no room",
                () ->
                        isTrue(
                                () -> {
                                    connect(server).say(post(200 << 10) + " ".repeat(190 << 10));
                                    return isFull(server);
                                }));
        requireCreates(server, "short", 1_000);
    }

    private static boolean isFull(ServerUnderTest server) {
        return server.post("/api/v1/timers/batch", " ".repeat(190 << 10)).status() == 503;
    }

    @Test
    void aBodyThatTricklesHasADeadline() throws Exception {
        var server = start(Map.of("http.bodyTimeout", "400ms"));
        var connection = connect(server).say(put("/api/v1/timers/default/t", 100_000));
        assertThat(trickle(connection, " ", connection::answer))
                .contains(" 408 ")
                .contains("REQUEST_TIMEOUT");
    }

    @Test
    void headersThatTrickleHaveADeadline() throws Exception {
        var server = start(Map.of("http.bodyTimeout", "400ms"));
        var first = connect(server).say("GET /health/live HTTP/1.1\r\nHost: localhost\r\nX: ");
        assertThat(trickle(first, "x", first::everything)).doesNotContain(" 200 ");
        var second = connect(server).say("GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n");
        assertThat(second.answer()).contains(" 200 ");
        assertThat(trickle(second, "G", second::everything)).doesNotContain(" 200 ");
    }

    /** Says a letter again and again, sooner than any idle time, until the server has enough. */
    private static String trickle(RawConnection connection, String letter, Callable<String> hearing)
            throws Exception {
        var heard = new StringBuilder();
        var reader =
                Thread.ofVirtual()
                        .start(
                                () -> {
                                    try {
                                        heard.append(hearing.call());
                                    } catch (Exception e) {
                                        heard.append(e);
                                    }
                                });
        for (int i = 0; i < 1_000 && reader.isAlive(); i++) {
            try {
                connection.say(letter);
            } catch (IOException gone) {
                break;
            }
            reader.join(Duration.ofMillis(20));
        }
        assertThat(reader.join(Duration.ofMillis(1))).as("the server gave up").isTrue();
        return heard.toString();
    }

    /** An address at which the machine hears itself, beside the usual one. */
    private Socket from(String address, ServerUnderTest server) throws IOException {
        var socket = new Socket();
        open.add(socket);
        socket.bind(new InetSocketAddress(InetAddress.getByName(address), 0));
        socket.setSoTimeout(20_000);
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port()));
        return socket;
    }

    private static void say(Socket socket, String path) throws IOException {
        say(socket, path, "");
    }

    private static void say(Socket socket, String path, String more) throws IOException {
        var request = "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n" + more + "\r\n";
        socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
    }

    private static boolean isServed(Socket socket) throws IOException {
        try {
            say(socket, "/health/live");
            return socket.getInputStream().read() == 'H';
        } catch (SocketException closed) {
            return false;
        }
    }

    @Test
    void oneAddressCanNotTakeAllConnections() throws Exception {
        var server = start(Map.of("http.maxRequests", "1"));
        var served = new ArrayList<Socket>();
        var next = from("127.0.0.2", server);
        while (served.size() < 1_100 && isServed(next)) {
            served.add(next);
            next = from("127.0.0.2", server);
        }
        assertThat(served).hasSize(1_024);
        assertThat(isServed(from("127.0.0.3", server))).isTrue();
        for (var socket : served.subList(0, 10)) {
            socket.close();
        }
        Eventually.holds("room again", () -> isTrue(() -> isServed(from("127.0.0.2", server))));
    }

    private static boolean isTrue(Callable<Boolean> look) {
        try {
            return look.call();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void http2IsNotSpokenWithoutTls() throws Exception {
        var server = start(Map.of());
        var preface = connect(server).say("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\4\0\0\0\0\0");
        assertThat(preface.everything()).contains(" 501 ");
        var upgrade =
                connect(server)
                        .say(
                                """
                                GET /health/live HTTP/1.1\r
                                Host: localhost\r
                                Upgrade: h2c\r
                                Connection: Upgrade, HTTP2-Settings\r
                                HTTP2-Settings: AAMAAABk\r
                                \r
                                """);
        assertThat(upgrade.answer()).startsWith("HTTP/1.1 200 ");
    }

    private static String events(Socket socket) throws IOException {
        return events(socket, "");
    }

    private static String events(Socket socket, String more) throws IOException {
        say(socket, "/events", more);
        return new String(
                socket.getInputStream().readNBytes("HTTP/1.1 200".length()),
                StandardCharsets.US_ASCII);
    }

    @Test
    void oneAddressCanNotListenToEventsInAllPlaces() throws Exception {
        var server = start(Map.of("http.maxEventClients", "4"));
        for (int i = 0; i < 2; i++) {
            assertThat(events(from("127.0.0.2", server))).endsWith("200");
        }
        assertThat(events(from("127.0.0.2", server))).endsWith("503");
        assertThat(events(from("127.0.0.3", server))).endsWith("200");
    }

    @Test
    void oneKeyCanNotListenToEventsInAllPlacesFromManyAddresses() throws Exception {
        var keys = new TestKeys(folder.resolve("keys.yaml"));
        var greedy = "Authorization: " + keys.add("greedy", Role.READ, "*") + "\r\n";
        var other = "Authorization: " + keys.add("other", Role.READ, "*") + "\r\n";
        var server =
                start(Map.of("http.maxEventClients", "4", "auth.keys", keys.path().toString()));
        for (int i = 2; i < 4; i++) {
            assertThat(events(from("127.0.0." + i, server), greedy)).endsWith("200");
        }
        assertThat(events(from("127.0.0.4", server), greedy)).endsWith("503");
        assertThat(events(from("127.0.0.4", server), other)).endsWith("200");
    }

    @Test
    void aListenerThatDiesAtOnceKeepsNoPlace() throws Exception {
        var server = start(Map.of("http.maxEventClients", "2"));
        for (int i = 0; i < 100; i++) {
            var socket = from("127.0.0.2", server);
            say(socket, "/events");
            socket.setSoLinger(true, 0);
            socket.close();
        }
        Eventually.holds(
                "there is a place",
                () -> isTrue(() -> events(from("127.0.0.2", server)).endsWith("200")));
    }
}
