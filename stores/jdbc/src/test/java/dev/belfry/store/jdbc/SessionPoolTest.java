package dev.belfry.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.core.store.PoolUse;
import dev.belfry.store.common.Ticker;
import dev.belfry.store.jdbc.sqlite.SqliteDialect;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** When sessions are looked at, and when they end; time passes only when it is told to. */
class SessionPoolTest {
    private static final int SIZE = 4;

    private final AtomicLong now = new AtomicLong();
    private final AtomicLong looks = new AtomicLong();
    private final List<Connection> opened = new ArrayList<>();
    private volatile String server = "one";
    private volatile String history = "";
    private final ToldTicker ticker = new ToldTicker();
    private final FailoverGuard guard =
            new FailoverGuard(
                    _ -> {
                        looks.incrementAndGet();
                        return new Inspection(server, history, List.of());
                    },
                    ticker);
    private final SessionPool pool =
            new SessionPool(this::open, guard, new SqliteDialect(), SIZE, ticker);

    private final class ToldTicker implements Ticker {
        @Override
        public long nanos() {
            return now.get();
        }

        @Override
        public void sleep(Duration duration) {
            now.addAndGet(duration.toNanos());
        }
    }

    private Connection open() throws SQLException {
        var connection = DriverManager.getConnection("jdbc:sqlite::memory:");
        opened.add(connection);
        return connection;
    }

    /** What rests since the pool was made may have been broken before. */
    @BeforeEach
    void begin() {
        pass(Duration.ofMillis(1));
    }

    @AfterEach
    void close() {
        pool.close();
    }

    private void pass(Duration time) {
        now.addAndGet(time.toNanos());
    }

    /** As many sessions at the same time, given back. */
    private void use(int count) throws SQLException {
        var taken = new ArrayList<Session>();
        for (int i = 0; i < count; i++) {
            taken.add(pool.take());
        }
        taken.forEach(Session::close);
    }

    @Test
    void aSessionInConstantUseIsLookedAtOnceASecond() throws SQLException {
        for (int i = 0; i < 100; i++) {
            use(1);
            pass(Duration.ofMillis(50));
        }
        assertThat(opened).hasSize(1);
        assertThat(looks).hasValueBetween(4, 6);
    }

    @Test
    void sessionsThatOnlyRestEndToo() throws SQLException {
        use(SIZE);
        pass(SessionPool.LONGEST_LIFE);
        for (int i = 0; i < SIZE; i++) {
            use(1);
        }
        assertThat(opened.subList(0, SIZE)).allMatch(SessionPoolTest::isClosed);
    }

    private static boolean isClosed(Connection connection) {
        try {
            return connection.isClosed();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void whoeverWaitsIsCounted() throws Exception {
        var taken = new ArrayList<Session>();
        for (int i = 0; i < SIZE; i++) {
            taken.add(pool.take());
        }
        assertThat(pool.use("all")).isEqualTo(new PoolUse("all", SIZE, SIZE, 0, 0, Duration.ZERO));
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var waiting = threads.submit(pool::take);
            while (pool.use("all").waiting() == 0) {
                Thread.onSpinWait();
            }
            pass(Duration.ofMillis(300));
            taken.removeLast().close();
            taken.add(waiting.get());
        }
        assertThat(pool.use("all"))
                .isEqualTo(new PoolUse("all", SIZE, SIZE, 0, 1, Duration.ofMillis(300)));
        taken.forEach(Session::close);
        assertThat(pool.use("all").inUse()).isZero();
    }

    /** Those of others may not have come to it yet: that they have none says nothing. */
    @Test
    void aServerIsNewForSomeSecondsAfterAFailover() throws SQLException {
        pool.take().close();
        assertThat(guard.isServerNew()).isFalse();
        server = "two";
        now.addAndGet(Duration.ofSeconds(2).toNanos());
        pool.take().close();
        assertThat(guard.isServerNew()).isTrue();
        now.addAndGet(Duration.ofSeconds(6).toNanos());
        assertThat(guard.isServerNew()).isFalse();
    }

    @Test
    void anotherHistoryIsToldOnce() throws SQLException {
        history = "timeline 1";
        use(SIZE);
        server = "restarted";
        use(SIZE);
        assertThat(guard.hasNewHistory()).isFalse();
        history = "timeline 2";
        pass(SessionPool.TRUSTED);
        use(SIZE);
        assertThat(guard.hasNewHistory()).isTrue();
        guard.historyTold();
        pass(SessionPool.TRUSTED);
        use(SIZE);
        assertThat(guard.hasNewHistory()).isFalse();
    }

    @Test
    void aConnectionThatLeadsToAnotherServerRetiresTheOthers() throws SQLException {
        use(SIZE - 1);
        server = "two";
        use(SIZE);
        use(SIZE);
        assertThat(opened.subList(0, SIZE - 1)).allMatch(SessionPoolTest::isClosed);
    }
}
