package dev.belfry.store.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Row;
import dev.belfry.core.shard.Group;
import dev.belfry.core.store.NodeRow;
import dev.belfry.core.store.NodeVersion;
import dev.belfry.core.store.StoreException;
import dev.belfry.core.store.TimerStore;
import dev.belfry.core.timer.GroupId;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** From a URL to a store: what is made, what is remembered, what is refused. */
@Tag("contract")
class CassandraOpeningTest {
    private final String url = CassandraServer.single().newUrl();

    @AfterEach
    void drop() {
        CassandraServer.drop(url);
    }

    @Test
    void theKeyspaceAndItsTablesAreMadeAtTheFirstOpening() {
        try (var store = open(url)) {
            assertThat(store.pauses().inForce()).isEmpty();
        }
        try (var store = open(url)) {
            assertThat(store.nodes().members().nodes()).isEmpty();
        }
    }

    /** Such a decision needs all data centres, one of which may be away when a node starts. */
    @Test
    void aLaterOpeningDecidesNothingAmongAllDataCentres() {
        open(url).close();
        try (var session = CassandraServer.session(url)) {
            var decided = decisions(session);
            assertThat(decided).isNotEmpty();

            open(url).close();

            assertThat(decisions(session)).isEqualTo(decided);
        }
    }

    /** What the server remembers of conditional writes to the table of settings. */
    private static List<String> decisions(CqlSession session) {
        var settings =
                session.getMetadata()
                        .getKeyspace(session.getKeyspace().orElseThrow())
                        .orElseThrow()
                        .getTable("settings")
                        .orElseThrow()
                        .getId()
                        .orElseThrow();
        return session.execute("SELECT * FROM system.paxos").all().stream()
                .filter(row -> settings.equals(row.getUuid("cf_id")))
                .map(Row::getFormattedContents)
                .sorted()
                .toList();
    }

    @Test
    void nodesThatOpenANewStoreAtTheSameTimeDoNotCollide()
            throws ExecutionException, InterruptedException {
        Callable<TimerStore> opening = () -> open(url);
        try (var threads = Executors.newFixedThreadPool(3)) {
            for (var opened : threads.invokeAll(Collections.nCopies(3, opening))) {
                try (var store = opened.get()) {
                    store.leases().openGroup(Group.of("one", 1));
                    assertThat(store.leases().shards(new GroupId("one"))).hasSize(1);
                }
            }
        }
    }

    @Test
    void tablesOfBeforeGetTheColumnsThatWereAddedAndNodesOfBeforeAreMembers() {
        open(url).close();
        try (var session = CassandraServer.session(url)) {
            session.execute("ALTER TABLE nodes DROP (software, protocol)");
            session.execute(
                    "INSERT INTO nodes (scope, node_id, life, address, group_ids, weight,"
                            + " placement_version, beat, clock)"
                            + " VALUES ('all', 'old', 7, 'http://old', '', 1, 1, 3, 0)");
        }

        try (var store = open(url)) {
            assertThat(store.nodes().members().nodes())
                    .singleElement()
                    .extracting(NodeRow::version)
                    .isEqualTo(NodeVersion.UNTOLD);
        }
    }

    @Test
    void aColumnThatWasAddedLaterThanOthersIsAddedToo() {
        open(url).close();
        try (var session = CassandraServer.session(url)) {
            session.execute("ALTER TABLE shards DROP attempt_log");
        }

        try (var store = open(url)) {
            store.leases().openGroup(Group.of("one", 1));
            assertThat(store.leases().shards(new GroupId("one"))).hasSize(1);
        }
    }

    /** The server of the tests has one member, and writes its log when it likes. */
    @Test
    void whatMayLoseAcknowledgedChangesIsSaidByItsSetting() {
        try (var store = open(url)) {
            assertThat(store.weakness())
                    .hasValueSatisfying(
                            it ->
                                    assertThat(it)
                                            .contains("commitlog_sync is periodic on 127.0.0.1")
                                            .contains("replication is 1"));
        }
    }

    @Test
    void aNewerSchemaIsRefused() {
        try (var session = CassandraServer.session(url)) {
            session.execute(
                    "UPDATE settings SET value = '2' WHERE name = 'schema_version' IF EXISTS");
        }

        assertThatThrownBy(() -> open(url))
                .isInstanceOf(StoreException.Rejected.class)
                .hasMessageContaining("version 2")
                .hasMessageContaining("newer");
    }

    @Test
    void anotherDataCentreThanTheFirstIsRefused() {
        try (var session = CassandraServer.session(url)) {
            session.execute(
                    "UPDATE settings SET value = 'elsewhere' WHERE name = 'data_center' IF EXISTS");
        }

        assertThatThrownBy(() -> open(url))
                .isInstanceOf(StoreException.Rejected.class)
                .hasMessageContaining("dc=elsewhere");
    }

    @Test
    void aDataCentreThatIsNotThereIsRefused() {
        assertThatThrownBy(() -> open(url.replace("dc=datacenter1", "dc=nowhere")))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("nowhere");
    }

    @Test
    void moreReplicasThanNodesAreRefusedWithWhatToSay() {
        assertThatThrownBy(() -> open(url.replace("replication=1", "replication=3")))
                .isInstanceOf(StoreException.Rejected.class)
                .hasMessageContaining("replication=1");
    }

    @Test
    void aServerThatIsNotThereIsUnavailable() {
        assertThatThrownBy(() -> open("cassandra://127.0.0.1:9/k?dc=datacenter1"))
                .isInstanceOf(StoreException.Unavailable.class);
        assertThatThrownBy(() -> open("cassandra://no-such-host.invalid/k?dc=datacenter1"))
                .isInstanceOf(StoreException.Unavailable.class)
                .hasMessageContaining("no-such-host.invalid");
    }

    @Test
    void aRetentionThatNoRowCanHaveIsRefused() {
        var group = new Group(new GroupId("long"), 1, Duration.ofDays(4_000), Duration.ofDays(30));
        try (var store = open(url)) {
            assertThatThrownBy(() -> store.leases().openGroup(group))
                    .isInstanceOf(StoreException.Rejected.class)
                    .hasMessageContaining("4000 days");
        }
    }

    @Test
    void aClosedStoreIsUnavailable() {
        var store = open(url);
        store.close();

        assertThatThrownBy(store.pauses()::inForce).isInstanceOf(StoreException.Unavailable.class);
        assertThatThrownBy(() -> store.pauses().resume(new GroupId("one")))
                .isInstanceOf(StoreException.Unavailable.class);
    }

    private static TimerStore open(String url) {
        return new CassandraStoreProvider().open(url);
    }
}
