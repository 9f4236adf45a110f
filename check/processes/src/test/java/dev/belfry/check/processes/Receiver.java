package dev.belfry.check.processes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.belfry.check.history.EventId;
import dev.belfry.check.history.Fingerprint;
import dev.belfry.check.history.Reply;
import dev.belfry.core.timer.GroupId;
import dev.belfry.core.timer.TimerKey;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;

/** Takes all callbacks and mostly answers that they are done. Thread-safe. */
public final class Receiver implements AutoCloseable {
    private static final int BACKLOG = 2_000;
    private static final byte[] BEFORE_PAYLOAD = ",\"payload\":".getBytes(StandardCharsets.UTF_8);

    /** A server that repeats without end would keep a run from coming to its own. */
    private static final int MOST_REPEATS = 6;

    private final Chronicle chronicle;
    private final Manners manners;
    private final HttpServer server;
    private final ObjectMapper json = new ObjectMapper();
    private final Map<String, Reply> decided = new ConcurrentHashMap<>();
    private final Map<String, Integer> made = new ConcurrentHashMap<>();
    private final Set<String> held = ConcurrentHashMap.newKeySet();
    private volatile boolean kind;

    public Receiver(Chronicle chronicle) throws IOException {
        this(chronicle, Manners.MILD);
    }

    public Receiver(Chronicle chronicle, Manners manners) throws IOException {
        this.chronicle = chronicle;
        this.manners = manners;
        this.server =
                HttpServer.create(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), BACKLOG);
    }

    public void start() {
        server.createContext("/", this::receive);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.start();
    }

    public String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/";
    }

    /** A timer whose attempt will not be answered for a moment. */
    public Optional<String> underWay() {
        return held.stream().findAny();
    }

    /** From now on every callback that comes for the first time succeeds. */
    public void beKind() {
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
            hold(sent.get("timerId").asText());
            answer(exchange, id, decided(webhookId, sent.get("attempt").asInt()));
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private void hold(String timerId) throws InterruptedException {
        var delay = kind ? Duration.ZERO : manners.delay(ThreadLocalRandom.current());
        if (!delay.isZero()) {
            held.add(timerId);
            Thread.sleep(delay);
            held.remove(timerId);
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
    private Reply decided(String webhookId, int number) {
        var attempt = webhookId + " " + number;
        return made.merge(attempt, 1, Integer::sum) > MOST_REPEATS
                ? new Reply.Done()
                : decided.computeIfAbsent(attempt, _ -> decide(webhookId));
    }

    private Reply decide(String webhookId) {
        return kind ? new Reply.Done() : manners.reply(webhookId, ThreadLocalRandom.current());
    }

    /** The answer is taken down before it is sent: nobody can act on it earlier. */
    private void answer(HttpExchange exchange, EventId id, Reply reply) throws IOException {
        chronicle.replied(id, reply);
        switch (reply) {
            case Reply.Done() -> done(exchange, id);
            case Reply.Reschedule(var next, _) ->
                    send(exchange, "{\"ok\":true,\"nextExecuteAt\":\"" + next + "\"}");
            case Reply.Failed(var retryAfter) -> failed(exchange, retryAfter);
            case Reply.Permanent() -> exchange.sendResponseHeaders(410, -1);
            case Reply.Hung() -> throw new IllegalStateException("it always answers");
        }
    }

    private static void failed(HttpExchange exchange, Duration retryAfter) throws IOException {
        if (retryAfter.isZero()) {
            exchange.sendResponseHeaders(500, -1);
        } else {
            exchange.getResponseHeaders().set("Retry-After", "" + retryAfter.toSeconds());
            exchange.sendResponseHeaders(503, -1);
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
