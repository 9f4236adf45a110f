package dev.belfry.bench;

import dev.belfry.core.store.TimerStore;
import dev.belfry.node.SystemClock;
import java.util.List;

/** Commits through the engine, which decides what shares a commit. */
final class EngineWriter implements TimerWriter {
    private final RunningEngine engine;
    private final Clients clients;

    EngineWriter(TimerStore store, int clients) {
        this.engine = new RunningEngine(store, new SystemClock(), 0);
        this.clients = new Clients(clients);
        engine.start();
    }

    @Override
    public void write(List<NewTimer> timers) {
        clients.create(engine, timers);
    }

    @Override
    public double timersPerCommit() {
        return engine.mutationsPerCommit();
    }

    @Override
    public void close() {
        clients.close();
        engine.close();
    }
}
