package dev.belfry.store.cassandra;

import dev.belfry.core.store.TimerStore;
import dev.belfry.store.contract.TimerStoreContract;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;

/**
 * The contract on three servers, of which one is killed in the midst of it and comes back. The
 * tests between are those of a cluster that knows of it; what is under way in the moment of death
 * is left to {@link CassandraClusterTest}.
 */
@Tag("cluster")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CassandraClusterTimerStoreTest implements TimerStoreContract {
    private static final int KILLED_AFTER = 40;
    private static final int BACK_AFTER = 160;
    private static final int VICTIM = 3;

    private final CassandraServer server = CassandraServer.cluster();
    private final Keyspace keyspace = Keyspace.on(server);
    private int tests;

    @BeforeEach
    void killOrBringBack() {
        switch (++tests) {
            case KILLED_AFTER -> {
                server.kill(VICTIM);
                server.awaitSeen(VICTIM, false);
            }
            case BACK_AFTER -> bringBack();
            default -> {}
        }
    }

    @AfterAll
    void bringBack() {
        server.restart(VICTIM);
        server.awaitSeen(VICTIM, true);
    }

    @Override
    public TimerStore open() {
        return keyspace.emptiedStore();
    }

    @Override
    public TimerStore reopen(TimerStore closed) {
        return new CassandraStoreProvider().open(keyspace.url());
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
