package dev.belfry.http.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.belfry.check.faults.RawReceiver;
import dev.belfry.server.Eventually;
import dev.belfry.server.Receiver;
import dev.belfry.server.ServerUnderTest;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Who is told of a timer that has failed for good, and what. */
class FailureNoticesTest {
    private static final String FAILED = "/api/v1/groups/default/failed";

    private static ServerUnderTest server(Map<String, String> settings) {
        return ServerUnderTest.start(settings);
    }

    private static void fail(ServerUnderTest server, String id, String url, String more) {
        var created =
                server.post(
                        "/api/v1/timers",
                        """
                        {"timerId": "%s", "executeAt": "2020-01-01T00:00:00Z", "callbackUrl": "%s",
                         "correlationId": "request-7"%s}"""
                                .formatted(id, url, more),
                        "traceparent",
                        "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01");
        assertThat(created.status()).isEqualTo(201);
    }

    private static void awaitFailed(ServerUnderTest server, int count) {
        Eventually.holds(
                count + " failed", () -> server.get(FAILED).json().path("timers").size() == count);
    }

    private static JsonNode json(byte[] body) throws Exception {
        return new ObjectMapper().readTree(body);
    }

    @Test
    void aGroupIsToldOfEachTimerThatFailsForGoodAndOnceOnly() throws Exception {
        try (var told = Receiver.answering(200, "");
                var gone = Receiver.answering(410, "");
                var server = server(Map.of("groups.default.onFailed", told.url()))) {
            fail(server, "order", gone.url(), "");

            var notice = json(told.next());

            assertThat(notice.path("type").asText()).isEqualTo("timer.failed");
            assertThat(notice.path("timerId").asText()).isEqualTo("order");
            assertThat(notice.path("state").asText()).isEqualTo("FAILED");
            assertThat(notice.path("attempts").asInt()).isEqualTo(1);
            assertThat(notice.path("lastError").asText()).isEqualTo("HTTP 410");
            assertThat(notice.path("correlationId").asText()).isEqualTo("request-7");
            assertThat(notice.at("/lastAttempts/0/status").asInt()).isEqualTo(410);
            assertThat(server.get("/api/v1/groups/default").json().path("onFailed").asText())
                    .isEqualTo(told.url());
            awaitFailed(server, 1);
            assertThat(told.received()).isZero();
        }
    }

    @Test
    void aTimerMayNameAnotherOrNobody() throws Exception {
        try (var groups = Receiver.answering(200, "");
                var own = Receiver.answering(200, "");
                var gone = Receiver.answering(410, "");
                var server = server(Map.of("groups.default.onFailed", groups.url()))) {
            fail(server, "silent", gone.url(), ", \"onFailed\": \"none\"");
            fail(server, "own", gone.url(), ", \"onFailed\": \"" + own.url() + "\"");
            assertThat(json(own.next()).path("timerId").asText()).isEqualTo("own");
            fail(server, "usual", gone.url(), "");
            assertThat(json(groups.next()).path("timerId").asText()).isEqualTo("usual");
            awaitFailed(server, 3);
            assertThat(groups.received()).isZero();
            assertThat(server.get("/api/v1/timers/default/silent").field("onFailed"))
                    .isEqualTo("none");
        }
    }

    @Test
    void nobodyIsToldOfANoticeThatFails() {
        try (var deaf = Receiver.answering(410, "");
                var gone = Receiver.answering(410, "");
                var server = server(Map.of("groups.default.onFailed", deaf.url()))) {
            fail(server, "order", gone.url(), "");
            awaitFailed(server, 2);
            assertThat(deaf.received()).isEqualTo(1);
            assertThat(server.get("/api/v1/timers?correlationId=request-7").json().path("timers"))
                    .hasSize(2);
        }
    }

    @Test
    void noticesAndCallbacksGoOnTheTraceOfWhoeverAsked() throws Exception {
        try (var gone = RawReceiver.writing(RawReceiver.response(410, "", ""));
                var told = RawReceiver.writing(RawReceiver.response(200, "", ""));
                var server = server(Map.of("groups.default.onFailed", told.url()))) {
            fail(server, "order", gone.url(), "");
            for (var receiver : List.of(gone, told)) {
                assertThat(receiver.nextRequest().header("traceparent"))
                        .startsWith("00-4bf92f3577b34da6a3ce929d0e0e4736-");
            }
        }
    }

    @Test
    void whereCallbacksMayNotGoNobodyIsTold() {
        try (var server = server(Map.of("groups.default.egress.hosts", "a.example"))) {
            var refused =
                    server.post(
                            "/api/v1/timers",
                            """
                            {"timerId": "a", "executeAt": "2090-01-01T00:00:00Z",
                             "callbackUrl": "http://a.example", "onFailed": "http://evil.example"}""");
            assertThat(refused.status()).isEqualTo(422);
            assertThat(refused.field("field")).isEqualTo("onFailed");
            var invalid =
                    server.post(
                            "/api/v1/timers",
                            """
                            {"timerId": "a", "executeAt": "2090-01-01T00:00:00Z",
                             "callbackUrl": "http://a.example", "onFailed": "ftp://b.example"}""");
            assertThat(invalid.status()).isEqualTo(400);
            assertThat(invalid.field("field")).isEqualTo("onFailed");
        }
    }
}
