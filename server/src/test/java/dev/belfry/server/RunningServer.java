package dev.belfry.server;

import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.concurrent.CompletableFuture;

/** A server that listens: in this process, or in one of its own. */
public interface RunningServer extends AutoCloseable {
    int port();

    /** Complete when only a restart can help; a process of its own ends then instead. */
    default CompletableFuture<String> failure() {
        return new CompletableFuture<>();
    }

    @Override
    void close();

    /**
     * Starts servers outside of this process. A module that has one on its class path runs the same
     * tests on real processes.
     */
    interface Starter {
        /** A server that is ready, with settings by their paths. */
        RunningServer start(Map<String, String> settings);

        static Optional<Starter> found() {
            return ServiceLoader.load(Starter.class).findFirst();
        }
    }
}
