package dev.belfry.http.callback;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.check.faults.NameServer;
import dev.belfry.check.faults.RawReceiver;
import dev.belfry.node.fire.CallbackReply;
import dev.belfry.node.fire.CallbackReply.Done;
import dev.belfry.node.fire.CallbackReply.Failed;
import dev.belfry.operate.config.Configuration;
import dev.belfry.operate.egress.Egress;
import dev.belfry.operate.egress.OwnListeners;
import dev.belfry.operate.secret.CallbackSecrets;
import dev.belfry.operate.trace.Tracing;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.dns.AddressResolverOptions;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.net.ProxyOptions;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Callbacks go to the address that was checked. Of two receivers on the same port, 127.0.0.2 may be
 * called and 127.0.0.1 may not; a DNS server of the test's own says which of them a name leads to.
 */
class EgressSendingTest {
    private static final String GOOD = "127.0.0.2";
    private static final String TRAP = "127.0.0.1";
    private static final CallbackReply REFUSED =
            new Failed("refused: callbacks may not go there", Optional.empty());

    /** Each event loop looks a name up for itself. */
    private static final int LANES = 16;

    private final Pair pair = Pair.open();
    private final RawReceiver good = pair.good();
    private final RawReceiver trap = pair.trap();
    private final Map<String, List<List<String>>> zone = new ConcurrentHashMap<>();
    private final Map<String, AtomicInteger> asked = new ConcurrentHashMap<>();
    private final NameServer names = new NameServer(this::addresses);
    private final OwnListeners own = new OwnListeners();
    private final List<AutoCloseable> opened = new ArrayList<>(List.of(good, trap, names));

    /** Two receivers with one port at two addresses; one of them may be another's already. */
    private record Pair(RawReceiver good, RawReceiver trap) {
        private static final int TRIES = 100;

        static Pair open() {
            for (int i = 1; i < TRIES; i++) {
                var good = receiver(GOOD, 0);
                try {
                    return new Pair(good, receiver(TRAP, good.port()));
                } catch (UncheckedIOException _) {
                    good.close();
                }
            }
            throw new IllegalStateException("no port is free at both addresses");
        }
    }

    private static RawReceiver receiver(String address, int port) {
        var answer = RawReceiver.response(200, "", "{\"ok\":true}");
        return new RawReceiver(
                (_, connection) -> RawReceiver.write(connection, answer),
                InetAddress.ofLiteral(address),
                port);
    }

    /** The answers that a name has, one after the other and from the start again. */
    private List<String> addresses(String name) {
        var answers = zone.getOrDefault(name, List.of(List.of()));
        int turn = asked.computeIfAbsent(name, _ -> new AtomicInteger()).getAndIncrement();
        return answers.get(turn % answers.size());
    }

    @AfterEach
    void close() throws Exception {
        for (var each : opened.reversed()) {
            each.close();
        }
    }

    private Sending sending(Map<String, String> settings, Optional<ProxyOptions> proxy) {
        var all = new HashMap<>(Map.of("callback.egress.addresses", "public, 127.0.0.2/32"));
        all.putAll(settings);
        var egress = new Egress(Configuration.load(Optional.empty(), Map.of(), all).egress(), own);
        var resolver = new AddressResolverOptions().addServer(names.address());
        var sending =
                new Sending(
                        new SenderSettings(
                                LANES,
                                4,
                                1_000,
                                1 << 20,
                                () -> CallbackSecrets.NONE,
                                egress,
                                proxy,
                                Sending.SHORT,
                                Tracing.OFF),
                        new HttpClientOptions(),
                        InstantSource.fixed(Sending.NOW),
                        Vertx.vertx(new VertxOptions().setAddressResolverOptions(resolver)));
        opened.add(sending);
        return sending;
    }

    private Sending sending() {
        return sending(Map.of(), Optional.empty());
    }

    private Callback to(String host) {
        return Callback.to("http://" + host + ":" + good.port() + "/");
    }

    @Test
    void aNameIsConnectedToWhereItLed() throws Exception {
        zone.put("good.test", List.of(List.of(GOOD)));
        var sending = sending();
        for (int i = 0; i < LANES; i++) {
            assertThat(sending.send(to("good.test"))).isEqualTo(new Done());
        }
        assertThat(good.nextRequest().header("host")).isEqualTo("good.test:" + good.port());
        assertThat(trap.connections()).isZero();
    }

    @Test
    void aNameThatLeadsToARefusedAddressIsRefused() {
        zone.put("evil.test", List.of(List.of(TRAP)));
        zone.put("metadata.test", List.of(List.of("169.254.169.254")));
        zone.put("mapped.test", List.of(List.of("64:ff9b::7f00:1")));
        zone.put("loop.test", List.of(List.of("::1")));
        zone.put("private.test", List.of(List.of("10.1.2.3")));
        var sending = sending();
        for (var name : zone.keySet()) {
            assertThat(sending.send(to(name))).as(name).isEqualTo(REFUSED);
        }
        assertThat(trap.connections()).isZero();
    }

    @Test
    void aNameThatLeadsElsewhereAtEachQuestionReachesTheCheckedAddressOnly() {
        zone.put("rebinding.test", List.of(List.of(GOOD), List.of(TRAP), List.of(TRAP)));
        var sending = sending();
        int done = 0;
        for (int i = 0; i < 3 * LANES; i++) {
            var reply = sending.send(to("rebinding.test"));
            assertThat(reply).isIn(new Done(), REFUSED);
            done += reply.equals(new Done()) ? 1 : 0;
        }
        assertThat(done).isBetween(1, 3 * LANES - 1);
        assertThat(good.requestsSoFar()).isEqualTo(done);
        assertThat(trap.connections()).isZero();
    }

    @Test
    void ofSeveralAddressesNoneMayBeRefused() {
        zone.put("mixed.test", List.of(List.of(GOOD, TRAP), List.of(TRAP, GOOD)));
        zone.put("public-and-private.test", List.of(List.of("8.8.8.8", "10.0.0.1")));
        var sending = sending();
        for (int i = 0; i < LANES; i++) {
            assertThat(sending.send(to("mixed.test"))).isEqualTo(REFUSED);
        }
        assertThat(sending.send(to("public-and-private.test"))).isEqualTo(REFUSED);
        assertThat(good.connections() + trap.connections()).isZero();
    }

    @Test
    void aConnectionOfAGroupIsNotLentToOneThatMayNotCallThere() {
        zone.put("good.test", List.of(List.of(GOOD)));
        var sending = sending(Map.of("groups.outer.egress.addresses", "public"), Optional.empty());
        for (int i = 0; i < LANES; i++) {
            assertThat(sending.send(to("good.test"))).isEqualTo(new Done());
            assertThat(Sending.await(sending.start(to("good.test"), "outer"))).isEqualTo(REFUSED);
        }
        assertThat(good.requestsSoFar()).isEqualTo(LANES);
    }

    @Test
    void anAddressIsLookedUpAndCheckedOncePerEventLoop() {
        zone.put("good.test", List.of(List.of(GOOD)));
        var sending = sending();
        for (int i = 0; i < 10 * LANES; i++) {
            assertThat(sending.send(to("good.test"))).isEqualTo(new Done());
        }
        assertThat(asked.get("good.test").get()).isLessThan(5 * LANES);
    }

    @Test
    void listenersOfNodesAreRefusedByAddressAndByNameThatLeadsThere() {
        zone.put("self.test", List.of(List.of(GOOD)));
        own.learn(List.of(), List.of("http://" + GOOD + ":" + good.port()), List.of());
        var sending = sending();
        assertThat(sending.send(to("self.test"))).isEqualTo(REFUSED);
        assertThat(sending.send(to(GOOD))).isEqualTo(REFUSED);
        assertThat(good.connections()).isZero();
    }

    @Test
    void refusedPortsSchemesAndHostsAreNotCalled() {
        zone.put("good.test", List.of(List.of(GOOD)));
        var lists =
                Map.of(
                        "groups.ports.egress.ports", "443, !" + good.port(),
                        "groups.schemes.egress.schemes", "https",
                        "groups.hosts.egress.hosts", "*.example.com");
        var sending = sending(lists, Optional.empty());
        for (var group : List.of("ports", "schemes", "hosts")) {
            assertThat(Sending.await(sending.start(to("good.test"), group)))
                    .as(group)
                    .isEqualTo(REFUSED);
        }
        assertThat(good.connections()).isZero();
    }

    @Test
    void aRedirectToARefusedAddressIsNotFollowed() {
        var location = "Location: http://127.0.0.1:" + trap.port() + "/\r\n";
        try (var redirecting =
                new RawReceiver(
                        (_, connection) ->
                                RawReceiver.write(
                                        connection, RawReceiver.response(307, location, "")),
                        InetAddress.ofLiteral(GOOD))) {
            assertThat(sending().send(Callback.to("http://127.0.0.2:" + redirecting.port())))
                    .isEqualTo(
                            new Failed("HTTP 307: redirects are not followed", Optional.empty()));
        }
        assertThat(trap.connections()).isZero();
    }

    @Test
    void aNameThatIsUnknownIsNotFound() {
        assertThat(sending().send(to("nobody.test")))
                .isEqualTo(Failed.unanswered("host not found: nobody.test"));
    }

    @Test
    void aProxyIsToldTheNameAndListsOfNamesHold() throws Exception {
        try (var proxy = receiver(TRAP, 0)) {
            var options = new ProxyOptions().setHost(TRAP).setPort(proxy.port());
            options.setUsername("user").setPassword("word");
            var sending =
                    sending(Map.of("callback.egress.hosts", "!*.evil.test"), Optional.of(options));

            assertThat(sending.send(to("far.test"))).isEqualTo(new Done());
            var seen = proxy.nextRequest();
            assertThat(seen.head())
                    .startsWith("POST http://far.test:" + good.port() + "/ HTTP/1.1\r\n");
            assertThat(seen.header("host")).isEqualTo("far.test:" + good.port());
            assertThat(seen.header("proxy-authorization")).isEqualTo("Basic dXNlcjp3b3Jk");

            assertThat(sending.send(to("a.evil.test"))).isEqualTo(REFUSED);
            assertThat(sending.send(to(TRAP))).isEqualTo(REFUSED);
            assertThat(sending.send(to("[::ffff:10.0.0.1]"))).isEqualTo(REFUSED);
            assertThat(proxy.connections()).isEqualTo(1);
        }
        assertThat(asked).isEmpty();
    }

    @Test
    void forHttpsAProxyIsAskedForATunnel() throws Exception {
        var heads = new ArrayList<String>();
        try (var proxy =
                new RawReceiver(
                        (request, connection) -> {
                            heads.add(request.head());
                            connection.close();
                        })) {
            var options = new ProxyOptions().setHost(TRAP).setPort(proxy.port());
            assertThat(
                            sending(Map.of(), Optional.of(options))
                                    .send(Callback.to("https://far.test/hook")))
                    .isInstanceOf(Failed.class);
        }
        assertThat(heads)
                .singleElement()
                .asString()
                .startsWith("CONNECT far.test:443 HTTP/1.1\r\n");
    }
}
