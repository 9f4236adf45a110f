package dev.belfry.system;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.belfry.core.timer.GroupId;
import dev.belfry.core.timer.Instants;
import dev.belfry.core.timer.TimerKey;
import dev.belfry.history.EventId;
import dev.belfry.history.Fingerprint;
import dev.belfry.history.Reply;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;

/** Takes all callbacks and mostly answers that they are done. Thread-safe. */
final class Receiver implements AutoCloseable {
    private static final int BACKLOG = 2_000;
    private static final byte[] BEFORE_PAYLOAD = ",\"payload\":".getBytes(StandardCharsets.UTF_8);

    private final Chronicle chronicle;
    private final HttpServer server;
    private final ObjectMapper json = new ObjectMapper();
    private final Map<String, Reply> decided = new ConcurrentHashMap<>();
    private volatile boolean kind;

    Receiver(Chronicle chronicle) throws IOException {
        this.chronicle = chronicle;
        this.server =
                HttpServer.create(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), BACKLOG);
    }

    void start() {
        server.createContext("/", this::receive);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.start();
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/";
    }

    /** From now on every callback that comes for the first time succeeds. */
    void beKind() {
        kind = true;
    }

    @Override
    public void close() {
        server.stop(0);
    }

    private void receive(HttpExchange exchange) throws IOException {
        try (exchange) {
            var body = exchange.getRequestBody().readAllBytes();
            var webhookId = exchange.getRequestHeaders().getFirst("webhook-id");
            var sent = json.readTree(body);
            var id = started(webhookId, sent, body);
            answer(exchange, id, decided(webhookId, sent.get("attempt").asInt()));
        }
    }

    private EventId started(String webhookId, JsonNode sent, byte[] body) {
        return chronicle.started(
                new TimerKey(
                        new GroupId(sent.get("groupId").asText()), sent.get("timerId").asText()),
                webhookId,
                sent.get("attempt").asInt(),
                Instant.parse(sent.get("executeAt").asText()),
                Fingerprint.of(payload(body)));
    }

    /** The bytes of the payload as they came; it is the last field. */
    private static byte[] payload(byte[] body) {
        int from = 0;
        while (!Arrays.equals(
                BEFORE_PAYLOAD,
                0,
                BEFORE_PAYLOAD.length,
                body,
                from,
                from + BEFORE_PAYLOAD.length)) {
            from++;
        }
        return Arrays.copyOfRange(body, from + BEFORE_PAYLOAD.length, body.length - 1);
    }

    /** A repeat is answered as the first time: then only a crash explains it. */
    private Reply decided(String webhookId, int attempt) {
        return decided.computeIfAbsent(webhookId + " " + attempt, _ -> decide());
    }

    private Reply decide() {
        int chance = kind ? 100 : ThreadLocalRandom.current().nextInt(100);
        if (chance < 4) {
            return new Reply.Failed(Duration.ZERO);
        }
        if (chance < 5) {
            return new Reply.Permanent();
        }
        if (chance < 7) {
            var ahead = Duration.ofMillis(ThreadLocalRandom.current().nextLong(500, 6_000));
            var next = Instants.ceilToMillis(Instant.now().plus(ahead));
            return new Reply.Reschedule(next, Optional.empty());
        }
        return new Reply.Done();
    }

    /** The answer is taken down before it is sent: nobody can act on it earlier. */
    private void answer(HttpExchange exchange, EventId id, Reply reply) throws IOException {
        chronicle.replied(id, reply);
        switch (reply) {
            case Reply.Done() -> done(exchange, id);
            case Reply.Reschedule(var next, _) ->
                    send(exchange, "{\"ok\":true,\"nextExecuteAt\":\"" + next + "\"}");
            case Reply.Failed _ -> exchange.sendResponseHeaders(500, -1);
            case Reply.Permanent() -> exchange.sendResponseHeaders(404, -1);
            case Reply.Hung() -> throw new IllegalStateException("it always answers");
        }
    }

    private static void done(HttpExchange exchange, EventId id) throws IOException {
        if (id.number() % 2 == 0) {
            exchange.sendResponseHeaders(204, -1);
        } else {
            send(exchange, "{\"ok\":true}");
        }
    }

    private static void send(HttpExchange exchange, String body) throws IOException {
        var bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(200, bytes.length);
        exchange.getResponseBody().write(bytes);
    }
}
