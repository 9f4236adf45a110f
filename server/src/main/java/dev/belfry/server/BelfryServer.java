package dev.belfry.server;

import dev.belfry.core.store.TimerStore;
import dev.belfry.operate.config.Configuration;
import dev.belfry.operate.metrics.Logging;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** A server: one node with all it needs, from start to close. Thread-safe. */
public final class BelfryServer implements AutoCloseable {
    private final Configuration configuration;
    private final Supplier<TimerStore> openStore;
    private final CompletableFuture<String> failure = new CompletableFuture<>();
    private Optional<Node> node = Optional.empty();

    public BelfryServer(Configuration configuration) {
        this(configuration, () -> Stores.open(configuration));
    }

    /**
     * A server on a store of the caller's, who gives it away: the server closes it.
     *
     * @param openStore called once, by start
     */
    BelfryServer(Configuration configuration, Supplier<TimerStore> openStore) {
        this.configuration = configuration;
        this.openStore = openStore;
    }

    /**
     * Starts everything; when it returns, the server listens.
     *
     * @throws dev.belfry.core.store.StoreException if the store can not be used
     * @throws dev.belfry.operate.config.ConfigurationException if the port can not be used
     */
    public synchronized void start() {
        Logging.apply(configuration.log());
        ListenFailure.requireFree(configuration.http(), "http");
        ListenFailure.requireFree(PeerWiring.listening(configuration), "cluster");
        var starting = newNode(openStore.get());
        node = Optional.of(starting);
        try {
            starting.start();
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    private Node newNode(TimerStore store) {
        try {
            return new Node(configuration, store, failure::complete);
        } catch (RuntimeException e) {
            store.close();
            throw e;
        }
    }

    /** The address it listens on, as a URL. */
    public String url() {
        var scheme = configuration.http().tls().isOn() ? "https://" : "http://";
        return scheme + configuration.http().authority(port());
    }

    /** The port it listens on. */
    public synchronized int port() {
        return node.map(Node::port).orElseThrow(() -> new IllegalStateException("not started"));
    }

    /** Complete, with the reason, when the server has met a failure that only a restart mends. */
    public CompletableFuture<String> failure() {
        return failure.copy();
    }

    /** Stops in good order: no more requests, attempts finished and settled, the store closed. */
    @Override
    public synchronized void close() {
        node.ifPresent(Node::close);
        node = Optional.empty();
    }
}
