package dev.belfry.check.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.check.faults.RawReceiver;
import dev.belfry.check.processes.ServerProcess;
import dev.belfry.server.Reply;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** A host that misbehaves in one way, and how its timers are to end. Each has its own address. */
final class RudeHost implements AutoCloseable {
    /** What a host does with each callback. */
    private record Way(String name, RawReceiver.Answer answer, int attempts, String error) {}

    /** On a busy machine time runs out at any stage. */
    private static final String LATE = "no (connection|answer|complete answer) within 500ms";

    private static final List<Way> WAYS =
            List.of(
                    new Way("hangs", (_, _) -> {}, 2, LATE),
                    new Way("resets", (_, it) -> RawReceiver.reset(it), 2, "the connection was"),
                    new Way("drips", (_, it) -> drip(it), 2, LATE),
                    new Way(
                            "floods",
                            (_, it) -> flood(it),
                            2,
                            "INVALID_CALLBACK_RESPONSE: the body is longer than"),
                    new Way(
                            "invalid",
                            (_, it) -> answer(it, 200, "", "{\"ok\":"),
                            2,
                            "INVALID_CALLBACK_RESPONSE: the body is not JSON"),
                    new Way(
                            "redirects",
                            (_, it) -> answer(it, 302, "Location: http://127.0.0.1/\r\n", ""),
                            2,
                            "HTTP 302: redirects are not followed"),
                    new Way(
                            "limits",
                            (_, it) -> answer(it, 429, "Retry-After: 1\r\n", ""),
                            2,
                            "HTTP 429"));

    private final String name;
    private final String url;
    private final int attempts;
    private final String error;
    private final Optional<RawReceiver> receiver;

    private RudeHost(
            String name, String url, int attempts, String error, Optional<RawReceiver> receiver) {
        this.name = name;
        this.url = url;
        this.attempts = attempts;
        this.error = error;
        this.receiver = receiver;
    }

    /** One host of each kind, the one that does not exist among them. */
    static List<RudeHost> all() {
        var hosts = new java.util.ArrayList<RudeHost>();
        for (var way : WAYS) {
            var address = "127.0.1." + (hosts.size() + 1);
            var receiver = new RawReceiver(way.answer(), byAddress(address));
            var url = "http://" + address + ":" + receiver.port() + "/";
            hosts.add(
                    new RudeHost(
                            way.name(), url, way.attempts(), way.error(), Optional.of(receiver)));
        }
        var nobody = "http://127.0.2.1:" + ServerProcess.freePort() + "/";
        hosts.add(new RudeHost("nobody", nobody, 2, "connection refused by", Optional.empty()));
        return hosts;
    }

    private static InetAddress byAddress(String address) {
        try {
            return InetAddress.getByName(address);
        } catch (UnknownHostException e) {
            throw new AssertionError(e);
        }
    }

    private static void answer(Socket connection, int status, String headers, String body)
            throws IOException {
        RawReceiver.write(connection, RawReceiver.response(status, headers, body));
    }

    private static void drip(Socket connection) throws IOException, InterruptedException {
        RawReceiver.write(connection, "HTTP/1.1 200 OK\r\nContent-Length: 10000\r\n\r\n");
        while (true) {
            RawReceiver.write(connection, " ");
            Thread.sleep(100);
        }
    }

    private static void flood(Socket connection) throws IOException {
        RawReceiver.write(connection, "HTTP/1.1 200 OK\r\nContent-Length: 10000000\r\n\r\n");
        var block = " ".repeat(100_000);
        for (int i = 0; i < 100; i++) {
            RawReceiver.write(connection, block);
        }
    }

    String timerId(int number) {
        return name + "-" + number;
    }

    /** A timer as JSON: two attempts, and little patience where it must run out. */
    String timer(int number, Instant executeAt) {
        return """
        {"timerId": "%s", "executeAt": "%s", "callbackUrl": "%s", "callbackTimeout": "%s",
         "retryPolicy": {"maxAttempts": 2, "initialInterval": "500ms", "maxInterval": "1s", "success": "strict"}}\
        """
                .formatted(timerId(number), executeAt, url, error.equals(LATE) ? "500ms" : "20s");
    }

    void requireSettled(Reply timer) {
        assertThat(timer.field("state")).as("%s", timer).isEqualTo("FAILED");
        assertThat(timer.json().path("attempts").asInt()).as("%s", timer).isEqualTo(attempts);
        assertThat(timer.field("lastError")).as("%s", timer).containsPattern("^" + error);
    }

    @Override
    public void close() {
        receiver.ifPresent(RawReceiver::close);
    }
}
