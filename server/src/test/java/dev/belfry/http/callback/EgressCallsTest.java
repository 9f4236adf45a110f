package dev.belfry.http.callback;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.check.faults.RawReceiver;
import dev.belfry.server.Eventually;
import dev.belfry.server.Reply;
import dev.belfry.server.ServerUnderTest;
import java.net.InetAddress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Server-side request forgery as callers would try it. 127.0.0.2 may be called; on 127.0.0.1 sits a
 * trap on the same port, which must never hear anything, while timers to the good one go on.
 */
class EgressCallsTest {
    private static final AtomicInteger NAMES = new AtomicInteger();
    private static RawReceiver good;
    private static RawReceiver trap;
    private static ServerUnderTest server;

    @BeforeAll
    static void start() {
        good = receiver("127.0.0.2", 0);
        trap = receiver("127.0.0.1", good.port());
        server =
                ServerUnderTest.start(
                        Map.of(
                                "callback.egress.addresses", "public, 127.0.0.2/32",
                                "groups.loop.egress.addresses", "loopback",
                                "groups.narrow.egress.ports", "443",
                                "groups.narrow.egress.hosts", "*.example.com"));
    }

    private static RawReceiver receiver(String address, int port) {
        var answer = RawReceiver.response(200, "", "");
        return new RawReceiver(
                (_, connection) -> RawReceiver.write(connection, answer),
                InetAddress.ofLiteral(address),
                port);
    }

    @AfterAll
    static void stop() {
        server.close();
        good.close();
        trap.close();
    }

    private static Reply create(String group, String url) {
        return server.post("/api/v1/timers", timer(group, url));
    }

    private static String timer(String group, String url) {
        return """
        {"groupId": "%s", "timerId": "t%d", "executeAt": "2020-01-01T00:00:00Z", "callbackUrl": "%s"}\
        """
                .formatted(group, NAMES.incrementAndGet(), url);
    }

    /** Fires one to the good receiver, which has one more request then. */
    private static void assertPunctual() {
        int before = good.requestsSoFar();
        assertThat(create("default", "http://127.0.0.2:" + good.port() + "/").status())
                .isEqualTo(201);
        Eventually.holds("one more request", () -> good.requestsSoFar() == before + 1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://127.0.0.1:PORT/",
                "http://127.0.0.1:PORT",
                "HTTP://127.0.0.1:PORT/",
                "http://127.0.0.3:PORT/",
                "http://127.1:PORT/",
                "http://127.0.1:PORT/",
                "http://127.0.0.01:PORT/",
                "http://127.0.0.1.:PORT/",
                "http://127.000.000.001:PORT/",
                "http://2130706433:PORT/",
                "http://017700000001:PORT/",
                "http://0177.0.0.1:PORT/",
                "http://0x7f000001:PORT/",
                "http://0x7f.0.0.1:PORT/",
                "http://0x7f.1:PORT/",
                "http://0x7F.0.0x0.01:PORT/",
                "http://0:PORT/",
                "http://0.0.0.0:PORT/",
                "http://4294967297:PORT/",
                "http://localhost:PORT/",
                "http://LOCALHOST:PORT/",
                "http://localhost.:PORT/",
                "http://anything.localhost:PORT/",
                "http://[::1]:PORT/",
                "http://[0:0:0:0:0:0:0:1]:PORT/",
                "http://[0000:0000:0000:0000:0000:0000:0000:0001]:PORT/",
                "http://[::]:PORT/",
                "http://[::127.0.0.1]:PORT/",
                "http://[::7f00:1]:PORT/",
                "http://[::ffff:127.0.0.1]:PORT/",
                "http://[::FFFF:7F00:1]:PORT/",
                "http://[0:0:0:0:0:ffff:127.0.0.1]:PORT/",
                "http://[::ffff:0:127.0.0.1]:PORT/",
                "http://[64:ff9b::127.0.0.1]:PORT/",
                "http://[64:ff9b::7f00:1]:PORT/",
                "http://[64:ff9b:1::127.0.0.1]:PORT/",
                "http://[2002:7f00:1::]:PORT/",
                "http://[2001:0:7f00:1::]:PORT/",
                "http://[fe80::1]:PORT/",
                "http://[fe80::1%25lo]:PORT/",
                "http://[fe80::1%1]:PORT/",
                "http://[::1%251]:PORT/",
                "http://[::1%lo]:PORT/",
                "http://[fd00:ec2::254]/latest/meta-data/",
                "http://169.254.169.254/latest/meta-data/",
                "http://[::ffff:a9fe:a9fe]/latest/meta-data/",
                "http://100.100.100.200/latest/meta-data/",
                "http://10.0.0.1/",
                "http://172.16.0.1/",
                "http://192.168.0.1/",
                "http://224.0.0.1/",
                "http://255.255.255.255/",
                "http://good.example@127.0.0.1:PORT/",
                "http://127.0.0.2:PORT@127.0.0.1:PORT/",
                "http://127.0.0.1:PORT#@good.example/",
                "http://127.0.0.1:PORT?@good.example/",
                "http://127.0.0.1\\\\@good.example:PORT/",
                "http://good.example\\\\@127.0.0.1:PORT/",
                "http://127.0.0.1%00.good.example:PORT/",
                "http://127.0.0.1%2egood.example:PORT/",
                "http://%31%32%37.0.0.1:PORT/",
                "http://１２７.０.０.１:PORT/",
                "http://①②⑦.⓪.⓪.①:PORT/",
                "http://127。0。0。1:PORT/",
                "http://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ:PORT/",
                "http://127.0.0.1\\t:PORT/",
                "http:\\\\\\\\127.0.0.1:PORT/",
                "http:127.0.0.1:PORT/",
                "http:/127.0.0.1:PORT/",
                "http:///127.0.0.1:PORT/",
                "//127.0.0.1:PORT/",
                "ftp://127.0.0.1:PORT/",
                "file:///etc/passwd",
                "gopher://127.0.0.1:PORT/_GET",
                "jar:http://127.0.0.1:PORT/!/"
            })
    void noFormOfARefusedAddressIsTaken(String form) {
        var refused = create("default", form.replace("PORT", Integer.toString(good.port())));

        assertThat(refused.status()).isIn(400, 422);
        assertThat(refused.field("code")).isIn("INVALID_INPUT", "CALLBACK_REFUSED");
        assertPunctual();
        assertThat(trap.connections()).isZero();
    }

    @Test
    void whatAUrlAloneTellsIsRefusedByEveryWayToNameIt() {
        var url = "http://127.0.0.1:" + good.port() + "/";
        var fine = "http://127.0.0.2:" + good.port() + "/";
        var body = "{\"executeAt\": \"2090-01-01T00:00:00Z\", \"callbackUrl\": \"%s\"}";

        assertRefused(create("default", url));
        assertRefused(server.put("/api/v1/timers/default/put", body.formatted(url)));
        assertThat(server.put("/api/v1/timers/default/put", body.formatted(fine)).status())
                .isEqualTo(201);
        assertRefused(
                server.patch(
                        "/api/v1/timers/default/put", "{\"callbackUrl\": \"%s\"}".formatted(url)));
        var batch = "{\"timers\": [%s]}".formatted(timer("default", url));
        assertThat(
                        server.post("/api/v1/timers/batch", batch)
                                .json()
                                .at("/results/0/problem/code")
                                .asText())
                .isEqualTo("CALLBACK_REFUSED");
    }

    private static void assertRefused(Reply reply) {
        assertThat(reply.status()).isEqualTo(422);
        assertThat(reply.field("code")).isEqualTo("CALLBACK_REFUSED");
        assertThat(reply.field("field")).isEqualTo("callbackUrl");
    }

    @Test
    void theServersOwnListenerIsNoTarget() {
        for (var host : List.of("127.0.0.1", "localhost", "[::1]", "[::ffff:127.0.0.1]")) {
            assertRefused(
                    create("loop", "http://%s:%d/api/v1/timers".formatted(host, server.port())));
        }
    }

    @Test
    void aGroupHasListsOfItsOwn() {
        assertRefused(create("loop", "http://8.8.8.8/"));
        assertRefused(create("narrow", "http://a.example.com/"));
        assertRefused(create("narrow", "https://a.example.org/"));
        assertThat(
                        server.put(
                                        "/api/v1/timers/narrow/far",
                                        """
                                        {"executeAt": "2090-01-01T00:00:00Z", "callbackUrl": "https://a.example.com/"}\
                                        """)
                                .status())
                .isEqualTo(201);
    }
}
