package dev.belfry.store.jdbc;

import java.sql.SQLException;

/** Connections whose history changes when a test says so. */
final class ToldConnections implements Connections {
    private final Connections connections;
    private volatile boolean isNew;

    ToldConnections(Connections connections) {
        this.connections = connections;
    }

    void rewritten() {
        isNew = true;
    }

    @Override
    public Session writer() throws SQLException {
        return connections.writer();
    }

    @Override
    public Session reader() throws SQLException {
        return connections.reader();
    }

    @Override
    public int readers() {
        return connections.readers();
    }

    @Override
    public boolean hasNewHistory() {
        return isNew;
    }

    @Override
    public void historyTold() {
        isNew = false;
    }

    @Override
    public void close() {
        connections.close();
    }
}
