package dev.belfry.store.jdbc;

import static dev.belfry.check.contract.TimerRequest.timer;
import static dev.belfry.check.faults.Direction.FROM_CLIENT;
import static dev.belfry.check.faults.Direction.FROM_SERVER;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belfry.check.contract.OwnedShard;
import dev.belfry.check.contract.SampleGroups;
import dev.belfry.check.faults.Direction;
import dev.belfry.check.faults.FaultProxy;
import dev.belfry.core.store.CommitResult;
import dev.belfry.core.store.StoreException;
import dev.belfry.core.store.TimerStore;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What a store on a server says when the way to the server, or the server, fails. */
public interface OutageContract extends ServerUnderTest {
    /**
     * Inside of COMMIT and of its answer. The last five bytes to PostgreSQL are another message,
     * without which it commits all the same; MySQL's COMMIT has eleven.
     */
    int END_OF_COMMIT = 8;

    /** As many connections as a pool has. */
    int MANY = 10;

    /** More connections than a pool has. */
    int CROWD = 30;

    @Override
    TroubledDatabase database();

    @Test
    default void aCommitWhoseAnswerIsLostHasAnUnknownOutcomeAndIsThere(OwnedShard shard) {
        try (var proxy = startProxy();
                var store = through(proxy)) {
            assertCut(proxy, store, shard, FROM_SERVER, END_OF_COMMIT);
        }
        assertThat(shard.claimAgain().ids()).contains("cut");
    }

    @Test
    default void aCommitThatNeverArrivedWholeHasAnUnknownOutcomeAndNeverComes(OwnedShard shard) {
        try (var proxy = startProxy();
                var store = through(proxy)) {
            assertCut(proxy, store, shard, FROM_CLIENT, END_OF_COMMIT);
        }
        var again = shard.claimAgain();
        assertThat(again.ids()).doesNotContain("cut");
        again.commit(timer("later").create());
        assertThat(again.ids()).doesNotContain("cut").contains("later");
    }

    /** Commits of one shape take the same bytes, as soon as their statements are prepared. */
    static void assertCut(
            FaultProxy proxy,
            TimerStore store,
            OwnedShard shard,
            Direction direction,
            int bytesBeforeItsEnd) {
        store.timers().commit(List.of(shard.next(timer("one").create())));
        store.timers().commit(List.of(shard.next(timer("two").create())));
        long before = proxy.passed(direction);
        store.timers().commit(List.of(shard.next(timer("six").create())));
        long bytes = proxy.passed(direction) - before;

        proxy.cutAfter(direction, bytes - bytesBeforeItsEnd);
        var cut = List.of(shard.next(timer("cut").create()));
        assertThatThrownBy(() -> store.timers().commit(cut))
                .isInstanceOf(StoreException.OutcomeUnknown.class);
        assertThat(proxy.isCutArmed()).isFalse();
    }

    @Test
    default void aCommitThatHangsIsFencedByTheNextClaimAndNeverComes(OwnedShard shard)
            throws Exception {
        try (var proxy = startProxy();
                var store = through(proxy);
                var threads = Executors.newCachedThreadPool()) {
            store.timers().commit(List.of(shard.next(timer("one").create())));
            proxy.hang(FROM_CLIENT);
            var ghost = List.of(shard.next(timer("ghost").create()));
            var hanging = threads.submit(() -> store.timers().commit(ghost));
            awaitHanging(proxy, hanging);
            var again = shard.claimAgain();
            again.commit(timer("two").create());
            proxy.pass();

            assertNotCommitted(hanging);
            assertThat(again.ids()).containsExactlyInAnyOrder("one", "two");
        }
    }

    private static void awaitHanging(FaultProxy proxy, Future<?> call) {
        while (proxy.hanging(FROM_CLIENT) == 0 && !call.isDone()) {
            Thread.onSpinWait();
        }
    }

    private static void assertNotCommitted(Future<List<CommitResult>> commit) throws Exception {
        try {
            assertThat(commit.get()).containsExactly(new CommitResult.LeaseLost());
        } catch (ExecutionException e) {
            assertThat(e).hasCauseInstanceOf(StoreException.Unavailable.class);
        }
    }

    /** To look at each of them would take as long as the first took, one after the other. */
    @Test
    default void connectionsThatAllWentSilentAreGivenUpTogether() throws SQLException {
        try (var proxy = startProxy();
                var connections = database().openingThrough(proxy.port()).connections()) {
            IntStream.range(0, MANY)
                    .mapToObj(_ -> writer(connections))
                    .toList()
                    .forEach(Session::close);
            proxy.silence();
            long began = System.nanoTime();
            try (var silent = connections.writer()) {
                assertThatThrownBy(() -> silent.run("SELECT 1")).isInstanceOf(SQLException.class);
                silent.breaks();
            }
            long one = System.nanoTime() - began;
            try (var session = connections.writer()) {
                session.run("SELECT 1");
                session.rollback();
            }
            long others = System.nanoTime() - began - one;
            assertThat(others).as("beside %d ns for one", one).isLessThan(MANY / 2 * one);
        }
    }

    /**
     * The first may be in doubt: a message that is a whole transaction met the broken connection.
     */
    @Test
    default void aDatabaseThatCanNotBeReachedIsUnavailableAndComesBackByItself(OwnedShard shard) {
        try (var proxy = startProxy();
                var store = through(proxy)) {
            store.timers().commit(List.of(shard.next(timer("one").create())));
            proxy.refuse();
            proxy.cut();
            var met = List.of(shard.next(timer("refused").create()));
            assertThatThrownBy(() -> store.timers().commit(met))
                    .isInstanceOfAny(
                            StoreException.Unavailable.class, StoreException.OutcomeUnknown.class);
            for (int i = 0; i < 3; i++) {
                var refused = List.of(shard.next(timer("refused").create()));
                assertThatThrownBy(() -> store.timers().commit(refused))
                        .isInstanceOf(StoreException.Unavailable.class);
                assertThatThrownBy(store.nodes()::members)
                        .isInstanceOf(StoreException.Unavailable.class);
            }
            proxy.pass();
            store.timers().commit(List.of(shard.next(timer("two").create())));
        }
        assertThat(shard.ids()).containsExactlyInAnyOrder("one", "two");
    }

    @Test
    default void aPoolWithoutAFreeConnectionIsUnavailable() throws SQLException {
        var taken = new ArrayList<Session>();
        try (var connections = database().opening().connections()) {
            assertThatThrownBy(
                            () ->
                                    IntStream.range(0, CROWD)
                                            .forEach(_ -> taken.add(writer(connections))))
                    .isInstanceOf(StoreException.Unavailable.class)
                    .hasMessageContaining("connections were busy");
            taken.getFirst().close();
            writer(connections).close();
            taken.stream().skip(1).forEach(Session::close);
        }
    }

    private static Session writer(Connections connections) {
        try {
            return connections.writer();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    default void aDatabaseThatTakesNoWritesIsNotReadEither(OwnedShard shard) {
        shard.commit(timer("one").create());
        try (var store = database().openingReadOnly().storeAsItIs()) {
            var refused = List.of(shard.next(timer("two").create()));
            assertThatThrownBy(() -> store.timers().commit(refused))
                    .isInstanceOf(StoreException.Unavailable.class);
            assertThatThrownBy(() -> store.leases().shards(SampleGroups.ONE.id()))
                    .isInstanceOf(StoreException.Unavailable.class)
                    .hasMessageContaining("takes no writes");
            assertThatThrownBy(store.nodes()::members)
                    .isInstanceOf(StoreException.Unavailable.class);
            assertThat(store.refusal()).hasValueSatisfying(it -> assertThat(it).contains("writes"));
        }
        shard.commit(timer("three").create());
        assertThat(shard.ids()).containsExactlyInAnyOrder("one", "three");
    }

    /** As far as a store can see: the statement fails. */
    @Test
    default void aFullDiskIsUnavailableUntilThereIsRoom(OwnedShard shard) throws SQLException {
        shard.commit(timer("one").create());
        database().run(database().fillDisk());
        var refused = shard.next(timer("two").create());
        try {
            assertThatThrownBy(() -> shard.send(refused))
                    .isInstanceOf(StoreException.Unavailable.class)
                    .hasMessageContaining("nothing was written");
        } finally {
            database().run(database().makeRoom());
        }
        shard.commit(timer("three").create());
        assertThat(shard.ids()).containsExactlyInAnyOrder("one", "three");
    }

    /**
     * Each holds what the other one wants next, until one of them is ended and tries again: by
     * MySQL, which sees the circle, or by PostgreSQL's limit for a lock, which comes first.
     */
    @Test
    default void twoThatWaitForEachOtherAreTriedAgainAndNothingIsLost() throws Exception {
        database()
                .run(
                        "CREATE TABLE tangle (id INT PRIMARY KEY, hits INT)",
                        "INSERT INTO tangle VALUES (1, 0), (2, 0)");
        try (var connections = database().opening().connections();
                var threads = Executors.newCachedThreadPool()) {
            var transactions = new Transactions(connections, dialect(connections));
            var both = new CountDownLatch(2);
            var one = threads.submit(() -> tangle(transactions, both, 1, 2));
            var two = threads.submit(() -> tangle(transactions, both, 2, 1));
            assertThat(one.get() + two.get()).as("tries").isGreaterThan(2);
            assertThat(hits()).isEqualTo(4);
        } finally {
            database().run("DROP TABLE tangle");
        }
    }

    private static Dialect dialect(Connections connections) throws SQLException {
        try (var session = connections.reader()) {
            return session.dialect();
        }
    }

    /** How often it was tried. */
    private static int tangle(Transactions transactions, CountDownLatch both, int... rows) {
        var tries = new AtomicInteger();
        transactions.change(
                session -> {
                    tries.incrementAndGet();
                    hit(session, rows[0]);
                    both.countDown();
                    awaitUninterruptibly(both);
                    hit(session, rows[1]);
                });
        return tries.get();
    }

    private static void hit(Session session, int row) throws SQLException {
        session.run("UPDATE tangle SET hits = hits + 1 WHERE id = " + row);
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private int hits() throws SQLException {
        try (var connection = database().connect();
                var statement = connection.createStatement();
                var result = statement.executeQuery("SELECT sum(hits) FROM tangle")) {
            result.next();
            return result.getInt(1);
        }
    }

    private FaultProxy startProxy() {
        var proxy = new FaultProxy(database().port());
        proxy.start();
        return proxy;
    }

    private TimerStore through(FaultProxy proxy) {
        return database().openingThrough(proxy.port()).storeAsItIs();
    }
}
