package dev.belfry.http.peer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.core.shard.Incarnation;
import dev.belfry.core.shard.NodeId;
import dev.belfry.core.store.NodeRow;
import dev.belfry.core.store.NodeVersion;
import dev.belfry.node.route.Delivery;
import dev.belfry.node.route.PeerListener;
import io.vertx.core.MultiMap;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is known of a request to another node when something breaks. */
class PeersTest {
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final String ANSWER =
            "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nETag: \"7\"\r\n\r\n{}";

    private final Vertx vertx = Vertx.vertx();
    private final List<Delivery<?>> reported = new CopyOnWriteArrayList<>();
    private final AtomicInteger connections = new AtomicInteger();
    private final List<String> heard = new CopyOnWriteArrayList<>();
    private Peers peers;
    private ServerSocket server;

    /** What a node does with a request that it has read. */
    private interface Manner {
        void answer(Socket socket, OutputStream out) throws IOException;
    }

    @BeforeEach
    void open() throws IOException {
        server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        peers = peers(Optional.of("a-shared-secret"));
    }

    private Peers peers(Optional<String> secret) {
        var protocol =
                new Protocol(
                        new NodeId("self"),
                        ClusterSecret.of(secret, false),
                        InstantSource.system());
        return new Peers(
                vertx,
                protocol,
                Optional.empty(),
                System::nanoTime,
                new PeerListener() {
                    @Override
                    public void delivered(Delivery<?> delivery, Duration took) {
                        reported.add(delivery);
                    }
                });
    }

    @AfterEach
    void close() throws Exception {
        peers.close();
        server.close();
        vertx.close().toCompletionStage().toCompletableFuture().get(20, TimeUnit.SECONDS);
    }

    private void serve(Manner manner) {
        Thread.ofVirtual()
                .start(
                        () -> {
                            while (!server.isClosed()) {
                                try {
                                    var socket = server.accept();
                                    connections.incrementAndGet();
                                    Thread.ofVirtual().start(() -> serve(socket, manner));
                                } catch (IOException _) {
                                    // closed by the test's end
                                }
                            }
                        });
    }

    private void serve(Socket socket, Manner manner) {
        try (socket) {
            for (var head = head(socket.getInputStream());
                    !head.isEmpty();
                    head = head(socket.getInputStream())) {
                heard.add(head);
                manner.answer(socket, socket.getOutputStream());
            }
        } catch (IOException _) {
            // the other side is gone
        }
    }

    /** The request up to the end of its body, which is one byte. */
    private static String head(InputStream in) throws IOException {
        var text = new StringBuilder();
        for (int c = in.read(); c >= 0; c = in.read()) {
            text.append((char) c);
            if (text.indexOf("\r\n\r\n") >= 0) {
                return text.append((char) in.read()).toString();
            }
        }
        return "";
    }

    private Delivery<PeerResponse> send(Duration patience) throws Exception {
        var message =
                new PeerRequest(
                        HttpMethod.POST,
                        "/some/thing?a=b%20c",
                        MultiMap.caseInsensitiveMultiMap().set("If-Match", "\"3\""),
                        Buffer.buffer("x"));
        var address = "http://clients http://127.0.0.1:" + server.getLocalPort();
        return peers.tell(node(address), message, patience).get(60, TimeUnit.SECONDS);
    }

    private static NodeRow node(String address) {
        return new NodeRow(
                new Incarnation(new NodeId("other"), 1),
                address,
                Set.of(),
                1,
                1,
                NodeVersion.UNTOLD,
                1,
                Instant.EPOCH);
    }

    @Test
    void anAnswerIsGivenAsItCame() throws Exception {
        serve((_, out) -> out.write(ANSWER.getBytes(StandardCharsets.US_ASCII)));
        var delivery = (Delivery.Answered<PeerResponse>) send(LONG);
        assertThat(delivery.answer().status()).isEqualTo(200);
        assertThat(delivery.answer().headers().get("ETag")).isEqualTo("\"7\"");
        assertThat(delivery.answer().body()).hasToString("{}");
        assertThat(heard.getFirst())
                .startsWith("POST /internal/v1/some/thing?a=b%20c HTTP/1.1\r\n")
                .doesNotContain("a-shared-secret")
                .containsIgnoringCase("Belfry-Signature: ")
                .containsIgnoringCase("Belfry-To: other\r\n")
                .containsIgnoringCase("Belfry-Hops: 1\r\n")
                .containsIgnoringCase("Belfry-Protocol: 1\r\n")
                .containsIgnoringCase("If-Match: \"3\"\r\n")
                .endsWith("x");
        assertThat(reported).containsExactly(delivery);
    }

    @Test
    void connectionsAreKept() throws Exception {
        serve((_, out) -> out.write(ANSWER.getBytes(StandardCharsets.US_ASCII)));
        for (int i = 0; i < 20; i++) {
            assertThat(send(LONG)).isInstanceOf(Delivery.Answered.class);
        }
        // One may not be back when the next request comes.
        assertThat(connections).hasValueLessThanOrEqualTo(4);
    }

    @Test
    void aNodeThatTakesNoConnectionsHasNotGotIt() throws Exception {
        server.close();
        assertThat(send(LONG)).isInstanceOf(Delivery.NotSent.class);
    }

    @Test
    void aConnectionThatBreaksAfterTheRequestLeavesItOpen() throws Exception {
        serve((socket, _) -> socket.close());
        assertThat(send(LONG)).isInstanceOf(Delivery.Lost.class);
        assertThat(heard).as("not sent again").hasSize(1);
    }

    @Test
    void halfAnAnswerLeavesItOpen() throws Exception {
        serve(
                (socket, out) -> {
                    out.write(ANSWER.getBytes(StandardCharsets.US_ASCII), 0, ANSWER.length() - 1);
                    out.flush();
                    socket.close();
                });
        assertThat(send(LONG)).isInstanceOf(Delivery.Lost.class);
    }

    @Test
    void aNodeThatStaysSilentLeavesItOpenAtTheDeadline() throws Exception {
        serve((_, _) -> {});
        assertThat(send(Duration.ofMillis(300))).isInstanceOf(Delivery.Lost.class);
        assertThat(heard).as("not sent again").hasSize(1);
    }

    @Test
    void withoutTimeOrSecretOrAddressNothingIsSent() throws Exception {
        serve((_, out) -> out.write(ANSWER.getBytes(StandardCharsets.US_ASCII)));
        assertThat(send(Duration.ZERO)).isInstanceOf(Delivery.NotSent.class);
        peers.close();
        peers = peers(Optional.empty());
        assertThat(send(LONG))
                .isEqualTo(new Delivery.NotSent<>("cluster.secret is not set on this node"));
        peers = peers(Optional.of("a-shared-secret"));
        var message =
                new PeerRequest(
                        HttpMethod.POST, "/x", MultiMap.caseInsensitiveMultiMap(), Buffer.buffer());
        for (var address : List.of("http://clients nonsense", "http://clients")) {
            assertThat(peers.tell(node(address), message, LONG).get(20, TimeUnit.SECONDS))
                    .isInstanceOf(Delivery.NotSent.class);
        }
        assertThat(heard).isEmpty();
    }
}
