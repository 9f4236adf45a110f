package dev.belfry.http.callback;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.check.faults.RawReceiver;
import dev.belfry.server.Eventually;
import dev.belfry.server.Reply;
import dev.belfry.server.ServerUnderTest;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The table of callback answers in the design, row by row, from the answer of a receiver to the
 * timer as the API shows it. Timers have two attempts, so that "retry by the policy" ends as failed
 * after the second one.
 */
class CallbackTableTest {
    private static final String QUICK =
            """
            "callbackTimeout": "400ms", "retryPolicy": {"maxAttempts": 2, "initialInterval": "1ms", "maxInterval": "20ms"}\
            """;

    private static final AtomicInteger NAMES = new AtomicInteger();
    private static ServerUnderTest server;

    @BeforeAll
    static void start() {
        server = ServerUnderTest.start(Map.of("groups.kept.retention", "1h"));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    /** What a receiver does with a callback, in a word. */
    private static void answer(String kind, String body, Socket connection)
            throws IOException, InterruptedException {
        switch (kind) {
            case "hangs" -> {}
            case "resets" -> RawReceiver.reset(connection);
            case "closes" -> connection.close();
            case "drips" -> drip(connection);
            case "floods" -> flood(connection);
            case "babbles" -> RawReceiver.write(connection, "what?\r\n\r\n");
            default -> RawReceiver.write(connection, proper(kind, body));
        }
    }

    private static String proper(String kind, String body) {
        var words = kind.split(" ", 2);
        var more = words.length > 1 ? words[1] + "\r\n" : "";
        return words[0].equals("204")
                ? "HTTP/1.1 204 Any\r\n\r\n"
                : RawReceiver.response(Integer.parseInt(words[0]), more, body);
    }

    private static void drip(Socket connection) throws IOException, InterruptedException {
        RawReceiver.write(connection, "HTTP/1.1 200 OK\r\nContent-Length: 10000\r\n\r\n");
        for (int i = 0; i < 10_000; i++) {
            RawReceiver.write(connection, " ");
            Thread.sleep(20);
        }
    }

    private static void flood(Socket connection) throws IOException {
        RawReceiver.write(connection, "HTTP/1.1 200 OK\r\nContent-Length: 10000000\r\n\r\n");
        var block = " ".repeat(10_000);
        for (int i = 0; i < 1_000; i++) {
            RawReceiver.write(connection, block);
        }
    }

    private static RawReceiver receiver(String kind, String body) {
        return new RawReceiver((_, connection) -> answer(kind, body, connection));
    }

    private static String created(String url, String more) {
        var path = "/api/v1/timers/kept/t" + NAMES.incrementAndGet();
        var reply =
                server.put(
                        path,
                        "{\"executeAt\": \"%s\", \"callbackUrl\": \"%s\", %s}"
                                .formatted(Instant.now(), url, more));
        assertThat(reply.status()).as("%s", reply).isEqualTo(201);
        return path;
    }

    private static Reply settled(String path) {
        Eventually.holds(
                "settled " + path + ": " + server.get(path),
                () -> !server.get(path).field("state").equals("SCHEDULED"));
        return server.get(path);
    }

    @ParameterizedTest(name = "{0}: {1} {2} ends as {3} after {4} attempts")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    2xx with ok true is done                 | 200                  | {"ok":true}                   | REACHED | 1 | ``
                    2xx with ok true is done                 | 202                  | {"ok":true,"more":[1]}        | REACHED | 1 | ``
                    204 is done                              | 204                  | ``                            | REACHED | 1 | ``
                    2xx with ok false is retried             | 200                  | {"ok":false}                  | FAILED  | 2 | the receiver answered ok=false
                    2xx of a void handler is done            | 200                  | ``                            | REACHED | 1 | ``
                    2xx with any other body is done          | 200                  | OK                            | REACHED | 1 | ``
                    2xx with any other body is done          | 201                  | {"id":7}                      | REACHED | 1 | ``
                    2xx with any other body is done          | 202                  | [false]                       | REACHED | 1 | ``
                    2xx with a bad nextExecuteAt             | 200                  | {"ok":true,"nextExecuteAt":5} | FAILED  | 2 | INVALID_CALLBACK_RESPONSE: "nextExecuteAt"
                    10 MB are cut off                        | floods               | ``                            | REACHED | 1 | ``
                    408 is retried                           | 408                  | ``                            | FAILED  | 2 | HTTP 408
                    425 is retried                           | 425                  | ``                            | FAILED  | 2 | HTTP 425
                    429 is retried                           | 429                  | ``                            | FAILED  | 2 | HTTP 429
                    Retry-After is capped by maxInterval     | 429 Retry-After: 999 | ``                            | FAILED  | 2 | HTTP 429
                    5xx is retried                           | 500                  | {"ok":true}                   | FAILED  | 2 | HTTP 500
                    5xx is retried                           | 503 Retry-After: 999 | ``                            | FAILED  | 2 | HTTP 503
                    a timeout is retried                     | hangs                | ``                            | FAILED  | 2 | no answer within 400ms
                    bytes that drip do not help              | drips                | ``                            | FAILED  | 2 | no complete answer within 400ms
                    a connection error is retried            | resets               | ``                            | FAILED  | 2 | the connection was
                    a connection error is retried            | closes               | ``                            | FAILED  | 2 | the connection was closed before the answer was complete
                    what is not HTTP is retried              | babbles              | ``                            | FAILED  | 2 | no valid HTTP answer
                    a redirect is retried and not followed   | 301 Location: /x     | ``                            | FAILED  | 2 | HTTP 301: redirects are not followed
                    a redirect is retried and not followed   | 304                  | ``                            | FAILED  | 2 | HTTP 304
                    4xx is retried                           | 400                  | {"ok":true}                   | FAILED  | 2 | HTTP 400
                    4xx is retried                           | 404                  | ``                            | FAILED  | 2 | HTTP 404
                    410 is permanent                         | 410                  | ``                            | FAILED  | 1 | HTTP 410
                    """)
    void aRowOfTheTable(
            String row, String kind, String body, String state, int attempts, String error) {
        try (var receiver = receiver(kind, body)) {
            var timer = settled(created(receiver.url(), QUICK));
            assertThat(timer.field("state")).as("%s: %s", row, timer).isEqualTo(state);
            assertThat(timer.json().path("attempts").asInt())
                    .as("%s: %s", row, timer)
                    .isEqualTo(attempts);
            assertThat(timer.field("lastError")).startsWith(error);
            assertThat(receiver.requestsSoFar()).isEqualTo(attempts);
        }
    }

    @ParameterizedTest(name = "strictly, {0} {1} ends as {2}")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    204    | ``          | REACHED | 1 | ``
                    200    | {"ok":true} | REACHED | 1 | ``
                    200    | ``          | FAILED  | 2 | INVALID_CALLBACK_RESPONSE: the body is empty; answer 204, or 200 with {"ok":true}
                    200    | {}          | FAILED  | 2 | INVALID_CALLBACK_RESPONSE: the body has no "ok"
                    floods | ``          | FAILED  | 2 | INVALID_CALLBACK_RESPONSE: the body is longer than
                    422    | ``          | FAILED  | 1 | HTTP 422
                    """)
    void aTimerMayWantAStrictAnswerAndNamePermanentStatuses(
            String kind, String body, String state, int attempts, String error) {
        var rules = "\"maxRetries\": 1, \"success\": \"strict\", \"permanentStatuses\": [422]";
        try (var receiver = receiver(kind, body)) {
            var timer =
                    settled(created(receiver.url(), QUICK.replace("\"maxAttempts\": 2", rules)));
            assertThat(timer.field("state")).as("%s", timer).isEqualTo(state);
            assertThat(timer.json().path("attempts").asInt()).as("%s", timer).isEqualTo(attempts);
            assertThat(timer.field("lastError")).startsWith(error);
            assertThat(timer.json().path("retryPolicy").path("success").asText())
                    .isEqualTo("strict");
        }
    }

    @Test
    void aReceiverThatDoesNotExistIsAConnectionErrorAndRetried() {
        int port;
        try (var gone = receiver("204", "")) {
            port = gone.port();
        }
        var timer = settled(created("http://127.0.0.1:" + port + "/", QUICK));
        assertThat(timer.field("state")).isEqualTo("FAILED");
        assertThat(timer.json().path("attempts").asInt()).isEqualTo(2);
        assertThat(timer.field("lastError")).isEqualTo("connection refused by 127.0.0.1");
    }

    @ParameterizedTest
    @CsvSource({"true", "false"})
    void nextExecuteAtRunsAgainThenWithAttemptsFromTheStartAndAnotherPayload(boolean ok)
            throws Exception {
        var next = "2090-01-01T00:00:00.123Z";
        var body =
                "{\"ok\": %s, \"nextExecuteAt\": \"%s\", \"payload\": {\"n\":  2.50}}"
                        .formatted(ok, next);
        var answers = List.of("500", "200 X: y");
        var turn = new AtomicInteger();
        try (var receiver =
                new RawReceiver(
                        (_, connection) ->
                                answer(answers.get(turn.getAndIncrement()), body, connection))) {
            var path = created(receiver.url(), "\"payload\": 1, " + QUICK);
            Eventually.holds(
                    "moved on", () -> server.get(path).field("nextAttemptAt").equals(next));
            var timer = server.get(path);
            assertThat(timer.field("executeAt")).isEqualTo(next);
            assertThat(timer.json().path("attempts").asInt()).isZero();
            assertThat(timer.text()).contains("\"payload\":{\"n\":  2.50}");
        }
    }

    @Test
    void nextExecuteAtInThePastMeansSoonAndIsAScheduleOfItsOwn() throws Exception {
        var bodies = List.of("{\"nextExecuteAt\": \"2020-01-01T00:00:00Z\"}", "{\"ok\":true}");
        var turn = new AtomicInteger();
        try (var receiver =
                new RawReceiver(
                        (_, connection) ->
                                answer("200", bodies.get(turn.getAndIncrement()), connection))) {
            var path = created(receiver.url(), QUICK);
            var first = receiver.nextRequest();
            var answered = Instant.now();
            var second = receiver.nextRequest();
            assertThat(Duration.between(answered, Instant.now()))
                    .isGreaterThan(Duration.ofMillis(900));
            assertThat(second.header("webhook-id")).isNotEqualTo(first.header("webhook-id"));
            assertThat(text(second)).contains("\"attempt\":1,");
            assertThat(settled(path).field("state")).isEqualTo("REACHED");
        }
    }

    @Test
    void retryAfterIsWaitedForAndRetriesKeepTheirWebhookId() throws Exception {
        var arrivals = new CopyOnWriteArrayList<Long>();
        try (var receiver =
                new RawReceiver(
                        (_, connection) -> {
                            arrivals.add(System.nanoTime());
                            answer("429 Retry-After: 1", "", connection);
                        })) {
            var path =
                    created(
                            receiver.url(),
                            QUICK.replace("\"maxInterval\": \"20ms\"", "\"maxInterval\": \"10s\""));
            var first = receiver.nextRequest();
            var second = receiver.nextRequest();
            Eventually.holds("both arrived", () -> arrivals.size() == 2);
            assertThat(arrivals.get(1) - arrivals.get(0))
                    .isGreaterThanOrEqualTo(Duration.ofMillis(990).toNanos());
            assertThat(second.header("webhook-id")).isEqualTo(first.header("webhook-id"));
            assertThat(text(first)).contains("\"attempt\":1,");
            assertThat(text(second)).contains("\"attempt\":2,");
            assertThat(settled(path).json().path("attempts").asInt()).isEqualTo(2);
        }
    }

    @Test
    void maxDurationOfATimerThatIsLateCountsFromItsFirstAttempt() {
        try (var receiver = receiver("503", "")) {
            var path = "/api/v1/timers/kept/old";
            server.put(
                    path,
                    """
                    {"executeAt": "2020-01-01T00:00:00Z", "callbackUrl": "%s", "callbackTimeout": "400ms",
                     "retryPolicy": {"maxDuration": "1s", "initialInterval": "20ms", "maxInterval": "20ms"}}"""
                            .formatted(receiver.url()));
            var timer = settled(path);
            assertThat(timer.field("state")).isEqualTo("FAILED");
            assertThat(timer.json().path("attempts").asInt()).isEqualTo(3);
        }
    }

    @Test
    void aCallbackTellsWhichTimerItIsAndCarriesWhatWasAsked() throws Exception {
        try (var receiver = receiver("204", "")) {
            var path =
                    created(
                            receiver.url(),
                            """
                            "payload": {"a":  1.10}, "correlationId": "order-7", "headers": {"X-Token": "hunter2"}\
                            """);
            var request = receiver.nextRequest();
            var name = path.substring(path.lastIndexOf('/') + 1);
            assertThat(request.head()).startsWith("POST /callback?token=secret HTTP/1.1\r\n");
            assertThat(request.header("content-type")).startsWith("application/json");
            assertThat(request.header("x-token")).isEqualTo("hunter2");
            assertThat(request.header("webhook-id")).isNotEmpty();
            assertThat(request.header("webhook-timestamp")).matches("[0-9]+");
            assertThat(request.header("traceparent")).matches("00-[0-9a-f]{32}-[0-9a-f]{16}-0[01]");
            assertThat(text(request))
                    .contains("\"groupId\":\"kept\"", "\"timerId\":\"" + name + "\"")
                    .contains("\"timerUuid\":\"", "\"executeAt\":\"", "\"attempt\":1,")
                    .contains("\"correlationId\":\"order-7\"", "\"payload\":{\"a\":  1.10}");
        }
    }

    private static String text(RawReceiver.Request request) {
        return new String(request.body(), StandardCharsets.UTF_8);
    }
}
