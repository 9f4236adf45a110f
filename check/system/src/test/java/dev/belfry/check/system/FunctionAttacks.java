package dev.belfry.check.system;

import static dev.belfry.check.system.AttackedServer.OWN;
import static dev.belfry.check.system.AttackedServer.path;
import static dev.belfry.check.system.AttackedServer.timer;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.server.Eventually;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;

/** Attacks by calls that a caller should not have, or nobody. */
final class FunctionAttacks {
    private FunctionAttacks() {}

    static List<Attack> all() {
        return List.of(
                Attack.of(
                        "API5",
                        "calls above the own role: pause, redrive, system, metrics",
                        FunctionAttacks::aboveRole),
                Attack.of(
                        "API5",
                        "fields that override the method: X-HTTP-Method-Override",
                        FunctionAttacks::methodOverride),
                Attack.of("API5", "`/internal` on the port of clients", FunctionAttacks::internal),
                Attack.of(
                        "API9",
                        "other versions of the API, and paths that other servers have for debugging",
                        FunctionAttacks::otherPaths),
                Attack.of(
                        "API8",
                        "methods that nobody needs: TRACE, TRACK, CONNECT, PROPFIND",
                        FunctionAttacks::methods),
                Attack.of(
                        "API8",
                        "another address in X-Forwarded-For, to hide from the audit log",
                        FunctionAttacks::forwardedFor));
    }

    static String raw(AttackedServer server, String method, String target, String key)
            throws Exception {
        try (var connection = server.connect()) {
            return connection
                    .say(
                            "%s %s HTTP/1.1\r\nHost: localhost\r\nAuthorization: %s\r\n\r\n"
                                    .formatted(method, target, key))
                    .answer();
        }
    }

    private static void aboveRole(AttackedServer server) throws Exception {
        var before = server.get("getGroup", OWN, "", server.admin).body();
        for (var call : List.of("pauseGroup", "resumeGroup", "redriveFailed", "redriveTimer")) {
            for (var key : List.of(server.writer, server.reader)) {
                var answer = server.send("POST", path(call, OWN, "t"), Optional.of("{}"), key);
                assertThat(answer.statusCode()).as(call).isEqualTo(403);
            }
        }
        for (var call : List.of("getSystem", "metrics")) {
            for (var key :
                    List.of(server.reader, server.writer, server.operator, server.stranger)) {
                assertThat(server.get(call, "", "", key).statusCode()).as(call).isEqualTo(403);
            }
        }
        assertThat(server.create(timer(OWN, "by-reader", ""), server.reader).statusCode())
                .isEqualTo(403);
        assertThat(
                        server.get("getGroup", OWN, "", server.admin)
                                .body()
                                .contains("\"paused\":false"))
                .isEqualTo(before.contains("\"paused\":false"));
    }

    private static void methodOverride(AttackedServer server) throws Exception {
        var before = server.victim("overridden");
        for (var name :
                List.of(
                        "X-HTTP-Method-Override",
                        "X-HTTP-Method",
                        "X-Method-Override",
                        "_method")) {
            var answer =
                    server.send(
                            "GET",
                            path("getTimer", OWN, "overridden"),
                            Optional.empty(),
                            server.writer,
                            name,
                            "DELETE");
            assertThat(answer.statusCode()).isEqualTo(200);
        }
        server.requireUntouched("overridden", before);
    }

    private static void internal(AttackedServer server) throws Exception {
        for (var target :
                List.of(
                        "/internal",
                        "/internal/v1",
                        "/internal/v1/watch/pulse",
                        "/internal/v1/api/v1/timers",
                        "/%69nternal/v1/watch/pulse",
                        "//internal/v1/watch/pulse",
                        "/api/v1/../../internal/v1/watch/pulse")) {
            for (var method : List.of("GET", "POST", "PUT", "DELETE")) {
                assertThat(raw(server, method, target, server.admin))
                        .as(target)
                        .containsPattern("^HTTP/1.1 (400|404) ");
            }
        }
    }

    private static void otherPaths(AttackedServer server) throws Exception {
        for (var target :
                List.of(
                        "/api",
                        "/api/v0/timers",
                        "/api/v2/timers",
                        "/v1/timers",
                        "/actuator/env",
                        "/debug/pprof",
                        "/swagger-ui.html",
                        "/graphql",
                        "/.git/config",
                        "/.env",
                        "/belfry.yaml",
                        "/keys.yaml",
                        "/data/belfry.db",
                        "/WEB-INF/web.xml",
                        "/META-INF/MANIFEST.MF")) {
            assertThat(raw(server, "GET", target, server.admin))
                    .as(target)
                    .startsWith("HTTP/1.1 404 ");
        }
    }

    private static void methods(AttackedServer server) throws Exception {
        for (var method : List.of("TRACE", "TRACK", "PROPFIND", "DEBUG", "OPTIONS", "PURGE")) {
            assertThat(raw(server, method, path("getTimer", OWN, "t"), server.admin))
                    .as(method)
                    .startsWith("HTTP/1.1 405 ")
                    .doesNotContain("Bearer");
        }
        assertThat(raw(server, "CONNECT", "127.0.0.1:80", server.admin))
                .startsWith("HTTP/1.1 400 ");
    }

    private static void forwardedFor(AttackedServer server) throws Exception {
        var id = server.unusedName();
        server.send(
                "PUT",
                path("putTimer", OWN, id),
                Optional.of(timer(OWN, id, "")),
                server.writer,
                "X-Forwarded-For",
                "203.0.113.7",
                "X-Real-IP",
                "203.0.113.7");
        Eventually.holds("it is in the audit log", () -> line(server, id).contains("127.0.0.1"));
        assertThat(line(server, id)).doesNotContain("203.0.113.7");
    }

    private static String line(AttackedServer server, String id) {
        try {
            return server.auditLines().stream()
                    .filter(it -> it.contains("\"" + id + "\""))
                    .findFirst()
                    .orElse("");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
