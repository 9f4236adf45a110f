package dev.belfry.store.dynamodb;

import dev.belfry.core.store.GroupLists;
import dev.belfry.core.store.NodeRows;
import dev.belfry.core.store.ShardLeases;
import dev.belfry.core.store.ShardTimers;
import dev.belfry.core.store.StoreLimits;
import dev.belfry.core.store.StoredRecords;
import dev.belfry.core.store.TimerStore;

/** The store on DynamoDB. Thread-safe. */
final class DynamoDbTimerStore implements TimerStore {
    /** A transaction holds 100 items, one of which is the shard's, and 4 MB. */
    private static final StoreLimits LIMITS =
            new StoreLimits(99, 3_000_000, 1, Calls.PARALLEL.atOnce(), Calls.PARALLEL.atOnce());

    private final DynamoTable table;
    private final DynamoTimers timers;
    private final DynamoLeases leases;
    private final DynamoNodes nodes;
    private final DynamoRecords records;
    private final DynamoLists lists;

    /** A store in a table that is ready; the calls are its own from now on. */
    DynamoDbTimerStore(DynamoTable table) {
        var groups = new DynamoGroups(table);
        this.table = table;
        this.timers = new DynamoTimers(table, groups);
        this.leases = new DynamoLeases(table, groups);
        this.nodes = new DynamoNodes(table);
        this.records = new DynamoRecords(table);
        this.lists = new DynamoLists(table);
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
        table.calls().close();
    }
}
