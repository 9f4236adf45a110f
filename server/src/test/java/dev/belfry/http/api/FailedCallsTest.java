package dev.belfry.http.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.server.Eventually;
import dev.belfry.server.Receiver;
import dev.belfry.server.Reply;
import dev.belfry.server.ServerUnderTest;
import java.util.ArrayList;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Dead letters by reason, and redriven many at a time. */
class FailedCallsTest {
    private static final String FAILED = "/api/v1/groups/default/failed";

    private ServerUnderTest server;

    @BeforeEach
    void start() {
        server = ServerUnderTest.start(Map.of("groups.default.shards", "4"));
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private void fail(int count, String prefix, Receiver receiver) {
        var timers = new ArrayList<String>();
        for (int i = 0; i < count; i++) {
            timers.add(
                    """
                    {"timerId": "%s%d", "executeAt": "2020-01-01T00:00:00Z", "callbackUrl": "%s",
                     "retryPolicy": {"permanentStatuses": [403]}}"""
                            .formatted(prefix, i, receiver.url()));
        }
        server.post("/api/v1/timers/batch", "{\"timers\": [" + String.join(", ", timers) + "]}");
    }

    private void awaitFailed(int count) {
        Eventually.holds(
                count + " failed",
                () -> server.get(FAILED + "/reasons").json().path("scanned").asInt() == count);
    }

    private Reply redrive(String body) {
        return server.send("POST", FAILED + "/redrive", Optional.of(body));
    }

    @Test
    void reasonsAreCountedTheMostFrequentFirst() {
        try (var forbids = Receiver.answering(403, "");
                var gone = Receiver.answering(410, "")) {
            fail(3, "forbidden", forbids);
            fail(7, "gone", gone);
            awaitFailed(10);
            var json = server.get(FAILED + "/reasons").json();
            assertThat(json.path("complete").asBoolean()).isTrue();
            assertThat(json.at("/reasons/0/reason").asText()).isEqualTo("HTTP 410");
            assertThat(json.at("/reasons/0/count").asInt()).isEqualTo(7);
            assertThat(json.at("/reasons/0/example").asText()).startsWith("gone");
            assertThat(json.at("/reasons/1/count").asInt()).isEqualTo(3);
            assertThat(json.at("/reasons/1/more").asBoolean()).isFalse();
        }
    }

    @Test
    void thoseWithAReasonAreRedrivenAndTheOthersStay() {
        try (var forbids = Receiver.answering(403, "");
                var gone = Receiver.answering(410, "")) {
            fail(2, "forbidden", forbids);
            fail(3, "gone", gone);
            awaitFailed(5);
            server.post("/api/v1/groups/default/pause");
            var json = redrive("{\"reason\": \"HTTP 410\"}").json();
            assertThat(json.path("redriven").asInt()).isEqualTo(3);
            assertThat(json.path("skipped").asInt()).isZero();
            assertThat(json.has("nextCursor")).isFalse();
            assertThat(server.get(FAILED).json().path("timers")).hasSize(2);
        }
    }

    @Test
    void aLimitIsKeptAndTheCursorGoesOn() {
        try (var gone = Receiver.answering(410, "")) {
            fail(5, "gone", gone);
            awaitFailed(5);
            server.post("/api/v1/groups/default/pause");
            var first = redrive("{\"limit\": 2}").json();
            assertThat(first.path("redriven").asInt()).isEqualTo(2);
            var cursor = first.path("nextCursor").asText();
            var rest = redrive("{\"limit\": 100, \"cursor\": \"%s\"}".formatted(cursor)).json();
            assertThat(rest.path("redriven").asInt()).isEqualTo(3);
            assertThat(rest.has("nextCursor")).isFalse();
            assertThat(redrive("{}").json().path("redriven").asInt()).isZero();
        }
    }

    @Test
    void onlyThoseThatFailedBeforeAnInstant() {
        try (var gone = Receiver.answering(410, "")) {
            fail(2, "gone", gone);
            awaitFailed(2);
            var json = redrive("{\"before\": \"2020-01-01T00:00:00Z\"}").json();
            assertThat(json.path("redriven").asInt()).isZero();
            assertThat(json.path("scanned").asInt()).isZero();
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"limit\": 0} | limit",
                "{\"limit\": 1001} | limit",
                "{\"limit\": \"x\"} | limit",
                "{\"reason\": 1} | reason",
                "{\"before\": \"yesterday\"} | before",
                "{\"cursor\": \"!\"} | cursor",
                "{\"group\": \"x\"} | group"
            })
    void badInputNamesTheField(String body, String field) {
        var reply = redrive(body);
        assertThat(reply.status()).isEqualTo(400);
        assertThat(reply.field("field")).isEqualTo(field);
    }

    @Test
    void aGroupThatIsNotThereIsNotFound() {
        assertThat(server.get("/api/v1/groups/none/failed/reasons").field("code"))
                .isEqualTo("GROUP_NOT_FOUND");
        assertThat(server.post("/api/v1/groups/none/failed/redrive").field("code"))
                .isEqualTo("GROUP_NOT_FOUND");
    }
}
