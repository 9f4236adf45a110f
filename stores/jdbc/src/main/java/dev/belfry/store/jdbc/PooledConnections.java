package dev.belfry.store.jdbc;

import java.sql.SQLException;

/**
 * Connections to a server: some that write and some that read, so that a crowd of readers never
 * keeps a beat or a commit waiting. Thread-safe.
 */
public final class PooledConnections implements Connections {
    private final SessionPool writers;
    private final SessionPool readers;

    public PooledConnections(SessionPool writers, SessionPool readers) {
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
    public void close() {
        readers.close();
        writers.close();
    }
}
