package dev.belfry.store.mongodb;

import dev.belfry.check.contract.TimerStoreContract;
import dev.belfry.core.store.TimerStore;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;

/**
 * The contract on three members, of which the primary is killed in the midst of it. No part of
 * {@code make test}: {@code make contract STORE=mongodb-cluster} runs it.
 */
@Tag("cluster")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MongoDbClusterTimerStoreSuite implements TimerStoreContract {
    private static final int KILLED_AFTER = 40;
    private static final int BACK_AFTER = 160;

    private final MongoServer server = MongoServer.cluster();
    private final TestDatabase database = TestDatabase.on(server);
    private int tests;
    private int victim = 1;

    @BeforeEach
    void killOrBringBack() {
        switch (++tests) {
            case KILLED_AFTER -> {
                victim = server.primary();
                server.kill(victim);
                server.primary();
            }
            case BACK_AFTER -> server.restart(victim);
            default -> {}
        }
    }

    @AfterAll
    void bringBack() {
        server.restart(victim);
        database.client().close();
    }

    @Override
    public TimerStore open() {
        return database.emptyStore();
    }

    @Override
    public TimerStore reopen(TimerStore closed) {
        return database.store();
    }

    @Override
    public TimerStore another(TimerStore open) {
        return reopen(open);
    }

    @Override
    public boolean removesExpiredByItself() {
        return true;
    }

    /** Three servers share the cores of one machine. */
    @Override
    public int manyRows() {
        return 10_000;
    }
}
