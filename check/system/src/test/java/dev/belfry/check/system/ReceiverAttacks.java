package dev.belfry.check.system;

import static dev.belfry.check.system.AttackedServer.OWN;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.check.faults.CollidingNames;
import dev.belfry.check.faults.RawReceiver;
import dev.belfry.server.Eventually;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;

/** Receivers of callbacks that mean harm: what they answer is not trusted. */
final class ReceiverAttacks {
    private static final String JSON = "Content-Type: application/json\r\n";

    private ReceiverAttacks() {}

    static List<Attack> all() {
        return List.of(
                answering("an answer of a receiver without end", ReceiverAttacks::endless),
                answering(
                        "header fields of a receiver without end",
                        (_, connection) -> {
                            var out = connection.getOutputStream();
                            out.write("HTTP/1.1 200 OK\r\n".getBytes(StandardCharsets.US_ASCII));
                            repeat(connection, "X-Field: yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy\r\n");
                        }),
                answering(
                        "a receiver whose answer trickles",
                        (_, connection) -> {
                            for (var letter : "HTTP/1.1 200 OK\r\nX: ".split("")) {
                                RawReceiver.write(connection, letter);
                                Thread.sleep(50);
                            }
                            while (true) {
                                RawReceiver.write(connection, "x");
                                Thread.sleep(50);
                            }
                        }),
                answering(
                        "an answer of a receiver that is nested, or has names of one hash",
                        (_, connection) ->
                                RawReceiver.write(
                                        connection,
                                        RawReceiver.response(
                                                500, JSON, "{\"ok\":" + "[".repeat(60_000)))),
                answering(
                        "an answer of a receiver that is nested, or has names of one hash",
                        (_, connection) ->
                                RawReceiver.write(
                                        connection, RawReceiver.response(500, JSON, collisions()))),
                answering(
                        "an answer that smuggles a second one to the next callback",
                        (_, connection) ->
                                RawReceiver.write(
                                        connection,
                                        RawReceiver.response(500, "", "")
                                                + RawReceiver.response(200, "", ""))),
                answering(
                        "a compressed answer that grows (bomb)",
                        (_, connection) ->
                                RawReceiver.write(
                                        connection,
                                        RawReceiver.response(
                                                500,
                                                JSON + "Content-Encoding: gzip\r\n",
                                                "\u001f\u008b"))),
                answering(
                        "an answer of a receiver that breaks HTTP",
                        (_, connection) ->
                                RawReceiver.write(connection, "SSH-2.0-OpenSSH\r\n\r\n\0\0\0")));
    }

    private static String collisions() {
        return CollidingNames.first(5_000).stream()
                .map(it -> "\"" + it + "\":1")
                .collect(Collectors.joining(",", "{", "}"));
    }

    private static void endless(RawReceiver.Request request, Socket connection) throws IOException {
        RawReceiver.write(
                connection, "HTTP/1.1 500 No\r\n" + JSON + "Transfer-Encoding: chunked\r\n\r\n");
        repeat(connection, "1000\r\n" + " ".repeat(0x1000) + "\r\n");
    }

    /** Until the other end has enough. */
    private static void repeat(Socket connection, String text) throws IOException {
        var bytes = text.getBytes(StandardCharsets.US_ASCII);
        for (int i = 0; i < 100_000; i++) {
            connection.getOutputStream().write(bytes);
        }
    }

    private static Attack answering(String name, RawReceiver.Answer answer) {
        return Attack.of("API10", name, server -> call(server, answer));
    }

    private static void call(AttackedServer server, RawReceiver.Answer answer) throws Exception {
        try (var receiver = new RawReceiver(answer, InetAddress.ofLiteral("127.0.0.2"))) {
            var ids = List.of(server.unusedName(), server.unusedName(), server.unusedName());
            for (var id : ids) {
                var made = server.fire(OWN, id, "http://127.0.0.2:" + receiver.port() + "/");
                assertThat(made.statusCode()).as(made.body()).isEqualTo(201);
            }
            for (var id : ids) {
                Eventually.holds("it has failed: " + id, () -> hasFailed(server, id));
            }
        }
    }

    /** Its only attempt came to nothing, and it is kept as a dead letter. */
    static boolean hasFailed(AttackedServer server, String id) {
        try {
            return server.get("getTimer", OWN, id, server.admin).body().contains("\"FAILED\"");
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
