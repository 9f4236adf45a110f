package dev.belfry.http.peer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.core.shard.Incarnation;
import dev.belfry.core.shard.NodeId;
import dev.belfry.core.store.NodeAddress;
import dev.belfry.core.store.NodeRow;
import dev.belfry.core.store.NodeVersion;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a node learns of others whose processes end, on real sockets. */
class PeerLifelinesTest {
    private final Vertx vertx = Vertx.vertx();
    private final CompletableFuture<NodeRow> refused = new CompletableFuture<>();
    private Optional<String> ownAddress = Optional.empty();
    private final PeerLifelines lifelines = new PeerLifelines(vertx, () -> ownAddress);

    @AfterEach
    void close() {
        lifelines.close();
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }

    private void refused(NodeRow node, long atNanos) {
        refused.complete(node);
    }

    private static ServerSocket listen() throws IOException {
        return new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    }

    private static NodeRow node(int port) {
        var address = new NodeAddress("http://127.0.0.1:1", Optional.of(url(port)));
        return new NodeRow(
                new Incarnation(new NodeId("other"), 7),
                address.toString(),
                Set.of(),
                1,
                1,
                NodeVersion.UNTOLD,
                1,
                Instant.EPOCH);
    }

    private static String url(int port) {
        return "http://127.0.0.1:" + port;
    }

    @Test
    void aProcessThatEndsIsTold() throws Exception {
        var server = listen();
        var other = node(server.getLocalPort());
        lifelines.keep(List.of(other), this::refused);
        Socket kept = server.accept();
        assertThat(refused).isNotDone();

        server.close();
        kept.close();

        assertThat(refused.get(30, TimeUnit.SECONDS)).isEqualTo(other);
    }

    @Test
    void aConnectionThatIsClosedWhileTheProcessListensIsMadeAnew() throws Exception {
        try (var server = listen()) {
            lifelines.keep(List.of(node(server.getLocalPort())), this::refused);
            server.accept().close();
            try (var _ = server.accept()) {
                assertThat(refused).isNotDone();
            }
        }
    }

    @Test
    void whoIsNotKeptAnyMoreIsLetGo() throws Exception {
        try (var server = listen()) {
            lifelines.keep(List.of(node(server.getLocalPort())), this::refused);
            var kept = server.accept();
            lifelines.keep(List.of(), this::refused);
            assertThat(kept.getInputStream().read()).isEqualTo(-1);
            assertThat(refused).isNotDone();
        }
    }

    @Test
    void aPredecessorThatListensNoMoreIsTold() throws Exception {
        var asked = new CompletableFuture<Boolean>();
        int port;
        try (var server = listen()) {
            port = server.getLocalPort();
        }
        lifelines.ask(node(port), _ -> asked.complete(true));
        assertThat(asked.get(30, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void whatStoodWhereThisNodeListensHasEnded() throws Exception {
        var asked = new CompletableFuture<Boolean>();
        try (var server = listen()) {
            ownAddress = Optional.of(url(server.getLocalPort()));
            lifelines.ask(node(server.getLocalPort()), _ -> asked.complete(true));
        }
        assertThat(asked).isDone();
    }
}
