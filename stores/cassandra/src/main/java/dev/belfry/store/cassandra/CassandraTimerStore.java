package dev.belfry.store.cassandra;

import dev.belfry.core.store.GroupLists;
import dev.belfry.core.store.NodeRows;
import dev.belfry.core.store.ShardLeases;
import dev.belfry.core.store.ShardTimers;
import dev.belfry.core.store.StoreLimits;
import dev.belfry.core.store.StoredRecords;
import dev.belfry.core.store.TimerStore;
import java.util.Optional;

/**
 * The store on Apache Cassandra. Thread-safe.
 *
 * <p>Statements are constants of the classes that send them; all of them stand together in {@code
 * src/test/resources/statements/cassandra.cql}.
 */
final class CassandraTimerStore implements TimerStore {
    /**
     * A batch is stored twice on its way, in the record of the agreement and in the table, and may
     * be half as large as a segment of the commit log: 16 MiB unless the server is set otherwise.
     */
    static final long BYTES_PER_SHARD = 1 << 20;

    private static final StoreLimits LIMITS = new StoreLimits(500, BYTES_PER_SHARD, 1, 64, 64);

    private final Cql cql;
    private final Optional<String> weakness;
    private final CassandraTimers timers;
    private final CassandraLeases leases;
    private final CassandraNodes nodes;
    private final CassandraRecords records;
    private final CassandraLists lists;

    CassandraTimerStore(Cql cql, Optional<String> weakness) {
        var groups = new CassandraGroups(cql);
        var shards = new CassandraShards(cql);
        this.cql = cql;
        this.weakness = weakness;
        this.timers = new CassandraTimers(cql, groups, shards);
        this.leases = new CassandraLeases(groups, shards);
        this.nodes = new CassandraNodes(cql);
        this.records = new CassandraRecords(cql);
        this.lists = new CassandraLists(cql, shards);
    }

    @Override
    public StoreLimits limits() {
        return LIMITS;
    }

    @Override
    public boolean isShared() {
        return true;
    }

    @Override
    public Optional<String> weakness() {
        return weakness;
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
        cql.close();
    }
}
