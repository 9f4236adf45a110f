package dev.belfry.http.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.server.OpenApiFile;
import dev.belfry.server.RawConnection;
import dev.belfry.server.ServerUnderTest;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HttpRulesTest {
    private static final String TIMER =
            "{\"timerId\": \"t\", \"executeAt\": \"2090-01-31T09:00:00Z\", \"callbackUrl\": \"http://a.example\"}";

    private static ServerUnderTest server;

    @BeforeAll
    static void start() {
        server =
                ServerUnderTest.start(
                        Map.of(
                                "limits.body", "1000",
                                "limits.payload", "900",
                                "limits.batchBody", "2000",
                                "http.bodyTimeout", "300ms",
                                "http.maxEventClients", "1"));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/nothing",
                "/nothing.html",
                "/api",
                "/api/v1",
                "/api/v1/",
                "/api/v1/timer",
                "/api/v1/timers/a",
                "/api/v1/timers/a/b/c",
                "/api/v2/timers",
                "/health",
                "/metrics/",
                "/%2e%2e/metrics"
            })
    void anUnknownPathIsNotFound(String path) {
        var reply = server.get(path);
        assertThat(reply.status()).as(path).isEqualTo(404);
        assertThat(reply.field("code")).isEqualTo("ROUTE_NOT_FOUND");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "DELETE | /api/v1/timers | GET, HEAD, POST",
                "DELETE | /api/v1/timers/batch | POST",
                "POST | /api/v1/timers/default/a | DELETE, GET, HEAD, PATCH, PUT",
                "POST | /api/v1/groups | GET, HEAD",
                "GET | /api/v1/groups/default/pause | POST",
                "OPTIONS | /health/live | GET, HEAD",
                "PUT | /metrics | GET, HEAD"
            })
    void aMethodThatThePathDoesNotTakeIsRefusedWithThoseItTakes(
            String method, String path, String allowed) {
        var reply = server.send(method, path, Optional.empty());
        assertThat(reply.status()).isEqualTo(405);
        assertThat(reply.field("code")).isEqualTo("METHOD_NOT_ALLOWED");
        assertThat(reply.header("Allow")).isEqualTo(allowed);
    }

    @Test
    void headIsGetWithoutTheBody() {
        server.put("/api/v1/timers/default/head", TIMER.replace("\"timerId\": \"t\",", ""));
        var get = server.get("/api/v1/timers/default/head");
        var head = server.send("HEAD", "/api/v1/timers/default/head", Optional.empty());
        assertThat(head.status()).isEqualTo(200);
        assertThat(head.header("ETag")).isEqualTo(get.header("ETag"));
        assertThat(head.header("Content-Length")).isEqualTo("" + get.bytes().length);
        assertThat(head.bytes()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"text/plain", "application/x-www-form-urlencoded", "application/jsonx", ""})
    void aBodyMustSayThatItIsJson(String type) {
        var reply = server.post("/api/v1/timers", TIMER, "Content-Type", type);
        assertThat(reply.status()).isEqualTo(415);
        assertThat(reply.field("code")).isEqualTo("UNSUPPORTED_MEDIA_TYPE");
        assertThat(reply.field("detail")).contains("application/json");
    }

    @ParameterizedTest
    @ValueSource(strings = {"gzip", "deflate", "br", "identity, gzip", "x"})
    void aBodyIsNotDecoded(String encoding) {
        var reply = server.post("/api/v1/timers", TIMER, "Content-Encoding", encoding);
        assertThat(reply.status()).isEqualTo(415);
        assertThat(reply.field("field")).isEqualTo("Content-Encoding");
        var path = "/api/v1/timers/default/plain";
        var body = TIMER.replace("\"t\"", "\"plain\"");
        assertThat(server.put(path, body, "Content-Encoding", "Identity").status()).isIn(200, 201);
    }

    @Test
    void aReadSaysThatItTakesNoBody() {
        var reply = server.send("GET", "/api/v1/groups", Optional.of("{}"));
        assertThat(reply.status()).isEqualTo(415);
        assertThat(reply.field("detail")).isEqualTo("this call takes no body");
    }

    @Test
    void aPostThatNeedsNoBodyTakesAnEmptyObjectAndNothingElse() {
        var path = "/api/v1/groups/default/resume";
        assertThat(server.post(path, " { } ").status()).isEqualTo(200);
        assertThat(server.post(path).status()).isEqualTo(200);
        var refused = server.post(path, "{\"reason\": \"a\"}");
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.field("field")).isEqualTo("reason");
        assertThat(server.post(path, "[]").status()).isEqualTo(400);
    }

    @Test
    void aTypeMayHaveParametersAndAnyCase() {
        var path = "/api/v1/timers/default/typed";
        var body = TIMER.replace("\"t\"", "\"typed\"");
        assertThat(
                        server.put(path, body, "Content-Type", "Application/JSON; charset=utf-8")
                                .status())
                .isEqualTo(201);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "application/json | 200",
                "*/* | 200",
                "application/* | 200",
                "text/html, application/json;q=0.5 | 200",
                "text/html, */*;q=0.1 | 200",
                "text/html | 406",
                "application/json;q=0 | 406",
                "application/xml, text/* | 406"
            })
    void anAnswerIsGivenOnlyInAFormThatIsAccepted(String accept, int status) {
        var reply = server.get("/api/v1/groups", "Accept", accept);
        assertThat(reply.status()).isEqualTo(status);
    }

    @Test
    void whoDeletesMayAcceptRefusalsAlone() {
        server.put("/api/v1/timers/default/deleted", TIMER.replace("\"t\"", "\"deleted\""));
        var reply =
                server.send(
                        "DELETE",
                        "/api/v1/groups/default/timers/deleted",
                        Optional.empty(),
                        "Accept",
                        "application/problem+json");
        assertThat(reply.status()).isEqualTo(204);
    }

    @Test
    void everyCallRefusesAFormThatItDoesNotGive() {
        for (var call : OpenApiFile.load().calls()) {
            var parts = call.split(" ", 2);
            var path = parts[1].replace("{groupId}", "default").replaceAll("[{][^}]+[}]", "t");
            var reply = server.send(parts[0], path, Optional.empty(), "Accept", "image/png");
            assertThat(reply.status()).as(call).isEqualTo(406);
            assertThat(reply.field("code")).isEqualTo("NOT_ACCEPTABLE");
        }
    }

    @Test
    void aBodyOverTheLimitIsRefusedWhateverItsForm() throws Exception {
        var large = TIMER.replace("\"t\"", "\"t\", \"payload\": \"" + "x".repeat(2_000) + "\"");
        var reply = server.post("/api/v1/timers", large);
        assertThat(reply.status()).isEqualTo(413);
        assertThat(reply.field("code")).isEqualTo("BODY_TOO_LARGE");
        try (var chunked = new RawConnection(server.port())) {
            chunked.say(
                    "POST /api/v1/timers HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                            + "Transfer-Encoding: chunked\r\n\r\n7d0\r\n"
                            + "x".repeat(2_000)
                            + "\r\n");
            assertThat(chunked.answer()).contains(" 413 ").contains("BODY_TOO_LARGE");
        }
        assertThat(server.send("GET", "/api/v1/groups", Optional.of("{}")).status()).isEqualTo(415);
    }

    @Test
    void aClientThatAsksFirstIsToldToContinueOrNot() throws Exception {
        var head =
                "PUT /api/v1/timers/default/asks HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                        + "Expect: 100-continue\r\nContent-Length: ";
        var body = TIMER.replace("\"t\"", "\"asks\"");
        try (var connection = new RawConnection(server.port())) {
            connection.say(head + body.length() + "\r\n\r\n");
            assertThat(connection.answer()).contains(" 100 ");
            assertThat(connection.say(body).answer()).contains(" 201 ");
        }
        try (var connection = new RawConnection(server.port())) {
            assertThat(connection.say(head + "99999\r\n\r\n").answer()).contains(" 413 ");
        }
    }

    @Test
    void aRequestLineOver16KiBIsRefused() throws Exception {
        try (var connection = new RawConnection(server.port())) {
            connection.say("GET /" + "x".repeat(16_400) + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
            assertThat(connection.everything()).contains(" 414 ").contains("URI_TOO_LONG");
        }
        try (var connection = new RawConnection(server.port())) {
            connection.say("GET /" + "x".repeat(16_000) + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
            assertThat(connection.answer()).contains(" 404 ");
        }
    }

    @Test
    void headersOver16KiBAreRefused() throws Exception {
        try (var connection = new RawConnection(server.port())) {
            connection.say(
                    "GET /health/live HTTP/1.1\r\nHost: localhost\r\nX: "
                            + "x".repeat(20_000)
                            + "\r\n\r\n");
            assertThat(connection.everything()).contains(" 431 ").contains("HEADERS_TOO_LARGE");
        }
    }

    @Test
    void whatIsNotHttpIsRefusedAndTheConnectionClosed() throws Exception {
        try (var connection = new RawConnection(server.port())) {
            connection.say("what is this\r\n\r\n");
            assertThat(connection.everything()).contains(" 400 ").contains("INVALID_INPUT");
        }
    }

    @Test
    void aBodyThatDoesNotComeIsGivenUp() throws Exception {
        try (var connection = new RawConnection(server.port())) {
            connection.say(
                    "POST /api/v1/timers HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                            + "Content-Length: 10\r\n\r\n{");
            assertThat(connection.everything()).contains(" 408 ").contains("REQUEST_TIMEOUT");
        }
    }

    @Test
    void pathsMustBePercentEncoded() throws Exception {
        try (var connection = new RawConnection(server.port())) {
            connection.say("GET /api/v1/timers/default/\u00e9 HTTP/1.1\r\nHost: localhost\r\n\r\n");
            assertThat(connection.answer()).contains(" 400 ");
        }
        try (var connection = new RawConnection(server.port())) {
            connection.say("GET /api/v1/timers/default/%zz HTTP/1.1\r\nHost: localhost\r\n\r\n");
            assertThat(connection.answer()).contains(" 400 ").contains("timerId");
        }
    }

    @Test
    void manyRequestsShareOneConnection() throws Exception {
        try (var connection = new RawConnection(server.port())) {
            connection.say("GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(50));
            for (int i = 0; i < 50; i++) {
                assertThat(connection.answer()).contains(" 200 ");
            }
        }
    }

    @Test
    void aRefusalLeavesTheConnectionToTheNextRequest() throws Exception {
        try (var connection = new RawConnection(server.port())) {
            connection.say(
                    "POST /api/v1/timers HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{}");
            assertThat(connection.answer()).contains(" 415 ");
            connection.say(
                    "POST /nowhere HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{}");
            assertThat(connection.answer()).contains(" 404 ");
            connection.say("GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n");
            assertThat(connection.answer()).contains(" 200 ");
        }
    }

    @Test
    void noMoreClientsListenToEventsThanAllowed() throws Exception {
        try (var first = new RawConnection(server.port())) {
            first.say("GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n");
            assertThat(first.answer()).contains(" 200 ").contains("text/event-stream");
            var second = server.get("/events");
            assertThat(second.status()).isEqualTo(503);
            assertThat(second.header("Retry-After")).isNotEmpty();
        }
    }
}
