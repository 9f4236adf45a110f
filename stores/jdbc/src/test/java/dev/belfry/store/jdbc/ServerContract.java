package dev.belfry.store.jdbc;

import static dev.belfry.check.contract.TimerRequest.timer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belfry.check.contract.MembershipContract;
import dev.belfry.check.contract.OwnedShard;
import dev.belfry.check.contract.SampleGroups;
import dev.belfry.check.contract.StoreFixture;
import dev.belfry.check.contract.TimerRequest;
import dev.belfry.core.shard.Incarnation;
import dev.belfry.core.shard.NodeId;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.NodeRow;
import dev.belfry.core.store.NodeVersion;
import dev.belfry.core.store.PageLimit;
import dev.belfry.core.store.Pause;
import dev.belfry.core.store.PositionRange;
import dev.belfry.core.store.Release;
import dev.belfry.core.store.StoreException;
import dev.belfry.core.store.TimerStore;
import dev.belfry.core.timer.Payload;
import dev.belfry.core.timer.Position;
import dev.belfry.core.timer.TimerUuid;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What a database server must do besides the contract of all stores: the traps of real ones. */
public interface ServerContract extends ServerUnderTest {
    @Test
    default void anOwnerStoppedInsideItsTransactionDoesNotHoldAShardForLong(StoreFixture fixture)
            throws SQLException {
        var shard = fixture.own(SampleGroups.ONE);
        try (var connections = database().opening().connections();
                var stopped = connections.writer()) {
            fence(stopped);
            var next = claimUntilHad(fixture, shard.id());

            assertThatThrownBy(() -> fence(stopped)).isInstanceOf(SQLException.class);
            stopped.breaks();
            next.commit(timer("after").create());
        }
    }

    /** What a commit does first. */
    private static void fence(Session session) throws SQLException {
        var dialect = session.dialect();
        session.begin();
        session.query(
                dialect.fenced(SqlShards.byKeys(dialect, 1)),
                parameters -> parameters.rows(List.of(row -> row.number(1))),
                _ -> true);
    }

    private static OwnedShard claimUntilHad(StoreFixture fixture, ShardId shard) {
        long end = System.nanoTime() + Duration.ofSeconds(30).toNanos();
        while (true) {
            try {
                return fixture.own(shard);
            } catch (StoreException.Unavailable e) {
                if (System.nanoTime() > end) {
                    throw e;
                }
            }
        }
    }

    @Test
    default void aStoreWhoseConnectionsWereCutFailsOnceAtMost(OwnedShard shard)
            throws SQLException {
        shard.commit(timer("one").create());
        assertThat(shard.ids()).hasSize(1);
        database().cutConnections();

        once(() -> shard.commit(timer("two").create()));
        once(shard::ids);
        shard.commit(timer("three").create());
        assertThat(shard.ids()).contains("one", "three");
    }

    private static void once(Runnable call) {
        try {
            call.run();
        } catch (StoreException.Unavailable | StoreException.OutcomeUnknown e) {
            assertThat(e).hasCauseInstanceOf(SQLException.class);
        }
    }

    /** More than some servers take in one packet, and with bytes that texts must escape. */
    @Test
    default void aCommitOfManyMegabytesIsStoredWhole(StoreFixture fixture) {
        var payload = "\"" + "'\\\\".repeat(1 << 20) + "\"";
        var parts =
                fixture.ownAll(SampleGroups.WIDE).stream()
                        .map(shard -> shard.next(inShard(shard.id()).payload(payload).create()))
                        .toList();
        fixture.store().timers().commit(parts);

        for (var part : parts) {
            var shard = part.lease().shard();
            assertThat(
                            fixture.store()
                                    .timers()
                                    .page(
                                            shard,
                                            PositionRange.from(Position.START),
                                            OwnedShard.NO_LIMIT)
                                    .timers())
                    .singleElement()
                    .satisfies(
                            timer ->
                                    assertThat(timer.spec().payload())
                                            .isEqualTo(Payload.of(payload)));
        }
    }

    private static TimerRequest inShard(ShardId shard) {
        return IntStream.range(0, 1_000)
                .mapToObj(i -> timer(SampleGroups.WIDE, "large-" + i))
                .filter(request -> SampleGroups.WIDE.shardOf(request.key().id()).equals(shard))
                .findFirst()
                .orElseThrow();
    }

    @Test
    default void aRowThatIsNotThereWhenItIsChangedUndoesTheWhole(StoreFixture fixture)
            throws SQLException {
        var shard = fixture.own(SampleGroups.ONE);
        try (var connections = database().opening().connections();
                var session = connections.writer()) {
            session.begin();
            requireRefused(session, SqlShards.RAISE_MARK, row -> row.number(1).number(1_000));
            requireRefused(session, SqlNodes.DELETE, row -> row.text("nobody").number(1));
            requireRefused(
                    session,
                    SqlEntryWriter.DELETE,
                    row -> row.number(1).number(1).uuid(TimerUuid.MIN));
            session.rollback();
        }
        shard.commit(timer("after").create());
    }

    private static void requireRefused(Session session, RowChange change, Session.Bind row) {
        var batch = new SqlBatch(session, change);
        batch.add(row);
        batch.add(row);
        assertThatThrownBy(batch::flush)
                .isInstanceOf(StoreException.Rejected.class)
                .hasMessageContaining(change.oneRow());
    }

    @Test
    default void pagesCutByTheirBytesShowEveryRowOnce(OwnedShard shard) {
        createLarge(shard, 10);
        for (var limit : List.of(new PageLimit(3, 3 * LARGE), new PageLimit(100, LARGE))) {
            var ids = new ArrayList<String>();
            var at = Position.START;
            while (!at.equals(Position.END)) {
                var page = shard.page(PositionRange.from(at), limit);
                page.timers().forEach(timer -> ids.add(timer.key().id()));
                at = page.knownUntil();
            }
            assertThat(ids).doesNotHaveDuplicates().hasSize(10);
        }
    }

    /** More of them than a statement takes at once. */
    int LARGE = 100 << 10;

    static void createLarge(OwnedShard shard, int count) {
        var payload = "\"" + "x".repeat(LARGE) + "\"";
        shard.commit(
                IntStream.range(0, count)
                        .mapToObj(i -> timer("large-" + i).payload(payload).create())
                        .toList());
    }

    @Test
    default void aNodeIsToldOfAnotherHistoryBeforeItWrites(OwnedShard shard) {
        var node = MembershipContract.ANNA;
        shard.store().nodes().join(node);
        var opening = database().opening();
        var connections = new ToldConnections(opening.connections());
        try (var store =
                new JdbcTimerStore(
                        opening.server().dialect(), connections, shard.store().limits())) {
            connections.rewritten();

            assertThatThrownBy(
                            () -> store.timers().commit(List.of(shard.next(timer("a").create()))))
                    .isInstanceOf(StoreException.Unavailable.class);
            var release = new Release(shard.lease(), shard.row().mark(), List.of());
            assertThatThrownBy(() -> store.leases().release(List.of(release)))
                    .isInstanceOf(StoreException.Unavailable.class);
            assertThat(store.nodes().beat(node.beating(2, node.clock()), 1)).isEmpty();
            assertThat(store.nodes().members().nodes()).containsExactly(node);
            assertThat(store.nodes().beat(node.beating(3, node.clock()), 1)).isPresent();
            assertThat(store.timers().commit(List.of(shard.next(timer("a").create())))).hasSize(1);
        }
    }

    /** A beat that its node gave up may still be under way when the next one comes. */
    @Test
    default void aBeatThatWaitsForAnotherOneOfTheSameLifeCounts(StoreFixture fixture)
            throws Exception {
        var store = fixture.store();
        var node = MembershipContract.ANNA;
        store.nodes().join(node);
        try (var connection = database().connect();
                var threads = Executors.newCachedThreadPool()) {
            connection.setAutoCommit(false);
            try (var statement = connection.createStatement()) {
                statement.execute("UPDATE nodes SET beat = beat + 1");
            }
            var waiting =
                    threads.submit(
                            () ->
                                    store.nodes()
                                            .beat(node.beating(node.beat() + 2, node.clock()), 1));
            database().awaitWaiting(waiting);
            connection.commit();
            assertThat(waiting.get()).isPresent();
        }
    }

    @Test
    default void aBeatThatWaitsForTheNextLifeOfItsNodeIsRefused(StoreFixture fixture)
            throws Exception {
        var store = fixture.store();
        var node = MembershipContract.ANNA;
        store.nodes().join(node);
        try (var connection = database().connect();
                var threads = Executors.newCachedThreadPool()) {
            connection.setAutoCommit(false);
            try (var statement = connection.createStatement()) {
                statement.execute("UPDATE nodes SET life = life - 1");
            }
            var waiting =
                    threads.submit(
                            () ->
                                    store.nodes()
                                            .beat(node.beating(node.beat() + 2, node.clock()), 1));
            database().awaitWaiting(waiting);
            connection.commit();
            assertThat(waiting.get()).isEmpty();
        }
    }

    @Test
    default void nodesThatStartAtOnceDoNotCollide() throws Exception {
        var database = database().fresh();
        try (var threads = Executors.newCachedThreadPool()) {
            Callable<TimerStore> open = database::open;
            for (var opened : threads.invokeAll(Collections.nCopies(4, open))) {
                try (var store = opened.get()) {
                    store.leases().openGroup(SampleGroups.WIDE);
                    assertThat(store.leases().shards(SampleGroups.WIDE.id())).hasSize(8);
                }
            }
        }
    }

    @Test
    default void groupsThatAreOpenedAtOnceGetShardsOfTheirOwn(StoreFixture fixture)
            throws Exception {
        var nodes = List.of(fixture.store(), fixture.anotherNode(), fixture.anotherNode());
        try (var threads = Executors.newCachedThreadPool()) {
            var opened =
                    nodes.stream()
                            .flatMap(
                                    node ->
                                            List.of(
                                                            SampleGroups.ONE,
                                                            SampleGroups.OTHER,
                                                            SampleGroups.WIDE)
                                                    .stream()
                                                    .map(
                                                            group ->
                                                                    threads.submit(
                                                                            () ->
                                                                                    node.leases()
                                                                                            .openGroup(
                                                                                                    group))))
                            .toList();
            for (var one : opened) {
                one.get();
            }
        }
        for (var group : List.of(SampleGroups.ONE, SampleGroups.OTHER, SampleGroups.WIDE)) {
            assertThat(fixture.store().leases().shards(group.id())).hasSize(group.shardCount());
        }
    }

    @Test
    default void aNodeOfBeforeVersionsWereToldIsAMember() throws SQLException {
        var database = database().fresh();
        try (var store = database.open()) {
            database.run(
                    "INSERT INTO nodes (node_id, life, address, weight, placement_version, beat,"
                            + " clock) VALUES ('old', 7, 'http://old', 1, 1, 3, 0)");

            assertThat(store.nodes().members().nodes())
                    .containsExactly(
                            new NodeRow(
                                    new Incarnation(new NodeId("old"), 7),
                                    "http://old",
                                    Set.of(),
                                    1,
                                    1,
                                    NodeVersion.UNTOLD,
                                    3,
                                    Instant.EPOCH));
        }
    }

    @Test
    default void aSchemaFromANewerNodeIsRefused() throws SQLException {
        var database = database().fresh();
        database.open().close();
        database.run(
                "INSERT INTO flyway_schema_history SELECT 9999, '9999', 'later', type,"
                        + " 'V9999__later.sql', 1, installed_by, installed_on, 1, success"
                        + " FROM flyway_schema_history WHERE version = '1'");
        assertThatThrownBy(database::open)
                .isInstanceOf(StoreException.Rejected.class)
                .hasMessageContaining("version 9999")
                .hasMessageContaining("newer than this node knows");
    }

    @Test
    default void pausesOfBeforeThereWereRecordsAreCarriedOver() throws SQLException {
        var database = database().fresh();
        database.open().close();
        database.run(
                "DROP TABLE records",
                "DROP TABLE record_kinds",
                "CREATE TABLE pauses"
                        + " (group_id VARCHAR(64), since DECIMAL(19), reason VARCHAR(1000))",
                "INSERT INTO pauses VALUES ('one', 1000, 'a long  reason')",
                "INSERT INTO pauses VALUES ('other', 2000, NULL)");

        database.run(
                StatementsOf.script(database.opening().server(), "V4__records.sql")
                        .toArray(String[]::new));

        try (var store = database.open()) {
            assertThat(store.pauses().inForce())
                    .containsExactly(
                            new Pause(
                                    SampleGroups.ONE.id(),
                                    Instant.ofEpochSecond(1),
                                    Optional.of("a long  reason")),
                            new Pause(
                                    SampleGroups.OTHER.id(),
                                    Instant.ofEpochSecond(2),
                                    Optional.empty()));
            store.pauses().resume(SampleGroups.ONE.id());
            assertThat(store.pauses().inForce()).hasSize(1);
        }
    }
}
