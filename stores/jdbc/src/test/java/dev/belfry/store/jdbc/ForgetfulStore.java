package dev.belfry.store.jdbc;

import dev.belfry.core.store.GroupLists;
import dev.belfry.core.store.NodeRows;
import dev.belfry.core.store.ShardLeases;
import dev.belfry.core.store.ShardTimers;
import dev.belfry.core.store.StoreLimits;
import dev.belfry.core.store.StoredRecords;
import dev.belfry.core.store.TimerStore;

/**
 * A store that remembers no commit that was expected wrongly: each commit that can be made in one
 * round trip is tried so.
 */
public final class ForgetfulStore implements TimerStore {
    private final Dialect dialect;
    private final Connections connections;
    private final StoreLimits limits;
    private final TimerStore store;

    public ForgetfulStore(ServerOpening opening) {
        this.dialect = opening.server().dialect();
        this.connections = opening.connections();
        this.limits = opening.limits();
        this.store = anew();
    }

    private TimerStore anew() {
        return new JdbcTimerStore(dialect, connections, limits);
    }

    @Override
    public ShardTimers timers() {
        return anew().timers();
    }

    @Override
    public StoreLimits limits() {
        return store.limits();
    }

    @Override
    public boolean isShared() {
        return store.isShared();
    }

    @Override
    public ShardLeases leases() {
        return store.leases();
    }

    @Override
    public NodeRows nodes() {
        return store.nodes();
    }

    @Override
    public StoredRecords records() {
        return store.records();
    }

    @Override
    public GroupLists lists() {
        return store.lists();
    }

    @Override
    public void close() {
        store.close();
    }
}
