package dev.belfry.bench.tenants;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.net.NetServer;
import io.vertx.core.net.NetServerOptions;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/** Hosts that accept connections and never answer, each on a port of its own. Thread-safe. */
record HangingHosts(List<Host> hosts) implements AutoCloseable {
    /**
     * One of them.
     *
     * @param connections that were ever made to it
     */
    record Host(NetServer server, AtomicInteger connections) {
        private static Future<Host> open(Vertx vertx) {
            var connections = new AtomicInteger();
            return vertx.createNetServer(new NetServerOptions().setHost("127.0.0.1").setPort(0))
                    .connectHandler(_ -> connections.incrementAndGet())
                    .listen()
                    .map(server -> new Host(server, connections));
        }

        String url() {
            return "http://127.0.0.1:%d/hooks/timer".formatted(server.actualPort());
        }
    }

    static HangingHosts open(Vertx vertx, int count) {
        return new HangingHosts(
                IntStream.range(0, count).mapToObj(_ -> await(Host.open(vertx))).toList());
    }

    /** How many of them somebody waits for. */
    long called() {
        return hosts.stream().filter(host -> host.connections().get() > 0).count();
    }

    int connections() {
        return hosts.stream().mapToInt(host -> host.connections().get()).sum();
    }

    @Override
    public void close() {
        hosts.forEach(host -> await(host.server().close()));
    }

    private static <T> T await(Future<T> future) {
        return future.toCompletionStage().toCompletableFuture().join();
    }
}
