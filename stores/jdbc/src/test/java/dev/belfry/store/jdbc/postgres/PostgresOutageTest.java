package dev.belfry.store.jdbc.postgres;

import static dev.belfry.check.contract.TimerRequest.timer;
import static dev.belfry.check.faults.Direction.FROM_CLIENT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.check.contract.OwnedShard;
import dev.belfry.check.faults.FaultProxy;
import dev.belfry.store.jdbc.OutageContract;
import dev.belfry.store.jdbc.TroubledDatabase;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

class PostgresOutageTest implements OutageContract {
    /** More than COMMIT takes, and less than the values of a timer. */
    private static final int INSIDE_OF_INSERT = 150;

    @Override
    public TroubledDatabase database() {
        return PostgresSchema.SHARED;
    }

    /** Inserts and COMMIT are sent together, so that nobody knows where they were cut. */
    @Test
    void anInsertThatNeverArrivedWholeHasAnUnknownOutcomeAndNeverComes(OwnedShard shard) {
        try (var proxy = new FaultProxy(database().port())) {
            proxy.start();
            try (var store = database().openingThrough(proxy.port()).storeAsItIs()) {
                OutageContract.assertCut(proxy, store, shard, FROM_CLIENT, INSIDE_OF_INSERT);
            }
        }
        var again = shard.claimAgain();
        again.commit(timer("later").create());
        assertThat(again.ids()).doesNotContain("cut").contains("later");
    }

    /** Longer than a statement waits for a lock: it fails together with the commit. */
    @Test
    void insertsThatMeetALockAreTriedAgain(OwnedShard shard) throws Exception {
        try (var other = database().connect();
                var threads = Executors.newCachedThreadPool()) {
            other.setAutoCommit(false);
            try (var statement = other.createStatement()) {
                statement.execute("LOCK TABLE timers IN SHARE MODE");
                var waiting = threads.submit(() -> shard.commit(timer("one").create()));
                database().awaitWaiting(waiting);
                statement.execute("SELECT pg_sleep(0.3)");
                other.rollback();
                assertThat(waiting.get()).hasSize(1);
            }
        }
        assertThat(shard.ids()).containsExactly("one");
    }
}
