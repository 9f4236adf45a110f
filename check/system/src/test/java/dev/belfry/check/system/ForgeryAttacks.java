package dev.belfry.check.system;

import static dev.belfry.check.system.AttackedServer.OWN;
import static dev.belfry.check.system.AttackedServer.path;
import static dev.belfry.check.system.AttackedServer.timer;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.check.faults.RawReceiver;
import dev.belfry.server.Eventually;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Server-side request forgery: callbacks to places that a caller could not reach itself. */
final class ForgeryAttacks {
    /** PORT is that of a receiver on 127.0.0.1, which waits for any of them. */
    private static final List<String> URLS =
            List.of(
                    "http://127.0.0.1:PORT/",
                    "HTTP://127.0.0.1:PORT/",
                    "http://127.0.0.3:PORT/",
                    "http://127.1:PORT/",
                    "http://127.0.1:PORT/",
                    "http://127.0.0.01:PORT/",
                    "http://127.0.0.1.:PORT/",
                    "http://2130706433:PORT/",
                    "http://017700000001:PORT/",
                    "http://0177.0.0.1:PORT/",
                    "http://0x7f000001:PORT/",
                    "http://0x7f.0.0.1:PORT/",
                    "http://0x7f.1:PORT/",
                    "http://0:PORT/",
                    "http://0.0.0.0:PORT/",
                    "http://4294967297:PORT/",
                    "http://localhost:PORT/",
                    "http://LOCALHOST:PORT/",
                    "http://localhost.:PORT/",
                    "http://anything.localhost:PORT/",
                    "http://[::1]:PORT/",
                    "http://[0:0:0:0:0:0:0:1]:PORT/",
                    "http://[::]:PORT/",
                    "http://[::127.0.0.1]:PORT/",
                    "http://[::ffff:127.0.0.1]:PORT/",
                    "http://[::FFFF:7F00:1]:PORT/",
                    "http://[::ffff:0:127.0.0.1]:PORT/",
                    "http://[64:ff9b::127.0.0.1]:PORT/",
                    "http://[64:ff9b:1::127.0.0.1]:PORT/",
                    "http://[2002:7f00:1::]:PORT/",
                    "http://[2001:0:7f00:1::]:PORT/",
                    "http://[fe80::1%25lo]:PORT/",
                    "http://[::1%251]:PORT/",
                    "http://[fd00:ec2::254]/latest/meta-data/",
                    "http://169.254.169.254/latest/meta-data/",
                    "http://[::ffff:a9fe:a9fe]/latest/meta-data/",
                    "http://100.100.100.200/latest/meta-data/",
                    "http://10.0.0.1/",
                    "http://172.16.0.1/",
                    "http://192.168.0.1/",
                    "http://224.0.0.1/",
                    "http://255.255.255.255/",
                    "http://user@127.0.0.1:PORT/",
                    "http://a.example@127.0.0.1:PORT/",
                    "http://127.0.0.1:PORT#@a.example/",
                    "http://127.0.0.1%00.a.example:PORT/",
                    "http://%31%32%37.0.0.1:PORT/",
                    "http://\\u0661\\u0662\\u0667.0.0.1:PORT/",
                    "http://127\\u30020\\u30020\\u30021:PORT/",
                    "http:127.0.0.1:PORT/",
                    "http:///127.0.0.1:PORT/",
                    "//127.0.0.1:PORT/",
                    "file:///etc/passwd",
                    "gopher://127.0.0.1:PORT/_x",
                    "ftp://127.0.0.1:PORT/",
                    "jar:http://127.0.0.1:PORT/!/",
                    "dict://127.0.0.1:PORT/x");

    private static final String NAME =
            "callbacks to loopback, private and metadata addresses in %d spellings"
                    .formatted(URLS.size());

    private ForgeryAttacks() {}

    static List<Attack> all() {
        var attacks = new ArrayList<Attack>();
        for (var url : URLS) {
            attacks.add(new Attack("API7", NAME, url, server -> create(server, url)));
        }
        attacks.add(
                Attack.of(
                        "API7",
                        "a timer that is led to such an address later, by PUT, PATCH or a batch",
                        ForgeryAttacks::ledThere));
        attacks.add(Attack.of("API7", "a redirect to a refused address", ForgeryAttacks::redirect));
        attacks.add(Attack.of("API7", "a callback to the server itself", ForgeryAttacks::itself));
        attacks.add(
                Attack.of(
                        "API7",
                        "a patch of `callbackUrl` to a receiver of one's own, so that it gets the stored headers",
                        ForgeryAttacks::strayHeaders));
        return attacks;
    }

    private static String at(AttackedServer server, String url) {
        return url.replace("PORT", "" + server.trap.port());
    }

    private static String body(String id, String url) {
        return """
        {"groupId": "own", "timerId": "%s", "delay": "0s", "callbackUrl": "%s", "retryPolicy": {"maxAttempts": 1}}"""
                .formatted(id, url);
    }

    private static void create(AttackedServer server, String url) throws Exception {
        var answer = server.create(body(server.unusedName(), at(server, url)), server.writer);
        assertThat(answer.statusCode()).as(answer.body()).isIn(400, 422);
    }

    private static void ledThere(AttackedServer server) throws Exception {
        var before = server.victim("led");
        var url = at(server, "http://127.0.0.1:PORT/");
        var put =
                server.send(
                        "PUT",
                        path("putTimer", OWN, "led"),
                        Optional.of(body("led", url)),
                        server.writer);
        var patch =
                server.send(
                        "PATCH",
                        path("patchTimer", OWN, "led"),
                        Optional.of("{\"callbackUrl\": \"%s\", \"delay\": \"0s\"}".formatted(url)),
                        server.writer,
                        "Content-Type",
                        "application/merge-patch+json");
        var batch =
                server.send(
                        "POST",
                        path("changeTimers", OWN, ""),
                        Optional.of("{\"timers\": [" + body("led2", url) + "]}"),
                        server.writer);
        assertThat(List.of(put.statusCode(), patch.statusCode())).containsOnly(422);
        assertThat(batch.body()).contains("CALLBACK_REFUSED");
        server.requireUntouched("led", before);
    }

    private static void redirect(AttackedServer server) throws Exception {
        var location = "Location: " + at(server, "http://127.0.0.1:PORT/") + "\r\n";
        try (var leading =
                new RawReceiver(
                        (_, connection) ->
                                RawReceiver.write(
                                        connection, RawReceiver.response(307, location, "")),
                        InetAddress.ofLiteral("127.0.0.2"))) {
            var id = server.unusedName();
            var made = server.fire(OWN, id, "http://127.0.0.2:" + leading.port() + "/");
            assertThat(made.statusCode()).as(made.body()).isEqualTo(201);
            Eventually.holds("it has failed", () -> ReceiverAttacks.hasFailed(server, id));
        }
        assertThat(server.trap.connections()).isZero();
    }

    private static void itself(AttackedServer server) throws Exception {
        for (var host : List.of("127.0.0.1", "127.0.0.2", "localhost", "[::ffff:127.0.0.2]")) {
            var url = "http://%s:%d/api/v1/groups/own/pause".formatted(host, server.port);
            var answer = server.create(body(server.unusedName(), url), server.writer);
            assertThat(answer.statusCode()).as(url).isIn(400, 422);
        }
    }

    private static void strayHeaders(AttackedServer server) throws Exception {
        var id = server.unusedName();
        server.create(
                timer(OWN, id, ", \"headers\": {\"Authorization\": \"Bearer hunter2\"}"),
                server.writer);
        var answer =
                server.send(
                        "PATCH",
                        path("patchTimer", OWN, id),
                        Optional.of(
                                "{\"callbackUrl\": \"%s\", \"delay\": \"0s\"}"
                                        .formatted(server.goodUrl())),
                        server.writer,
                        "Content-Type",
                        "application/merge-patch+json");
        assertThat(answer.statusCode()).isEqualTo(422);
        assertThat(answer.body()).contains("HEADERS_REQUIRED");
        assertThat(server.good.requestsSoFar()).isZero();
    }
}
