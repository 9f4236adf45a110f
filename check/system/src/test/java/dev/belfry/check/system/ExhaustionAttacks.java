package dev.belfry.check.system;

import static dev.belfry.check.system.AttackedServer.OWN;
import static dev.belfry.check.system.AttackedServer.path;
import static dev.belfry.check.system.AttackedServer.timer;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.server.Eventually;
import dev.belfry.server.RawConnection;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Attacks on memory, connections and time; those of others must not notice. */
final class ExhaustionAttacks {
    private ExhaustionAttacks() {}

    static List<Attack> all() {
        return List.of(
                Attack.of(
                        "API4",
                        "connections that announce bodies of 16 MiB and send one byte",
                        ExhaustionAttacks::announced),
                Attack.of(
                        "API4",
                        "large bodies that stop before their end, until no memory is left",
                        ExhaustionAttacks::stopped),
                Attack.of(
                        "API4",
                        "slowloris: header fields that trickle",
                        server -> trickle(server, "GET / HTTP/1.1\r\nHost: localhost\r\nX: ", "x")),
                Attack.of(
                        "API4",
                        "slowloris: a body that trickles",
                        server ->
                                trickle(
                                        server,
                                        InputAttacks.head(server, "Content-Length: 100000"),
                                        " ")),
                Attack.of(
                        "API4",
                        "slowloris: chunks that trickle",
                        server ->
                                trickle(
                                        server,
                                        InputAttacks.head(server, "Transfer-Encoding: chunked"),
                                        "1\r\n \r\n")),
                Attack.of(
                        "API4",
                        "hundreds of connections that say nothing, or half a request",
                        ExhaustionAttacks::idle),
                Attack.of(
                        "API4",
                        "all places of `/events` from one address",
                        ExhaustionAttacks::events),
                Attack.of(
                        "API4",
                        "a batch of 1,000 timers with a lone surrogate in each payload",
                        ExhaustionAttacks::surrogates),
                Attack.of(
                        "API4",
                        "thousands of requests on one connection whose answers nobody reads",
                        ExhaustionAttacks::unread),
                Attack.of(
                        "API4",
                        "scraping `/metrics` and `/system` again and again",
                        ExhaustionAttacks::scraping),
                Attack.of(
                        "API4",
                        "clients that hang up in the middle, hundreds of times",
                        ExhaustionAttacks::resets),
                Attack.of(
                        "API4",
                        "floods without a key, to fill the audit log",
                        ExhaustionAttacks::flood),
                Attack.of(
                        "API6",
                        "one group with thousands of timers due at once, beside those of others",
                        ExhaustionAttacks::herd),
                Attack.of(
                        "API6",
                        "one timer fired again and again, to call its receiver at will",
                        ExhaustionAttacks::firedAgain));
    }

    /** Opens connections that each say something, and lets all of them go in the end. */
    private static void hold(AttackedServer server, int count, String text, Attack.Act meanwhile)
            throws Exception {
        var open = new ArrayList<RawConnection>();
        try {
            for (int i = 0; i < count; i++) {
                var connection = server.connect();
                open.add(connection);
                connection.say(text);
            }
            meanwhile.against(server);
        } finally {
            for (var connection : open) {
                connection.close();
            }
        }
    }

    static void requireCreates(AttackedServer server) throws Exception {
        for (int i = 0; i < 10; i++) {
            var made = server.create(timer(OWN, server.unusedName(), ""), server.writer);
            assertThat(made.statusCode()).as(made.body()).isEqualTo(201);
        }
    }

    private static void announced(AttackedServer server) throws Exception {
        hold(
                server,
                150,
                InputAttacks.head(server, "Content-Length: 16000000")
                                .replace("/api/v1/timers", path("changeTimers", OWN, ""))
                        + "{",
                ExhaustionAttacks::requireCreates);
    }

    private static void stopped(AttackedServer server) throws Exception {
        hold(
                server,
                100,
                InputAttacks.head(server, "Content-Length: 1000000")
                                .replace("/api/v1/timers", path("changeTimers", OWN, ""))
                        + " ".repeat(900_000),
                ExhaustionAttacks::requireCreates);
    }

    /** Sooner than any idle time, until the server has enough. */
    private static void trickle(AttackedServer server, String head, String more) throws Exception {
        try (var connection = server.connect()) {
            connection.say(head);
            var reader = Thread.ofVirtual().start(() -> read(connection));
            for (int i = 0; i < 2_000 && reader.isAlive(); i++) {
                try {
                    connection.say(more);
                } catch (IOException _) {
                    break;
                }
                reader.join(Duration.ofMillis(20));
            }
            assertThat(reader.join(Duration.ofSeconds(20))).as("it is sent away").isTrue();
        }
    }

    private static void read(RawConnection connection) {
        try {
            var _ = connection.everything();
        } catch (IOException _) {
            // As it should be.
        }
    }

    private static void idle(AttackedServer server) throws Exception {
        hold(server, 300, "", ExhaustionAttacks::requireCreates);
        hold(server, 300, "POST /api/v1/timers HTTP/1.1\r\nHo", ExhaustionAttacks::requireCreates);
    }

    private static void events(AttackedServer server) throws Exception {
        var listen =
                "GET %s HTTP/1.1\r\nHost: localhost\r\nAuthorization: %s\r\n\r\n"
                        .formatted(path("events", "", ""), server.reader);
        var answers = new ArrayList<String>();
        var open = new ArrayList<RawConnection>();
        for (int i = 0; i < 40; i++) {
            var connection = server.connect();
            open.add(connection);
            answers.add(connection.say(listen).answer().substring(0, "HTTP/1.1 200".length()));
        }
        assertThat(answers).filteredOn(it -> it.endsWith("200")).hasSizeLessThanOrEqualTo(10);
        assertThat(answers).filteredOn(it -> it.endsWith("503")).hasSizeGreaterThanOrEqualTo(30);
        for (var connection : open) {
            connection.close();
        }
    }

    private static void surrogates(AttackedServer server) throws Exception {
        var items =
                IntStream.range(0, 1_000)
                        .mapToObj(
                                it ->
                                        timer(
                                                OWN,
                                                "surrogate-" + it,
                                                ", \"payload\": {\"\\ud800\": \"%s\"}"
                                                        .formatted("x".repeat(5_000))))
                        .collect(Collectors.joining(","));
        var answer =
                server.send(
                        "POST",
                        path("changeTimers", OWN, ""),
                        Optional.of("{\"timers\": [" + items + "]}"),
                        server.writer);
        assertThat(answer.statusCode()).as("%.200s", answer.body()).isIn(200, 400, 413, 503);
    }

    private static void unread(AttackedServer server) throws Exception {
        var request =
                "GET %s HTTP/1.1\r\nHost: localhost\r\nAuthorization: %s\r\n\r\n"
                        .formatted(path("getSystem", "", ""), server.admin);
        try (var connection = server.connect()) {
            var writer =
                    Thread.ofVirtual()
                            .start(
                                    () -> {
                                        try {
                                            for (int i = 0; i < 50; i++) {
                                                connection.say(request.repeat(100));
                                            }
                                        } catch (IOException _) {
                                            // As it may be.
                                        }
                                    });
            var _ = writer.join(Duration.ofSeconds(3));
            requireCreates(server);
        }
    }

    private static void scraping(AttackedServer server) throws Exception {
        for (int i = 0; i < 100; i++) {
            assertThat(server.get("metrics", "", "", server.admin).statusCode()).isIn(200, 503);
            assertThat(server.get("getSystem", "", "", server.admin).statusCode()).isIn(200, 503);
        }
    }

    private static void resets(AttackedServer server) throws Exception {
        for (int i = 0; i < 300; i++) {
            try (var connection = server.connect()) {
                connection.say(InputAttacks.head(server, "Content-Length: 1000") + "{\"timerId\"");
            }
        }
        requireCreates(server);
    }

    private static void flood(AttackedServer server) throws Exception {
        int before = server.auditLines().size();
        for (int i = 0; i < 10; i++) {
            try (var connection = server.connect()) {
                var request =
                        "DELETE %s HTTP/1.1\r\nHost: localhost\r\n\r\n"
                                .formatted(path("deleteTimer", OWN, "t"));
                connection.say(request.repeat(200));
                for (int j = 0; j < 200; j++) {
                    assertThat(connection.answer()).startsWith("HTTP/1.1 401 ");
                }
            }
        }
        assertThat(server.auditLines().size() - before).isLessThan(2_000 + 100);
    }

    private static void herd(AttackedServer server) throws Exception {
        int before = server.good.requestsSoFar();
        for (int batch = 0; batch < 4; batch++) {
            var prefix = server.unusedName();
            var items =
                    IntStream.range(0, 500)
                            .mapToObj(
                                    it ->
                                            """
                                            {"groupId": "own", "timerId": "%s-%d", "delay": "0s", "callbackUrl": "%s"}"""
                                                    .formatted(prefix, it, server.goodUrl()))
                            .collect(Collectors.joining(","));
            var answer =
                    server.send(
                            "POST",
                            path("changeTimers", OWN, ""),
                            Optional.of("{\"timers\": [" + items + "]}"),
                            server.writer);
            assertThat(answer.statusCode()).isEqualTo(200);
        }
        Eventually.holds("they are called", () -> server.good.requestsSoFar() >= before + 2_000);
    }

    /** What is fired is gone: a second call finds nothing to fire. */
    private static void firedAgain(AttackedServer server) throws Exception {
        var id = server.unusedName();
        server.create(
                timer(OWN, id, "").replace("http://a.example/", server.goodUrl()), server.writer);
        int before = server.good.requestsSoFar();
        var statuses = new ArrayList<Integer>();
        for (int i = 0; i < 100; i++) {
            statuses.add(
                    server.send("POST", path("fireTimer", OWN, id), Optional.empty(), server.writer)
                            .statusCode());
        }
        Eventually.holds("it is gone", () -> isGone(server, id));
        assertThat(server.good.requestsSoFar() - before).isEqualTo(1);
        assertThat(statuses).contains(404);
    }

    private static boolean isGone(AttackedServer server, String id) {
        try {
            return server.get("getTimer", OWN, id, server.admin).statusCode() == 404;
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
