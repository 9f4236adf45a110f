package dev.belfry.server;

import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;

/** A server that listens: in this process, or in one of its own. */
public interface RunningServer extends AutoCloseable {
    int port();

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
