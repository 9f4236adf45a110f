package dev.belfry.store.jdbc;

import dev.belfry.core.store.GroupLists;
import dev.belfry.core.store.NodeRows;
import dev.belfry.core.store.PoolUse;
import dev.belfry.core.store.ShardLeases;
import dev.belfry.core.store.ShardTimers;
import dev.belfry.core.store.StoreLimits;
import dev.belfry.core.store.StoredRecords;
import dev.belfry.core.store.TimerStore;
import java.util.List;
import java.util.Optional;

/**
 * The store on SQL databases. Thread-safe.
 *
 * <p>One code path serves all of them; a {@link Dialect} gives the words. Every statement as each
 * database gets it stands whole in {@code src/test/resources/statements}, with the name of the
 * class that sends it: {@code grep "DELETE FROM timers"} there shows how a settled timer goes.
 */
public final class JdbcTimerStore implements TimerStore {
    private final Dialect dialect;
    private final StoreLimits limits;
    private final Transactions transactions;
    private final SqlTimers timers;
    private final SqlLeases leases;
    private final SqlNodes nodes;
    private final SqlRecords records;
    private final SqlLists lists;

    /** A store over these connections, which are its own from now on. */
    public JdbcTimerStore(Dialect dialect, Connections connections, StoreLimits limits) {
        this.dialect = dialect;
        this.limits = limits;
        this.transactions = new Transactions(connections, dialect);
        var groups = new SqlGroups(transactions);
        this.timers = new SqlTimers(transactions, groups, dialect);
        this.leases = new SqlLeases(transactions, groups, dialect);
        this.nodes = new SqlNodes(transactions, dialect);
        this.records = new SqlRecords(transactions, dialect);
        this.lists = new SqlLists(transactions, groups, dialect);
    }

    @Override
    public StoreLimits limits() {
        return limits;
    }

    @Override
    public boolean isShared() {
        return dialect.isShared();
    }

    @Override
    public boolean isBroken() {
        return transactions.isBroken();
    }

    @Override
    public Optional<String> refusal() {
        return transactions.refusal();
    }

    @Override
    public Optional<String> weakness() {
        return transactions.weakness();
    }

    @Override
    public List<PoolUse> pools() {
        return transactions.pools();
    }

    @Override
    public ShardTimers timers() {
        return timers;
    }

    @Override
    public ShardLeases leases() {
        return leases;
    }

    @Override
    public NodeRows nodes() {
        return nodes;
    }

    @Override
    public StoredRecords records() {
        return records;
    }

    @Override
    public GroupLists lists() {
        return lists;
    }

    @Override
    public void close() {
        transactions.close();
    }
}
