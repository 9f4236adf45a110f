package dev.belfry.store.mongodb;

import dev.belfry.core.store.GroupLists;
import dev.belfry.core.store.NodeRows;
import dev.belfry.core.store.ShardLeases;
import dev.belfry.core.store.ShardTimers;
import dev.belfry.core.store.StoreLimits;
import dev.belfry.core.store.StoredRecords;
import dev.belfry.core.store.TimerStore;

/** The store on MongoDB. Thread-safe. */
final class MongoDbTimerStore implements TimerStore {
    /**
     * A transaction is held in the server's cache until it ends, and should end within
     * milliseconds; a message holds 48 MB.
     */
    private static final StoreLimits LIMITS =
            new StoreLimits(
                    500, 4 << 20, 1, MongoCalls.PARALLEL.atOnce(), MongoCalls.PARALLEL.atOnce());

    private final MongoCalls database;
    private final MongoTimers timers;
    private final MongoLeases leases;
    private final MongoNodes nodes;
    private final MongoRecords records;
    private final MongoLists lists;

    /** A store in a database that is ready, which is its own from now on. */
    MongoDbTimerStore(MongoCalls database) {
        var groups = new MongoGroups(database);
        this.database = database;
        this.timers = new MongoTimers(database, groups);
        this.leases = new MongoLeases(database, groups);
        this.nodes = new MongoNodes(database);
        this.records = new MongoRecords(database);
        this.lists = new MongoLists(database);
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
        database.close();
    }
}
