package dev.belfry.http.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.belfry.server.ServerUnderTest;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class BadInputTest {
    private static ServerUnderTest server;

    @BeforeAll
    static void start() {
        server =
                ServerUnderTest.start(
                        Map.of(
                                "limits.horizon", "3650d",
                                "limits.payload", "100",
                                "limits.batchTimers", "3"));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    /** A field of a timer in place of the good one, and the field that is to be named. */
    static Stream<Arguments> badFields() {
        return Stream.of(
                arguments("timerId", "\"\"", "timerId"),
                arguments("timerId", "null", "timerId"),
                arguments("timerId", "7", "timerId"),
                arguments("timerId", "\".\"", "timerId"),
                arguments("timerId", "\"..\"", "timerId"),
                arguments("timerId", "\"a\\u0000b\"", "timerId"),
                arguments("timerId", "\"a\\nb\"", "timerId"),
                arguments("timerId", "\"\\ud800\"", "timerId"),
                arguments("timerId", "\"" + "x".repeat(256) + "\"", "timerId"),
                arguments("groupId", "\"UPPER\"", "groupId"),
                arguments("groupId", "\"" + "g".repeat(65) + "\"", "groupId"),
                arguments("groupId", "[]", "groupId"),
                arguments("executeAt", "null", "executeAt"),
                arguments("executeAt", "1767225600", "executeAt"),
                arguments("executeAt", "\"tomorrow\"", "executeAt"),
                arguments("executeAt", "\"2026-01-31\"", "executeAt"),
                arguments("executeAt", "\"2026-01-31T09:00:00\"", "executeAt"),
                arguments("executeAt", "\"2026-02-30T09:00:00Z\"", "executeAt"),
                arguments("executeAt", "\"2026-01-31T24:00:00Z\"", "executeAt"),
                arguments("executeAt", "\"2026-01-31T09:00:60Z\"", "executeAt"),
                arguments("executeAt", "\"2026-01-31T09:00:00+25:00\"", "executeAt"),
                arguments("executeAt", "\"0000-01-31T09:00:00Z\"", "executeAt"),
                arguments("executeAt", "\"9999-12-31T23:59:59Z\"", "executeAt"),
                arguments("executeAt", "\"+12026-01-31T09:00:00Z\"", "executeAt"),
                arguments("callbackUrl", "null", "callbackUrl"),
                arguments("callbackUrl", "\"\"", "callbackUrl"),
                arguments("callbackUrl", "\"example.com\"", "callbackUrl"),
                arguments("callbackUrl", "\"ftp://example.com\"", "callbackUrl"),
                arguments("callbackUrl", "\"http://\"", "callbackUrl"),
                arguments("callbackUrl", "\"http:///path\"", "callbackUrl"),
                arguments("callbackUrl", "\"http://a b/\"", "callbackUrl"),
                arguments("callbackUrl", "\"http://a.example:99999/\"", "callbackUrl"),
                arguments("callbackUrl", "\"http://user:pw@a.example/\"", "callbackUrl"),
                arguments("callbackUrl", "\"http://a.example/#part\"", "callbackUrl"),
                arguments("callbackUrl", "\"http://a.example/\\ud800\"", "callbackUrl"),
                arguments(
                        "callbackUrl",
                        "\"http://a.example/" + "x".repeat(2048) + "\"",
                        "callbackUrl"),
                arguments("callbackTimeout", "30", "callbackTimeout"),
                arguments("callbackTimeout", "\"30\"", "callbackTimeout"),
                arguments("callbackTimeout", "\"0s\"", "callbackTimeout"),
                arguments("callbackTimeout", "\"16m\"", "callbackTimeout"),
                arguments("callbackTimeout", "\"-1s\"", "callbackTimeout"),
                arguments("callbackTimeout", "\"999999999999d\"", "callbackTimeout"),
                arguments("correlationId", "\"\"", "correlationId"),
                arguments("correlationId", "\"é\"", "correlationId"),
                arguments("correlationId", "\"" + "c".repeat(256) + "\"", "correlationId"),
                arguments("delay", "\"3651d\"", "delay"),
                arguments("delay", "5", "delay"),
                arguments("delay", "\"PT5S\"", "delay"),
                arguments("method", "\"HEAD\"", "method"),
                arguments("method", "\"post\"", "method"),
                arguments("method", "1", "method"),
                arguments("body", "\"form\"", "body"),
                arguments("body", "{}", "body"),
                arguments("headers", "[]", "headers"),
                arguments("headers", "{\":method\": \"PUT\"}", "headers.:method"),
                arguments("headers", "{\"X-A\": 1}", "headers.X-A"),
                arguments("headers", "{\"X A\": \"1\"}", "headers.X A"),
                arguments("headers", "{\"X-A\": \"a\\r\\nb\"}", "headers.X-A"),
                arguments("headers", "{\"Host\": \"a\"}", "headers.Host"),
                arguments("headers", "{\"content-length\": \"1\"}", "headers.content-length"),
                arguments("headers", "{\"Webhook-Id\": \"1\"}", "headers.Webhook-Id"),
                arguments("headers", "{\"X-A\": \"1\", \"x-a\": \"2\"}", "headers"),
                arguments("headers", "{\"X-A\": \"1\", \"X-A\": \"2\"}", "headers.X-A"),
                arguments("retryPolicy", "\"often\"", "retryPolicy"),
                arguments("retryPolicy", "{\"maxAttempts\": 0}", "retryPolicy.maxAttempts"),
                arguments("retryPolicy", "{\"maxAttempts\": 1001}", "retryPolicy.maxAttempts"),
                arguments("retryPolicy", "{\"maxAttempts\": 1.5}", "retryPolicy.maxAttempts"),
                arguments("retryPolicy", "{\"maxAttempts\": null}", "retryPolicy.maxAttempts"),
                arguments(
                        "retryPolicy", "{\"maxAttempts\": 99999999999}", "retryPolicy.maxAttempts"),
                arguments(
                        "retryPolicy",
                        "{\"maxAttempts\": " + "9".repeat(90) + "}",
                        "retryPolicy.maxAttempts"),
                arguments(
                        "retryPolicy",
                        "{\"backoffMultiplier\": 0.5}",
                        "retryPolicy.backoffMultiplier"),
                arguments(
                        "retryPolicy",
                        "{\"backoffMultiplier\": 1e999}",
                        "retryPolicy.backoffMultiplier"),
                arguments("retryPolicy", "{\"maxInterval\": \"0s\"}", "retryPolicy.maxInterval"),
                arguments("retryPolicy", "{\"maxDuration\": \"3651d\"}", "retryPolicy.maxDuration"),
                arguments("retryPolicy", "{\"initialInterval\": 5}", "retryPolicy.initialInterval"),
                arguments("retryPolicy", "{\"tries\": 5}", "retryPolicy.tries"),
                arguments("payload", "\"" + "p".repeat(99) + "\"", "payload"),
                arguments("state", "\"SCHEDULED\"", "state"),
                arguments("callbackURL", "\"http://a.example\"", "callbackURL"));
    }

    @ParameterizedTest
    @MethodSource("badFields")
    void aBadFieldIsNamed(String field, String value, String named) {
        var reply = server.post("/api/v1/timers", timer(field, value));
        assertThat(reply.status()).as(reply.toString()).isEqualTo(400);
        assertThat(reply.field("code")).isEqualTo("INVALID_INPUT");
        assertThat(reply.field("field")).isEqualTo(named);
        assertThat(reply.field("detail")).isNotBlank().hasSizeLessThan(600);
        if (!field.equals("groupId") && !field.equals("timerId")) {
            var put = server.put("/api/v1/timers/default/t", timer(field, value));
            assertThat(put.field("field")).isEqualTo(named);
            var patch =
                    server.patch(
                            "/api/v1/timers/default/t", "{\"%s\": %s}".formatted(field, value));
            assertThat(patch.field("field")).isEqualTo(named);
        }
    }

    private static String timer(String field, String value) {
        var fields = new LinkedHashMap<String, String>();
        fields.put("timerId", "\"t\"");
        fields.put("executeAt", "\"2020-01-31T09:00:00Z\"");
        fields.put("callbackUrl", "\"http://a.example\"");
        fields.put(field, value);
        return fields.entrySet().stream()
                .map(it -> "\"%s\": %s".formatted(it.getKey(), it.getValue()))
                .collect(Collectors.joining(", ", "{", "}"));
    }

    @ParameterizedTest
    @CsvSource({"timerId", "executeAt", "callbackUrl"})
    void aMissingFieldIsNamed(String field) {
        var whole = timer("payload", "1");
        var without = whole.replaceFirst("\"" + field + "\": \"[^\"]*\", ", "");
        var reply = server.post("/api/v1/timers", without);
        assertThat(reply.status()).isEqualTo(400);
        assertThat(reply.field("field")).isEqualTo(field);
        assertThat(reply.field("detail")).contains("required");
    }

    @Test
    void aFieldThatIsGivenTwiceIsRefused() {
        var reply = server.post("/api/v1/timers", "{\"timerId\": \"a\", \"timerId\": \"b\"}");
        assertThat(reply.field("field")).isEqualTo("timerId");
        assertThat(reply.field("detail")).contains("twice");
    }

    @Test
    void namesInABodyMustBeThoseOfThePath() {
        var path = "/api/v1/timers/default/t";
        assertThat(server.put(path, timer("timerId", "\"u\"")).field("field")).isEqualTo("timerId");
        assertThat(server.put(path, timer("groupId", "\"g\"")).field("field")).isEqualTo("groupId");
        assertThat(server.patch(path, "{\"timerId\": \"u\"}").field("field")).isEqualTo("timerId");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''",
                "' '",
                "{",
                "}",
                "[]",
                "null",
                "7",
                "{} {}",
                "{}x",
                "{'a': 1}",
                "{\"timerId\": }",
                "{\"timerId\": \"a\",}",
                "{\"timerId\" \"a\"}",
                "nonsense",
                "{\"payload\": nan}",
                "{\"payload\": 01}",
                "{\"payload\": \"\t\"}"
            })
    void whatIsNotAJsonObjectIsRefused(String body) {
        var reply = server.post("/api/v1/timers", body == null ? "" : body);
        assertThat(reply.status()).as(reply.toString()).isIn(400, 415);
        assertThat(reply.field("code")).isIn("INVALID_INPUT", "UNSUPPORTED_MEDIA_TYPE");
    }

    @Test
    void bytesThatAreNotUtf8AreRefused() {
        var good = timer("payload", "\"äöü\"");
        for (var charset :
                new Charset[] {
                    StandardCharsets.ISO_8859_1, StandardCharsets.UTF_16, StandardCharsets.UTF_16LE
                }) {
            refused(good.getBytes(charset));
        }
        refused(("\uFEFF" + good).getBytes(StandardCharsets.UTF_8));
        refused(replaced(good.getBytes(StandardCharsets.UTF_8), (byte) 0xFF));
    }

    private static byte[] replaced(byte[] bytes, byte with) {
        bytes[bytes.length - 4] = with;
        return bytes;
    }

    private static void refused(byte[] body) {
        var reply = server.sendBytes("POST", "/api/v1/timers", Optional.of(body));
        assertThat(reply.status()).as(reply.toString()).isEqualTo(400);
        assertThat(reply.field("code")).isEqualTo("INVALID_INPUT");
    }

    @Test
    void aDeepPayloadIsRefusedAndOneThatIsDeepEnoughIsTaken() {
        assertThat(server.put("/api/v1/timers/default/deep", timer("payload", nested(49))).status())
                .isEqualTo(400);
        assertThat(
                        server.put(
                                        "/api/v1/timers/default/deep",
                                        timer("payload", nested(49))
                                                .replace("\"timerId\": \"t\", ", ""))
                                .status())
                .isEqualTo(201);
        var reply = server.post("/api/v1/timers", timer("payload", nested(100_000)));
        assertThat(reply.status()).isEqualTo(400);
        assertThat(reply.field("detail")).contains("nested");
    }

    private static String nested(int depth) {
        return "[".repeat(depth) + "]".repeat(depth);
    }

    @ParameterizedTest
    @CsvSource({
        "/api/v1/timers/UPPER/a, groupId",
        "/api/v1/timers/default/%ff, timerId",
        "/api/v1/timers/default/%C3, timerId",
        "/api/v1/timers/default/%ED%A0%80, timerId",
        "/api/v1/timers/default/%00, timerId",
        "/api/v1/timers/default/%2E, timerId",
        "/api/v1/timers/default/%2e%2E, timerId",
        "/api/v1/timers/default/, timerId",
        "/api/v1/timers//a, groupId",
        "/api/v1/timers/default/a?x=1, x",
        "/api/v1/groups/default/timers?limit=0, limit",
        "/api/v1/groups/default/timers?limit=1001, limit",
        "/api/v1/groups/default/timers?limit=many, limit",
        "/api/v1/groups/default/timers?limit=1&limit=2, limit",
        "/api/v1/groups/default/timers?cursor=x, cursor",
        "/api/v1/groups/default/timers?cursor=AQ, cursor",
        "/api/v1/groups/default/timers?from=yesterday, from",
        "/api/v1/groups/default/timers?until=2026, until",
        "/api/v1/groups/default/timers?from=2026-01-02T00:00:00Z&until=2026-01-01T00:00:00Z, until",
        "/api/v1/groups/default/timers?%ff=1, query",
        "/api/v1/groups/default/failed?from=2026-01-02T00:00:00Z, from",
        "/api/v1/groups/default/failed?cursor=%25, cursor",
        "/api/v1/groups?limit=0, limit",
        "/api/v1/groups?from=1, from",
        "/health/live?x, x"
    })
    void aBadPathOrQueryIsNamed(String path, String field) {
        var reply = server.get(path);
        assertThat(reply.status()).as(reply.toString()).isEqualTo(400);
        assertThat(reply.field("field")).isEqualTo(field);
    }

    @ParameterizedTest
    @CsvSource({"unquoted", "\"open", "\"a\" \"b\"", "**"})
    void anIfMatchThatIsNoneIsNamed(String tags) {
        var reply = server.delete("/api/v1/timers/default/t", "If-Match", tags);
        assertThat(reply.status()).as(tags).isEqualTo(400);
        assertThat(reply.field("field")).isEqualTo("If-Match");
    }

    @Test
    void aBatchIsRefusedAsAWholeOnlyForItsOwnFaults() {
        assertThat(server.post("/api/v1/timers/batch", "{}").field("field")).isEqualTo("timers");
        assertThat(server.post("/api/v1/timers/batch", "{\"timers\": 1}").field("field"))
                .isEqualTo("timers");
        assertThat(server.post("/api/v1/timers/batch", "{\"timers\": [1,2,3,4]}").field("field"))
                .isEqualTo("timers");
        assertThat(server.post("/api/v1/timers/batch", "{\"more\": []}").field("field"))
                .isEqualTo("more");
        assertThat(server.post("/api/v1/timers/batch", "{\"timers\": [{]}").status())
                .isEqualTo(400);
    }

    @Test
    void aPauseTakesAReasonAndNothingElse() {
        var path = "/api/v1/groups/default/pause";
        assertThat(server.post(path, "{\"reason\": 1}").field("field")).isEqualTo("reason");
        assertThat(server.post(path, "{\"why\": \"x\"}").field("field")).isEqualTo("why");
        assertThat(
                        server.post(path, "{\"reason\": \"%s\"}".formatted("x".repeat(501)))
                                .field("field"))
                .isEqualTo("reason");
        assertThat(server.post("/api/v1/groups/none/pause").field("code"))
                .isEqualTo("GROUP_NOT_FOUND");
    }
}
