package dev.belfry.store.cassandra;

import dev.belfry.check.contract.TimerStoreContract;
import dev.belfry.core.store.TimerStore;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/**
 * The contract on three servers, of which one after the other is killed in the midst of a test and
 * comes back in the midst of another. It takes too long for every run: {@code make contract
 * STORE=cassandra-cluster}.
 */
@Tag("cluster")
@Timeout(value = 5, unit = TimeUnit.MINUTES)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CassandraClusterTimerStoreSuite implements TimerStoreContract {
    private static final int NODES = 3;

    /** With all servers, and then with one of them dead. */
    private static final int TESTS_BETWEEN = 16;

    private final CassandraServer server = CassandraServer.cluster();
    private final Keyspace keyspace = Keyspace.on(server);
    private CompletableFuture<Void> happening = CompletableFuture.completedFuture(null);
    private int tests;
    private int victim;
    private boolean dead;

    /** The test goes on meanwhile. */
    @BeforeEach
    @Timeout(value = 10, unit = TimeUnit.MINUTES)
    void killOrBringBack() {
        tests++;
        if (tests % TESTS_BETWEEN == 0) {
            happening.join();
            happening = CompletableFuture.runAsync(dead ? server::restartAll : this::killNext);
            dead = !dead;
        }
    }

    private void killNext() {
        victim = victim % NODES + 1;
        System.out.printf("server %d dies in test %d%n", victim, tests);
        server.kill(victim);
    }

    /** For the suites that follow. */
    @AfterAll
    @Timeout(value = 10, unit = TimeUnit.MINUTES)
    void bringBack() {
        happening.join();
        server.restartAll();
    }

    @Override
    public TimerStore open() {
        return CassandraServer.eventually(keyspace::emptiedStore);
    }

    @Override
    public TimerStore reopen(TimerStore closed) {
        return CassandraServer.eventually(() -> new CassandraStoreProvider().open(keyspace.url()));
    }

    @Override
    public TimerStore another(TimerStore open) {
        return reopen(open);
    }

    @Override
    public boolean losesServers() {
        return true;
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
