package dev.belfry.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.store.common.Ticker;
import dev.belfry.store.jdbc.sqlite.SqliteDialect;
import java.sql.DriverManager;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Test;

class TransactionsTest {
    private static final int READERS = 4;
    private static final FailoverGuard GUARD =
            new FailoverGuard(_ -> new Inspection("one", "", List.of()), Ticker.SYSTEM);

    private static SessionPool pool(int size) {
        return new SessionPool(
                () -> DriverManager.getConnection("jdbc:sqlite::memory:"),
                GUARD,
                new SqliteDialect(),
                size,
                Ticker.SYSTEM);
    }

    @Test
    void howeverManyLookTheEnginesOwnReadsFindASession() {
        var connections = new PooledConnections(GUARD, pool(1), pool(READERS));
        var looking = new Semaphore(0);
        var leaving = new Semaphore(0);
        try (var transactions = new Transactions(connections, new SqliteDialect());
                var visitors = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 3 * READERS; i++) {
                visitors.execute(() -> transactions.visit(_ -> look(looking, leaving)));
            }
            looking.acquireUninterruptibly(READERS / 2);
            for (int i = 0; i < READERS; i++) {
                assertThat(transactions.<Integer>read(_ -> looking.availablePermits())).isZero();
            }
            leaving.release(3 * READERS);
        }
    }

    private static boolean look(Semaphore looking, Semaphore leaving) {
        looking.release();
        leaving.acquireUninterruptibly();
        return true;
    }
}
