package dev.belfry.http.peer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.core.shard.NodeId;
import dev.belfry.core.store.MemoryTimerStore;
import dev.belfry.core.store.NodeRow;
import dev.belfry.node.route.Passage;
import dev.belfry.server.ServerUnderTest;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What comes to the port of a node for other nodes, from one of them and from others. */
class PeerListenerTest {
    private static final String SECRET = "a-secret-of-many-characters";
    private static final String TIMER = "/api/v1/timers/default/attacked";
    private static final String BODY =
            "{\"executeAt\": \"2090-01-01T00:00:00Z\", \"callbackUrl\": \"http://a.example\"}";

    private static final MemoryTimerStore STORE = new MemoryTimerStore(InstantSource.system());
    private static ServerUnderTest node;

    /** Another node, as far as the one under test can tell. */
    private final Protocol other = protocol(SECRET, InstantSource.system());

    private static Protocol protocol(String secret, InstantSource clock) {
        return new Protocol(
                new NodeId("other"), ClusterSecret.of(Optional.of(secret), false), clock);
    }

    @BeforeAll
    static void start() {
        node = ServerUnderTest.on(STORE, Map.of("node.id", "a", "cluster.secret", SECRET));
    }

    @AfterAll
    static void stop() {
        node.close();
    }

    private static NodeRow row() {
        return STORE.nodes().members().nodes().getFirst();
    }

    private static PeerRequest put() {
        return PeerRequest.json(HttpMethod.PUT, TIMER, BODY.getBytes(UTF_8));
    }

    private static MultiMap signed(Protocol by, PeerRequest request) {
        long now = System.nanoTime();
        var passage = new Passage(1, now + Duration.ofSeconds(10).toNanos());
        return by.headers(row(), request, passage, now);
    }

    private static int send(URI target, String method, MultiMap headers, String body)
            throws Exception {
        var request = HttpRequest.newBuilder(target).method(method, BodyPublishers.ofString(body));
        headers.forEach((name, value) -> request.header(name, value));
        return node.client().send(request.build(), BodyHandlers.ofString()).statusCode();
    }

    private static int send(MultiMap headers, String body) throws Exception {
        return send(internal(TIMER), "PUT", headers, body);
    }

    private static URI internal(String path) {
        return URI.create(row().peerAddress().orElseThrow() + Protocol.PREFIX + path);
    }

    private static void isUntouched() {
        assertThat(node.get(TIMER).status()).isEqualTo(404);
    }

    @Test
    void aCallThatIsSignedIsCarriedOutOnce() throws Exception {
        var headers = signed(other, put());
        assertThat(send(headers, BODY)).isEqualTo(201);
        assertThat(node.delete(TIMER).status()).isEqualTo(204);
        assertThat(send(headers, BODY)).as("replayed").isEqualTo(403);
        isUntouched();
    }

    @Test
    void anotherBodyIsNotTaken() throws Exception {
        assertThat(send(signed(other, put()), BODY.replace("a.example", "b.example")))
                .isEqualTo(403);
        assertThat(send(signed(other, put()), "")).isEqualTo(403);
        isUntouched();
    }

    @Test
    void anotherSecretAndAnOldSignatureAreNotTaken() throws Exception {
        assertThat(send(MultiMap.caseInsensitiveMultiMap(), BODY)).isEqualTo(403);
        var stranger = protocol("another-secret-of-many", InstantSource.system());
        assertThat(send(signed(stranger, put()), BODY)).isEqualTo(403);
        var past = Instant.now().minusSeconds(30);
        assertThat(send(signed(protocol(SECRET, () -> past), put()), BODY)).isEqualTo(403);
        isUntouched();
    }

    @Test
    void theSignatureOfOneCallIsOfNoUseForAnother() throws Exception {
        assertThat(send(internal(TIMER), "POST", signed(other, put()), BODY)).isEqualTo(403);
        assertThat(send(internal(TIMER + "2"), "PUT", signed(other, put()), BODY)).isEqualTo(403);
        var moreHops = signed(other, put()).set("Belfry-Hops", "2");
        assertThat(send(moreHops, BODY)).isEqualTo(403);
        isUntouched();
    }

    @Test
    void nothingInternalIsOnThePortOfClientsAndNothingElseOnTheOther() throws Exception {
        for (var path : List.of(TIMER, "/replies", "/groups/default/paused", "/pulse", "/")) {
            for (var method : List.of("GET", "PUT", "POST", "DELETE")) {
                var request =
                        new PeerRequest(
                                HttpMethod.valueOf(method), path, put().headers(), Buffer.buffer());
                var headers = signed(other, request);
                assertThat(send(node.uri(Protocol.PREFIX + path), method, headers, ""))
                        .as("%s %s", method, path)
                        .isEqualTo(404);
            }
        }
        var own = row().peerAddress().orElseThrow();
        for (var path : List.of("/", "/api/v1/cluster", "/health/live", "/metrics", TIMER)) {
            assertThat(send(URI.create(own + path), "GET", MultiMap.caseInsensitiveMultiMap(), ""))
                    .as(path)
                    .isEqualTo(403);
        }
        isUntouched();
    }
}
