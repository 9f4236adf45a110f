package dev.belfry.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.server.Eventually;
import dev.belfry.server.OpenApiFile;
import dev.belfry.server.RawConnection;
import dev.belfry.server.ServerUnderTest;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Thousands of requests that are wrong in some way, made from the calls of the OpenAPI file. */
class MalformedRequestsTest {
    private static final long SEED = 42;
    private static final int REQUESTS = 5_000;
    private static final Pattern STATUS = Pattern.compile("^HTTP/1\\.[01] ([0-9]{3}) ");

    private static final List<String> IDS =
            List.of(
                    "a",
                    "",
                    "%",
                    "%ff",
                    "%00",
                    "..",
                    "%2F%2F",
                    "\u00e9",
                    "x".repeat(300),
                    "%F0%9F%98%80",
                    "a b",
                    "{id}");
    private static final List<String> VALUES =
            List.of(
                    "null",
                    "1",
                    "-1",
                    "1e999",
                    "\"\"",
                    "\"\\ud800\"",
                    "[]",
                    "{}",
                    "true",
                    "\"2090-01-01T00:00:00Z\"",
                    "\"http://a.example\"",
                    "\"5s\"",
                    "{\"maxAttempts\": 2}",
                    "{\"maxAttempts\": 1e5}",
                    "{\"X\": \"y\"}",
                    "[[[[[[[[[[",
                    "\"open",
                    "nul",
                    "\u0000",
                    "9".repeat(5_000),
                    "\"" + "z".repeat(3_000) + "\"");
    private static final List<String> FIELDS =
            List.of(
                    "groupId",
                    "timerId",
                    "executeAt",
                    "callbackUrl",
                    "payload",
                    "callbackTimeout",
                    "retryPolicy",
                    "correlationId",
                    "headers",
                    "timers",
                    "reason",
                    "state",
                    "",
                    "\\u0000",
                    "unknown");
    private static final List<String> TYPES =
            List.of(
                    "application/json",
                    "application/merge-patch+json",
                    "text/plain",
                    "",
                    "application/json;x",
                    "\u00ff");
    private static final List<String> QUERIES =
            List.of(
                    "",
                    "?limit=1",
                    "?limit=-1",
                    "?limit",
                    "?cursor=%%%",
                    "?cursor=AAAA",
                    "?from=x",
                    "?&&&",
                    "?a=1&a=2",
                    "?%ff");
    private static final List<String> HEADERS =
            List.of(
                    "",
                    "If-Match: *\r\n",
                    "If-Match: \"\r\n",
                    "If-Match: \"zz\"\r\n",
                    "Accept: text/html\r\n",
                    "Accept: ;;,,\r\n",
                    "traceparent: zz\r\n",
                    "Expect: 100-continue\r\n",
                    "Expect: 200-maybe\r\n",
                    "Connection: close\r\n",
                    "Host: b\r\n",
                    "Content-Encoding: gzip\r\n",
                    "X: \u0001\r\n",
                    "Upgrade: h2c\r\n");

    private static ServerUnderTest server;

    @BeforeAll
    static void start() {
        server =
                ServerUnderTest.start(
                        Map.of(
                                "http.bodyTimeout", "300ms",
                                "limits.body", "20000",
                                "limits.payload", "10000"));
        Eventually.holds("ready", () -> server.get("/health/ready").status() == 200);
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void noneIsAnsweredWithAFailureOfTheServerAndNoneIsLeftWithoutAnAnswer() throws Exception {
        var random = new Random(SEED);
        var calls = List.copyOf(OpenApiFile.load().calls());
        for (int i = 0; i < REQUESTS; i++) {
            var request = request(random, calls);
            try (var connection = new RawConnection(server.port())) {
                var answer = connection.say(request).answer();
                var status = STATUS.matcher(answer);
                assertThat(status.find())
                        .as("%d: no answer to %s but %s", i, request, answer)
                        .isTrue();
                int code = Integer.parseInt(status.group(1));
                assertThat(code)
                        .as("seed %d, request %d: %s got %s", SEED, i, request, answer)
                        .isLessThan(500)
                        .isGreaterThanOrEqualTo(100);
            }
        }
        assertThat(server.get("/health/ready").status()).isEqualTo(200);
    }

    private static String request(Random random, List<String> calls) {
        var call = pick(random, calls).split(" ", 2);
        var method =
                random.nextInt(20) == 0
                        ? pick(random, List.of("get", "TRACE", "BREW", ""))
                        : call[0];
        var path = call[1];
        while (path.contains("{")) {
            path = path.replaceFirst("\\{[^}]*}", Matcher.quoteReplacement(id(random)));
        }
        var body = method.equals("GET") && random.nextBoolean() ? "" : body(random);
        return "%s %s%s %s\r\nHost: a\r\n%s%s%s\r\n%s"
                .formatted(
                        method,
                        path,
                        pick(random, QUERIES),
                        random.nextInt(40) == 0 ? "HTTP/1.0" : "HTTP/1.1",
                        pick(random, HEADERS),
                        body.isEmpty() ? "" : "Content-Type: " + pick(random, TYPES) + "\r\n",
                        length(random, body),
                        body);
    }

    private static String id(Random random) {
        return random.nextInt(3) == 0 ? "default" : pick(random, IDS).replace("{id}", "%7Bid%7D");
    }

    /** Mostly right; now and then too long, which leaves the server waiting. */
    private static String length(Random random, String body) {
        int length = body.getBytes(StandardCharsets.ISO_8859_1).length;
        return switch (random.nextInt(50)) {
            case 0 -> "Content-Length: -1\r\n";
            case 1 -> "Content-Length: x\r\n";
            case 2 -> "Transfer-Encoding: chunked\r\n";
            case 3 -> "Content-Length: 99999999999999999999\r\n";
            case 4 -> "Content-Length: 7\r\nContent-Length: 8\r\n";
            default -> body.isEmpty() ? "" : "Content-Length: " + length + "\r\n";
        };
    }

    private static String body(Random random) {
        var body = new StringBuilder("{");
        for (int i = random.nextInt(6); i > 0; i--) {
            body.append('"')
                    .append(pick(random, FIELDS))
                    .append("\": ")
                    .append(pick(random, VALUES));
            body.append(i > 1 ? "," : "");
        }
        var text = body.append('}').toString();
        return switch (random.nextInt(8)) {
            case 0 -> text.substring(0, random.nextInt(text.length()));
            case 1 -> text + pick(random, VALUES);
            case 2 -> flipped(random, text);
            case 3 -> "{\"timers\": [" + text + "," + pick(random, VALUES) + "]}";
            default -> text;
        };
    }

    private static String flipped(Random random, String text) {
        var characters = text.toCharArray();
        characters[random.nextInt(characters.length)] = (char) random.nextInt(256);
        return new String(characters);
    }

    private static <T> T pick(Random random, List<T> from) {
        return from.get(random.nextInt(from.size()));
    }
}
