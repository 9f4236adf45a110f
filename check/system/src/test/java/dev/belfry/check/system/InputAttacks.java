package dev.belfry.check.system;

import static dev.belfry.check.system.AttackedServer.OWN;
import static dev.belfry.check.system.AttackedServer.path;
import static dev.belfry.check.system.AttackedServer.timer;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.check.faults.CollidingNames;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Inputs that other servers fell over, or understood as something else. */
final class InputAttacks {
    private InputAttacks() {}

    static List<Attack> all() {
        return List.of(
                Attack.of(
                        "API8",
                        "targets that other readers understand otherwise: `#`, a whole URL, `\\`, dot segments",
                        InputAttacks::targets),
                Attack.of(
                        "API8",
                        "names in overlong, broken and double escapes, with line ends and zeros",
                        InputAttacks::escapes),
                Attack.of(
                        "API8",
                        "line ends in stored header fields, and fields that belong to the server",
                        InputAttacks::headers),
                Attack.of(
                        "API8",
                        "names that are SQL, HTML, templates, paths and commands",
                        InputAttacks::injections),
                Attack.of(
                        "API8",
                        "JSON that is nested, endless, twice, of huge numbers, no UTF-8",
                        InputAttacks::json),
                Attack.of(
                        "API8",
                        "mistakes of all kinds, to see classes, queries and traces in the answer",
                        InputAttacks::errors),
                Attack.of("API4", "many field names of one hash", InputAttacks::collisions),
                Attack.of("API4", "a compressed body that grows (bomb)", InputAttacks::bomb),
                Attack.of(
                        "API4",
                        "header fields and a request line without end",
                        InputAttacks::longHeads),
                Attack.of(
                        "API4",
                        "pages, batches, payloads, delays, retries and names beyond every limit",
                        InputAttacks::limits),
                Attack.of(
                        "API4",
                        "schedules that never come, or every moment",
                        InputAttacks::schedules),
                Attack.of(
                        "API8",
                        "HTTP/2 without TLS, by preface and by upgrade",
                        InputAttacks::http2));
    }

    private static void requireRefused(AttackedServer server, String target) throws Exception {
        assertThat(FunctionAttacks.raw(server, "DELETE", target, server.admin))
                .as(target)
                .containsPattern("^HTTP/1.1 (400|404|405) ");
    }

    private static void targets(AttackedServer server) throws Exception {
        var before = server.victim("target");
        var timer = path("deleteTimer", OWN, "target");
        for (var target :
                List.of(
                        timer + "#x",
                        timer + "?#x",
                        "http://localhost" + timer,
                        "http://elsewhere.example" + timer,
                        timer.replace("/target", "\\target"),
                        timer.replace("/target", "/x/../target"),
                        timer.replace("/target", "/./target"),
                        "/" + timer,
                        timer + "/",
                        timer + ";x=y",
                        timer + "?x=y",
                        "*")) {
            requireRefused(server, target);
        }
        server.requireUntouched("target", before);
    }

    private static void escapes(AttackedServer server) throws Exception {
        for (var name :
                List.of(
                        "%00",
                        "%0d%0aX:y",
                        "%0a",
                        "%c0%af",
                        "%e0%80%af",
                        "%ed%a0%80",
                        "%ff",
                        "%",
                        "%2",
                        "%zz",
                        "%u0041",
                        "%2e%2e",
                        "%2e")) {
            requireRefused(server, path("deleteTimer", OWN, name));
        }
        assertThat(server.log()).doesNotContain("\nX:y");
    }

    private static void headers(AttackedServer server) throws Exception {
        for (var field :
                List.of(
                        "\"X\": \"a\\r\\nEvil: 1\"",
                        "\"X\": \"a\\nEvil: 1\"",
                        "\"X\\r\\nEvil\": \"1\"",
                        "\"X Y\": \"1\"",
                        "\"X:\": \"1\"",
                        "\"Host\": \"elsewhere.example\"",
                        "\"Content-Length\": \"0\"",
                        "\"Transfer-Encoding\": \"chunked\"",
                        "\"Connection\": \"close\"",
                        "\"webhook-signature\": \"v1,forged\"")) {
            var answer =
                    server.create(
                            timer(OWN, server.unusedName(), ", \"headers\": {" + field + "}"),
                            server.writer);
            assertThat(answer.statusCode()).as(field + answer.body()).isEqualTo(400);
        }
    }

    private static void injections(AttackedServer server) throws Exception {
        var before = server.victim("plain");
        for (var name :
                List.of(
                        "'; DROP TABLE timers; --",
                        "x' OR '1'='1",
                        "x\\\" OR 1=1",
                        "<script>alert(1)</script>",
                        "${jndi:ldap://127.0.0.1/x}",
                        "{{7*7}}",
                        "$(touch x)",
                        "../../etc/passwd",
                        "%n%n%s")) {
            var made =
                    server.create(
                            timer(OWN, name, ", \"payload\": \"" + name + "\""), server.writer);
            assertThat(made.statusCode()).as(made.body()).isBetween(200, 201);
            assertThat(made.body()).contains(name.replace("\\\"", "\\\""));
            assertThat(made.headers().firstValue("Content-Type").orElse(""))
                    .startsWith("application/json");
            assertThat(server.create(timer(name, "t", ""), server.admin).statusCode())
                    .as("a group called %s", name)
                    .isEqualTo(400);
        }
        server.requireUntouched("plain", before);
    }

    private static void json(AttackedServer server) throws Exception {
        for (var body :
                List.of(
                        "[".repeat(100_000),
                        "{\"a\":".repeat(20_000),
                        timer(OWN, "n", ", \"payload\": " + "[".repeat(50_000)),
                        timer(OWN, "n", ", \"timerId\": \"m\""),
                        timer(OWN, "n", ", \"callbackTimeout\": 1e999999999"),
                        timer(
                                OWN,
                                "n",
                                ", \"retryPolicy\": {\"maxAttempts\": 1" + "0".repeat(5_000) + "}"),
                        timer(OWN, "n", "") + "{}",
                        timer(OWN, "n", ", 'payload': 1"),
                        timer(OWN, "n", ", \"payload\": NaN"),
                        "null",
                        "")) {
            var answer = server.send("POST", "/api/v1/timers", Optional.of(body), server.writer);
            assertThat(answer.statusCode())
                    .as("%s…: %s", body.substring(0, Math.min(50, body.length())), answer.body())
                    .isIn(400, 413, 415);
        }
        try (var connection = server.connect()) {
            var broken = timer(OWN, "\u00ff\u00fe", "").getBytes(StandardCharsets.ISO_8859_1);
            connection.say(head(server, "Content-Length: " + broken.length)).say(broken);
            assertThat(connection.answer()).startsWith("HTTP/1.1 400 ");
        }
    }

    static String head(AttackedServer server, String fields) {
        return "POST /api/v1/timers HTTP/1.1\r\nHost: localhost\r\nAuthorization: %s\r\nContent-Type: application/json\r\n%s\r\n\r\n"
                .formatted(server.writer, fields);
    }

    private static void errors(AttackedServer server) throws Exception {
        for (var body :
                List.of("{", "[]", "{\"executeAt\": 7}", "{\"timerId\": {}}", "{\"payload\": ")) {
            var answer = server.create(body, server.writer);
            assertThat(answer.statusCode()).isEqualTo(400);
            assertThat(answer.headers().firstValue("Content-Type"))
                    .hasValue("application/problem+json");
            requireDiscreet(answer.body());
        }
        for (var query : List.of("?cursor=x", "?cursor=%ff", "?limit=x", "?from=x", "?x=y")) {
            var answer =
                    server.send(
                            "GET",
                            path("listTimers", OWN, "") + query,
                            Optional.empty(),
                            server.reader);
            assertThat(answer.statusCode()).as(query).isEqualTo(400);
            requireDiscreet(answer.body());
        }
    }

    private static void requireDiscreet(String body) {
        assertThat(body)
                .doesNotContain(
                        "Exception", "\tat ", "java.", "dev.belfry", "SELECT", "sqlite", "vertx");
    }

    private static void collisions(AttackedServer server) throws Exception {
        var fields =
                CollidingNames.first(20_000).stream()
                        .map(it -> "\"" + it + "\": 1")
                        .collect(Collectors.joining(","));
        var answer = server.create("{" + fields + "}", server.writer);
        assertThat(answer.statusCode()).isIn(400, 413);
    }

    private static void bomb(AttackedServer server) throws Exception {
        for (var encoding : List.of("gzip", "deflate", "br", "gzip, gzip")) {
            var answer =
                    server.send(
                            "POST",
                            "/api/v1/timers",
                            Optional.of(timer(OWN, "bomb", "")),
                            server.writer,
                            "Content-Encoding",
                            encoding);
            assertThat(answer.statusCode()).as(encoding).isIn(400, 415);
        }
    }

    private static void longHeads(AttackedServer server) throws Exception {
        for (var head :
                List.of(
                        "GET /health/live HTTP/1.1\r\nHost: localhost\r\nX: "
                                + "x".repeat(1_000_000),
                        "GET /health/live HTTP/1.1\r\nHost: localhost\r\n"
                                + "X: y\r\n".repeat(200_000),
                        "GET /" + "x".repeat(1_000_000))) {
            try (var connection = server.connect()) {
                try {
                    connection.say(head);
                } catch (IOException _) {
                    continue;
                }
                assertThat(connection.everything()).doesNotContain(" 200 ");
            }
        }
    }

    private static void limits(AttackedServer server) throws Exception {
        for (var more :
                List.of(
                        ", \"executeAt\": \"9999-12-31T23:59:59Z\"",
                        ", \"payload\": \"" + "x".repeat(3_000_000) + "\"",
                        ", \"callbackTimeout\": \"1000d\"",
                        ", \"retryPolicy\": {\"initialInterval\": \"0s\"}",
                        ", \"retryPolicy\": {\"initialInterval\": \"-1s\"}",
                        ", \"retryPolicy\": {\"backoffCoefficient\": 1e300}")) {
            var answer = server.create(timer(OWN, "beyond", more), server.writer);
            assertThat(answer.statusCode())
                    .as(more.substring(0, Math.min(60, more.length())) + answer.body())
                    .isIn(400, 413);
        }
        assertThat(server.create(timer(OWN, "x".repeat(1_000), ""), server.writer).statusCode())
                .isEqualTo(400);
        for (var query : List.of("?limit=1000000", "?limit=-1", "?limit=0")) {
            assertThat(
                            server.send(
                                            "GET",
                                            path("listTimers", OWN, "") + query,
                                            Optional.empty(),
                                            server.reader)
                                    .statusCode())
                    .as(query)
                    .isEqualTo(400);
        }
        var many = "{},".repeat(100_000);
        var batch =
                server.send(
                        "POST",
                        path("changeTimers", OWN, ""),
                        Optional.of("{\"timers\": [" + many + "{}]}"),
                        server.writer);
        assertThat(batch.statusCode()).as("%.200s", batch.body()).isIn(400, 413);
    }

    private static void schedules(AttackedServer server) throws Exception {
        for (var cron :
                List.of(
                        "0 0 31 2 *",
                        "0 0 30 2 *",
                        "* * * * * * * *",
                        "*/0 * * * *",
                        "99 * * * *")) {
            var body =
                    """
                    {"groupId": "own", "timerId": "cron", "callbackUrl": "http://a.example/", "schedule": {"cron": "%s"}}"""
                            .formatted(cron);
            assertThat(server.create(body, server.writer).statusCode()).as(cron).isEqualTo(400);
        }
    }

    private static void http2(AttackedServer server) throws Exception {
        try (var connection = server.connect()) {
            connection.say("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\4\0\0\0\0\0");
            assertThat(connection.everything()).contains(" 501 ");
        }
        try (var connection = server.connect()) {
            connection.say(
                    "GET /health/live HTTP/1.1\r\nHost: localhost\r\nUpgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: AAMAAABk\r\n\r\n");
            assertThat(connection.answer()).startsWith("HTTP/1.1 200 ");
        }
    }
}
