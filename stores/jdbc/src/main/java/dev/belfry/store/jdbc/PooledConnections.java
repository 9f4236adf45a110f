package dev.belfry.store.jdbc;

import dev.belfry.core.store.PoolUse;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/**
 * Connections to a server: some that write and some that read, so that a crowd of readers never
 * keeps a beat or a commit waiting. Thread-safe.
 */
final class PooledConnections implements Connections {
    private final FailoverGuard guard;
    private final SessionPool writers;
    private final SessionPool readers;

    /**
     * @param guard that looks at the sessions of both pools
     */
    PooledConnections(FailoverGuard guard, SessionPool writers, SessionPool readers) {
        this.guard = guard;
        this.writers = writers;
        this.readers = readers;
    }

    @Override
    public Session writer() throws SQLException {
        return writers.take();
    }

    @Override
    public Session reader() throws SQLException {
        return readers.take();
    }

    @Override
    public int readers() {
        return readers.size();
    }

    @Override
    public List<PoolUse> pools() {
        return List.of(writers.use("writers"), readers.use("readers"));
    }

    @Override
    public void retire() {
        guard.retire();
    }

    @Override
    public boolean isServerNew() {
        return guard.isServerNew();
    }

    @Override
    public boolean hasNewHistory() {
        return guard.hasNewHistory();
    }

    @Override
    public void historyTold() {
        guard.historyTold();
    }

    @Override
    public Optional<String> refusal() {
        return guard.refusal();
    }

    @Override
    public Optional<String> weakness() {
        return guard.weakness();
    }

    @Override
    public void close() {
        readers.close();
        writers.close();
    }
}
