package dev.belfry.check.system;

import static dev.belfry.check.system.AttackedServer.OWN;
import static dev.belfry.check.system.AttackedServer.path;
import static dev.belfry.check.system.AttackedServer.timer;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.operate.access.Role;
import dev.belfry.server.Eventually;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Attacks of callers who have no key, or want to be taken for others. */
final class SessionAttacks {
    private static final String BEARER = "Bearer ";

    private SessionAttacks() {}

    static List<Attack> all() {
        return List.of(
                Attack.of("API2", "calls without a key", SessionAttacks::withoutKey),
                Attack.of(
                        "API2",
                        "guesses: every beginning of a key, and a key with one letter changed",
                        SessionAttacks::guesses),
                Attack.of(
                        "API2",
                        "a key in the query, as a password (Basic), as a cookie, or twice",
                        SessionAttacks::otherPlaces),
                Attack.of("API2", "a key that has ended", SessionAttacks::ended),
                Attack.of(
                        "API2",
                        "what stands in the file of keys, presented as a key",
                        SessionAttacks::digest),
                Attack.of(
                        "API2",
                        "tokens without a signature, or of no issuer",
                        SessionAttacks::tokens),
                Attack.of(
                        "API2",
                        "`Belfry-Caller`, by which nodes pass callers on, sent by a client",
                        SessionAttacks::belfryCaller),
                Attack.of(
                        "API2",
                        "session fixation: a cookie planted before the sign-in",
                        SessionAttacks::fixation),
                Attack.of(
                        "API2",
                        "a session's cookie made up, changed, extended or given twice",
                        SessionAttacks::forged),
                Attack.of(
                        "API2",
                        "a session begun or kept by a session instead of a key",
                        SessionAttacks::fromSession),
                Attack.of("API2", "a session whose key was revoked", SessionAttacks::revoked),
                Attack.of(
                        "API8",
                        "CSRF: another site's page changes something with the session's cookie",
                        SessionAttacks::crossSite),
                Attack.of(
                        "API8",
                        "CSRF: a form, and a text that looks like JSON",
                        SessionAttacks::forms),
                Attack.of("API8", "a preflight of another site (CORS)", SessionAttacks::preflight),
                Attack.of(
                        "API8",
                        "a page under a name of its own that leads here (DNS rebinding of browsers)",
                        SessionAttacks::names),
                Attack.of(
                        "API8",
                        "the console in a frame of another page, or with a script of others",
                        SessionAttacks::framed));
    }

    private static int status(AttackedServer server, String... headers) throws Exception {
        return server.send("GET", path("getGroup", OWN, ""), Optional.empty(), "", headers)
                .statusCode();
    }

    private static void withoutKey(AttackedServer server) throws Exception {
        for (var said :
                List.of("Bearer", "Bearer ", "bearer x", "Basic YTpi", "Negotiate x", "null")) {
            assertThat(status(server, "Authorization", said)).as(said).isEqualTo(401);
        }
        assertThat(status(server)).isEqualTo(401);
        assertThat(server.create(timer(OWN, "unknown", ""), "").statusCode()).isEqualTo(401);
    }

    private static void guesses(AttackedServer server) throws Exception {
        var right = server.writer.substring(BEARER.length());
        var answers = new HashSet<String>();
        for (int i = 0; i < right.length(); i++) {
            for (var guess :
                    List.of(
                            right.substring(0, i),
                            right.substring(0, i) + "~" + right.substring(i + 1))) {
                var answer =
                        server.send(
                                "GET", path("getGroup", OWN, ""), Optional.empty(), BEARER + guess);
                assertThat(answer.statusCode()).as(guess).isEqualTo(401);
                answers.add(answer.body());
            }
        }
        assertThat(answers).hasSize(1);
    }

    private static void otherPlaces(AttackedServer server) throws Exception {
        var key = server.writer.substring(BEARER.length());
        for (var parameter : List.of("key", "token", "access_token", "api_key", "Authorization")) {
            var target = "%s?%s=%s".formatted(path("getGroup", OWN, ""), parameter, key);
            assertThat(server.send("GET", target, Optional.empty(), "").statusCode())
                    .as(parameter)
                    .isIn(400, 401);
        }
        var basic =
                Base64.getEncoder().encodeToString((key + ":").getBytes(StandardCharsets.UTF_8));
        assertThat(status(server, "Authorization", "Basic " + basic)).isEqualTo(401);
        assertThat(status(server, "Cookie", "belfry-session=" + key)).isEqualTo(401);
        assertThat(status(server, "X-Api-Key", key)).isEqualTo(401);
        try (var connection = server.connect()) {
            connection.say(
                    "GET %s HTTP/1.1\r\nHost: localhost\r\nAuthorization: %s\r\nAuthorization: %s\r\n\r\n"
                            .formatted(path("getGroup", OWN, ""), server.writer, server.admin));
            assertThat(connection.answer()).startsWith("HTTP/1.1 401 ");
        }
    }

    private static void ended(AttackedServer server) throws Exception {
        var over = server.keys.add("over", Role.ADMIN, "*", Optional.of(Instant.EPOCH));
        var next = server.keys.add("next", Role.READ, OWN);
        Eventually.holds("the file is read", () -> isKnown(server, next));
        assertThat(status(server, "Authorization", over)).isEqualTo(401);
        server.keys.remove("over");
        server.keys.remove("next");
    }

    private static boolean isKnown(AttackedServer server, String said) {
        try {
            return status(server, "Authorization", said) == 200;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static void digest(AttackedServer server) throws Exception {
        var stolen = Files.readString(server.keys.path());
        for (var word : stolen.split("[\\s\"']+", -1)) {
            if (word.matches("[0-9a-f]{64}")) {
                assertThat(status(server, "Authorization", BEARER + word)).isEqualTo(401);
                assertThat(status(server, "Authorization", BEARER + "bf_" + word)).isEqualTo(401);
            }
        }
        assertThat(stolen).contains("sha256").doesNotContain("bf_");
    }

    private static void tokens(AttackedServer server) throws Exception {
        var claims = "{\"belfry_role\":\"admin\",\"belfry_groups\":[\"*\"],\"exp\":4102444800}";
        for (var header :
                List.of("{\"alg\":\"none\"}", "{\"alg\":\"HS256\"}", "{\"alg\":\"ES256\"}")) {
            assertThat(
                            status(
                                    server,
                                    "Authorization",
                                    BEARER + coded(header) + "." + coded(claims) + "."))
                    .as(header)
                    .isEqualTo(401);
        }
    }

    private static String coded(String text) {
        return Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    private static void belfryCaller(AttackedServer server) throws Exception {
        assertThat(status(server, "Belfry-Caller", "admin * boss")).isEqualTo(401);
        var answer =
                server.send(
                        "GET",
                        path("getSystem", "", ""),
                        Optional.empty(),
                        server.writer,
                        "Belfry-Caller",
                        "admin * node");
        assertThat(answer.statusCode()).isEqualTo(403);
    }

    private static HttpResponse<String> begin(AttackedServer server, String key, String... headers)
            throws IOException, InterruptedException {
        return server.send("POST", path("beginSession", "", ""), Optional.empty(), key, headers);
    }

    /** As a browser sends it back. */
    private static String cookie(HttpResponse<String> begun) {
        var set = begun.headers().firstValue("Set-Cookie").orElseThrow();
        assertThat(set).contains("HttpOnly", "SameSite=Strict");
        return set.substring(0, set.indexOf(';'));
    }

    private static void fixation(AttackedServer server) throws Exception {
        var planted = cookie(begin(server, server.stranger));
        for (var before : List.of(planted, "belfry-session=chosen")) {
            var mine = cookie(begin(server, server.reader, "Cookie", before));
            assertThat(mine).isNotEqualTo(before);
            assertThat(status(server, "Cookie", mine)).isEqualTo(200);
            assertThat(status(server, "Cookie", before)).isIn(401, 403);
        }
    }

    private static void forged(AttackedServer server) throws Exception {
        var real = cookie(begin(server, server.reader));
        var parts = real.substring(real.indexOf('=') + 1).split("\\.", -1);
        var forged = new ArrayList<String>();
        forged.add((Long.parseLong(parts[0]) + 1) + "." + parts[1] + "." + parts[2]);
        forged.add(parts[0] + "." + "0".repeat(parts[1].length()) + "." + parts[2]);
        forged.add(parts[0] + "." + parts[1] + ".");
        forged.add(parts[0] + "." + parts[1] + "." + "A".repeat(parts[2].length()));
        forged.addAll(List.of("", ".", "..", "a.b.c", "%00", "admin"));
        for (var each : forged) {
            assertThat(status(server, "Cookie", "belfry-session=" + each)).as(each).isEqualTo(401);
        }
        assertThat(status(server, "Cookie", real + "; belfry-session=planted")).isEqualTo(401);
        assertThat(status(server, "Cookie", "belfry-session=planted; " + real)).isEqualTo(401);
        assertThat(status(server, "Cookie", real)).isEqualTo(200);
    }

    private static void fromSession(AttackedServer server) throws Exception {
        var cookie = cookie(begin(server, server.reader));
        assertThat(begin(server, "", "Cookie", cookie).statusCode()).isEqualTo(401);
        assertThat(begin(server, "").statusCode()).isEqualTo(401);
    }

    private static void revoked(AttackedServer server) throws Exception {
        var key = server.keys.add("leaver", Role.READ, OWN);
        Eventually.holds("it is known", () -> isKnown(server, key));
        var cookie = cookie(begin(server, key));
        assertThat(status(server, "Cookie", cookie)).isEqualTo(200);
        server.keys.remove("leaver");
        Eventually.holds("it is over", () -> isOver(server, cookie));
    }

    private static boolean isOver(AttackedServer server, String cookie) {
        try {
            return status(server, "Cookie", cookie) == 401;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static void crossSite(AttackedServer server) throws Exception {
        var before = server.victim("forgeable");
        var cookie = cookie(begin(server, server.admin));
        for (var site : List.of("cross-site", "same-site")) {
            var answer =
                    server.send(
                            "DELETE",
                            path("deleteTimer", OWN, "forgeable"),
                            Optional.empty(),
                            "",
                            "Cookie",
                            cookie,
                            "Sec-Fetch-Site",
                            site);
            assertThat(answer.statusCode()).isEqualTo(403);
        }
        for (var origin : List.of("http://evil.example", "null", "http://127.0.0.1:1")) {
            var answer =
                    server.send(
                            "DELETE",
                            path("deleteTimer", OWN, "forgeable"),
                            Optional.empty(),
                            "",
                            "Cookie",
                            cookie,
                            "Origin",
                            origin);
            assertThat(answer.statusCode()).as(origin).isEqualTo(403);
        }
        server.requireUntouched("forgeable", before);
    }

    private static void forms(AttackedServer server) throws Exception {
        var cookie = cookie(begin(server, server.admin));
        for (var type :
                List.of(
                        "application/x-www-form-urlencoded",
                        "multipart/form-data; boundary=x",
                        "text/plain")) {
            for (var headers :
                    List.of(List.of("Origin", "http://evil.example"), List.of("Accept", "*/*"))) {
                var answer =
                        server.send(
                                "POST",
                                "/api/v1/timers",
                                Optional.of(timer(OWN, "by-form", "")),
                                "",
                                "Cookie",
                                cookie,
                                "Content-Type",
                                type,
                                headers.getFirst(),
                                headers.getLast());
                assertThat(answer.statusCode()).as(type).isIn(403, 415);
            }
        }
        assertThat(server.get("getTimer", OWN, "by-form", server.admin).statusCode())
                .isEqualTo(404);
    }

    private static void preflight(AttackedServer server) throws Exception {
        var answer =
                server.send(
                        "OPTIONS",
                        path("getTimer", OWN, "t"),
                        Optional.empty(),
                        "",
                        "Origin",
                        "http://evil.example",
                        "Access-Control-Request-Method",
                        "DELETE");
        assertThat(answer.statusCode()).isBetween(400, 499);
        assertThat(answer.headers().map().keySet())
                .noneMatch(it -> it.toLowerCase(Locale.ROOT).startsWith("access-control"));
    }

    private static void names(AttackedServer server) throws Exception {
        for (var host :
                List.of("evil.example", "127.0.0.1.evil.example", "localhost.evil.example")) {
            try (var connection = server.connect()) {
                connection.say(
                        "GET %s HTTP/1.1\r\nHost: %s\r\nAuthorization: %s\r\n\r\n"
                                .formatted(path("getGroup", OWN, ""), host, server.admin));
                assertThat(connection.answer()).as(host).contains(" 403 ", "HOST_REFUSED");
            }
        }
    }

    private static void framed(AttackedServer server) throws Exception {
        var page = server.send("GET", "/", Optional.empty(), "");
        assertThat(page.statusCode()).isEqualTo(200);
        var policy = page.headers().firstValue("Content-Security-Policy").orElse("");
        assertThat(policy)
                .contains("frame-ancestors 'none'")
                .doesNotContain("unsafe-inline", "unsafe-eval", "*");
        assertThat(page.headers().firstValue("X-Content-Type-Options")).hasValue("nosniff");
    }
}
