package dev.belfry.http.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.server.Eventually;
import dev.belfry.server.RawConnection;
import dev.belfry.server.ServerUnderTest;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** However many bytes clients send, or do not read, the server holds no more than it may. */
class MemoryTest {
    private static final String PATH = "/api/v1/timers/default/t";
    private static final String FIELDS =
            "\"executeAt\": \"2090-01-31T09:00:00Z\", \"callbackUrl\": \"http://a.example\"";
    private static final String HEAD =
            """
            PUT /api/v1/timers/default/t HTTP/1.1\r
            Host: localhost\r
            Content-Type: application/json\r
            """;

    private ServerUnderTest server;

    @BeforeEach
    void start() {
        server =
                ServerUnderTest.start(
                        Map.of(
                                "limits.body", "200KiB",
                                "limits.batchBody", "200KiB",
                                "limits.memory", "400KiB"));
        Eventually.holds("ready", () -> server.get("/health/ready").status() == 200);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private static String timer(int payload) {
        return "{" + FIELDS + ", \"payload\": \"" + "x".repeat(payload) + "\"}";
    }

    /** A request whose body has come but for its end; no memory for large ones is left after it. */
    private RawConnection waiting() throws IOException {
        var connection = new RawConnection(server.port());
        connection.say(HEAD + "Expect: 100-continue\r\nContent-Length: 200000\r\n\r\n");
        assertThat(connection.answer()).contains(" 100 ");
        return connection.say(" ".repeat(199_000));
    }

    @Test
    void bodiesShareTheirMemoryWhetherTheyAreAnnouncedOrNot() throws Exception {
        try (var _ = waiting();
                var chunked = new RawConnection(server.port())) {
            Eventually.holds("full", () -> server.put(PATH, timer(150_000)).status() == 503);
            var refused = server.put(PATH, timer(150_000));
            assertThat(refused.field("code")).isEqualTo("OVERLOADED");
            assertThat(refused.header("Retry-After")).isNotEmpty();
            assertThat(refused.json().path("outcomeUnknown").asBoolean(true)).isFalse();
            chunked.say(HEAD + "Transfer-Encoding: chunked\r\n\r\n186a0\r\n" + " ".repeat(100_000));
            assertThat(chunked.answer()).contains(" 503 ").contains("OVERLOADED");
            assertThat(server.get("/health/live").status()).isEqualTo(200);
            assertThat(server.put(PATH, timer(10_000)).status()).isIn(200, 201);
        }
        Eventually.holds("room again", () -> server.put(PATH, timer(90_000)).status() < 300);
    }

    @Test
    void everyWayOutOfARequestGivesItsMemoryBack() throws Exception {
        for (int i = 0; i < 20; i++) {
            assertThat(server.put(PATH, timer(90_000)).status()).isLessThan(300);
            assertThat(server.put(PATH, "{" + " ".repeat(90_000)).status()).isEqualTo(400);
            assertThat(server.get(PATH).status()).isEqualTo(200);
            assertThat(server.post("/api/v1/timers/batch", batch(1, 80_000)).status())
                    .isEqualTo(200);
            assertThat(server.post("/api/v1/timers", timer(80_000)).status()).isEqualTo(400);
            try (var gone = new RawConnection(server.port())) {
                gone.say(HEAD + "Content-Length: 190000\r\n\r\n" + " ".repeat(50_000));
            }
        }
        Eventually.holds("room again", () -> server.put(PATH, timer(90_000)).status() < 300);
    }

    @Test
    void answersThatNobodyReadsShareTheSameMemory() throws Exception {
        server.put(PATH, timer(90_000));
        var look = "GET " + PATH + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
        var deaf = new ArrayList<RawConnection>();
        for (int i = 0; i < 10; i++) {
            deaf.add(new RawConnection(server.port()).say(look.repeat(100)));
        }
        Eventually.holds("full", () -> server.get(PATH).status() == 503);
        for (var connection : deaf) {
            connection.close();
        }
        Eventually.holds("room again", () -> server.get(PATH).status() == 200);
    }

    @Test
    void aBatchShowsNoMoreOfTheTimersInItsWayThanABatchMayHold() {
        for (int i = 0; i < 10; i++) {
            server.put("/api/v1/timers/default/b" + i, timer(80_000));
        }
        var reply = server.post("/api/v1/timers/batch", batch(10, 1));
        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.json().path("results").findValuesAsText("code"))
                .hasSize(10)
                .containsOnly("TIMER_EXISTS");
        assertThat(reply.json().path("results").findValues("timer")).hasSizeBetween(1, 3);
        assertThat(reply.bytes().length).isLessThan(300_000);
    }

    private static String batch(int timers, int payload) {
        var items = new StringBuilder();
        for (int i = 0; i < timers; i++) {
            items.append(i == 0 ? "" : ",")
                    .append("{\"timerId\": \"b%d\", \"payload\": \"".formatted(i))
                    .append("y".repeat(payload))
                    .append("\", " + FIELDS + "}");
        }
        return "{\"timers\": [" + items + "]}";
    }
}
