package dev.belfry.server;

import dev.belfry.server.config.Configuration;

/** A node: store, engine, callbacks and HTTP, wired together. Thread-safe. */
public final class BelfryServer implements AutoCloseable {
    private final Configuration configuration;

    public BelfryServer(Configuration configuration) {
        this.configuration = configuration;
    }

    /** Starts everything; when it returns, the server listens. */
    public void start() {}

    /** The port it listens on. */
    public int port() {
        return configuration.http().port();
    }

    /** Stops in good order: no more requests, attempts finished and settled, the store closed. */
    @Override
    public void close() {}
}
