package dev.belfry.store.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.cql.BatchStatement;
import dev.belfry.check.contract.Changes;
import dev.belfry.check.contract.MembershipContract;
import dev.belfry.check.contract.OneShard;
import dev.belfry.check.contract.OwnedShard;
import dev.belfry.check.contract.SampleGroups;
import dev.belfry.check.contract.TimerRequest;
import dev.belfry.core.mutation.CopyIn;
import dev.belfry.core.mutation.Settle;
import dev.belfry.core.store.Pause;
import dev.belfry.core.store.PositionRange;
import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.KeptTimer;
import dev.belfry.core.timer.Position;
import dev.belfry.core.timer.TimerState;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * What the store sends, and why: each rule with the behaviour of the server that makes it one, as
 * seen on a real server.
 */
@Tag("contract")
class ConditionalWritesTest {
    private static final Keyspace KEYSPACE = Keyspace.shared();

    private final Wiretap wiretap = new Wiretap(KEYSPACE.session());
    private CassandraTimerStore store;
    private OneShard shard;

    @BeforeEach
    void openOneShard() {
        KEYSPACE.emptyStore();
        store = wiretap.store();
        store.leases().openGroup(SampleGroups.ONE);
        shard = OneShard.claim(store);
    }

    @Test
    void everyWriteIsConditional() {
        wiretap.forget();
        liveThroughEverything();

        assertThat(wiretap.writes()).hasSizeGreaterThan(15);
        for (var write : wiretap.writes()) {
            var texts = Wiretap.texts(write);
            assertThat(texts.getFirst()).contains("\nIF ");
            assertThat(texts.stream().filter(text -> text.contains("IF "))).hasSize(1);
        }
    }

    /** One that comes from another database has a part of its time behind it. */
    @Test
    void aKeptTimerThatIsCopiedLivesForTheTimeThatIsLeft() {
        var timer = shard.schedule(TimerRequest.timer("a").create());
        shard.apply(Changes.delete("a"));
        var settled = Instant.now().minus(Duration.ofHours(9));
        var kept =
                new KeptTimer(
                        timer,
                        TimerState.FAILED,
                        settled.truncatedTo(ChronoUnit.MILLIS),
                        settled.plus(Duration.ofHours(10)).truncatedTo(ChronoUnit.MILLIS));

        shard.apply(new CopyIn(timer.key(), new Entry.Kept(kept)));

        var row =
                KEYSPACE.session()
                        .execute(
                                "SELECT TTL(attempts) FROM shards WHERE group_id = 'one' AND shard = 0 AND kind = 1")
                        .one();
        assertThat(Objects.requireNonNull(row).getInt(0)).isBetween(1, 3_601);
    }

    /** A plain write gets its time from a clock; one from a fast clock hides all that follow. */
    @Test
    void aPlainWriteFromAFastClockWouldHideLaterConditionalOnes() {
        var timer = shard.schedule(TimerRequest.timer("a").create());
        cql(
                """
                INSERT INTO shards (group_id, shard, kind, correlation, at, uuid, last_error)
                VALUES ('one', 0, 5, '', %d, 0x%s, 'ghost') USING TIMESTAMP %d
                """
                        .formatted(
                                timer.fireAt().toEpochMilli(),
                                timer.uuid().toString().replace("-", ""),
                                Long.MAX_VALUE - 1));

        shard.apply(Changes.delete("a"));

        assertThat(
                        cql(
                                "SELECT last_error FROM shards WHERE group_id = 'one' AND shard = 0 AND kind = 5"))
                .isEqualTo(1);
    }

    @Test
    void aBatchThatDeletesAndInsertsOnePlaceWouldLoseTheRow() {
        var delete = "DELETE FROM records WHERE kind = 'x' AND record_id = 'g';";
        var insert = "INSERT INTO records (kind, record_id, revision) VALUES ('x', 'g', 2);";

        for (var steps : List.of(delete + insert, insert + delete)) {
            cql(
                    """
                    BEGIN BATCH
                    INSERT INTO records (kind, record_id, revision) VALUES ('x', '%d', 1) IF NOT EXISTS;
                    %s
                    APPLY BATCH
                    """
                            .formatted(steps.indexOf("DELETE"), steps));
            assertThat(cql("SELECT * FROM records WHERE kind = 'x' AND record_id = 'g'")).isZero();
        }
    }

    @Test
    void noPlaceIsBothDeletedAndWrittenInOneBatch() {
        wiretap.forget();
        liveThroughEverything();

        var batches = wiretap.writes().stream().filter(BatchStatement.class::isInstance).toList();
        assertThat(batches).hasSizeGreaterThan(10);
        for (var batch : batches) {
            var places = Places.of((BatchStatement) batch);
            assertThat(Collections.disjoint(places.deleted(), places.written()))
                    .as("%s", places)
                    .isTrue();
        }
    }

    @Test
    void aFailedIfNotExistsWouldFailTheWholeBatch() {
        var there =
                "INSERT INTO records (kind, record_id, revision) VALUES ('y', 'there', 1) IF NOT EXISTS;";
        cql(there);

        cql(
                "BEGIN BATCH %s INSERT INTO records (kind, record_id, revision) VALUES ('y', 'new', 1); APPLY BATCH"
                        .formatted(there));

        assertThat(cql("SELECT * FROM records WHERE kind = 'y' AND record_id = 'new'")).isZero();
    }

    @Test
    void theFirstReadAfterAClaimIsSerial() {
        wiretap.forget();

        OneShard.claim(store);
        store.timers().page(shard.id(), PositionRange.from(Position.START), OwnedShard.NO_LIMIT);

        assertThat(wiretap.writes()).hasSize(1);
        assertThat(wiretap.reads())
                .extracting(read -> read.getConsistencyLevel())
                .containsExactly(Cql.QUORUM, Cql.SERIAL, Cql.QUORUM);
    }

    @Test
    void keptRowsHaveATimeToLiveAndARevivedTimerHasNone() {
        var kept =
                shard.apply(
                        Changes.gaveUp(
                                shard.schedule(TimerRequest.timer("a").create()),
                                TimerRequest.NOON));
        assertThat(kept.after()).isInstanceOf(Entry.Kept.class);
        assertThat(timesToLive()).hasSize(2).allMatch(seconds -> seconds.orElse(0) > 80_000);

        shard.apply(Changes.redrive("a"));

        assertThat(timesToLive()).hasSize(2).allMatch(Optional::isEmpty);
    }

    @Test
    void aKeptTimerGoesAwayByItself() throws InterruptedException {
        var timer = shard.schedule(TimerRequest.timer("a").create());
        var kept =
                new KeptTimer(
                        timer,
                        TimerState.REACHED,
                        TimerRequest.NOON,
                        TimerRequest.NOON.plusSeconds(1));
        shard.apply(new Settle(timer, new Entry.Kept(kept)));

        long end = System.nanoTime() + 30_000_000_000L;
        while (!(store.timers().find(shard.id(), timer.key()) instanceof Entry.Absent)) {
            assertThat(System.nanoTime()).isLessThan(end);
            Thread.sleep(50);
        }
        assertThat(shard.apply(TimerRequest.timer("a").create()).before())
                .isEqualTo(Entry.absent());
    }

    private List<Optional<Integer>> timesToLive() {
        return KEYSPACE
                .session()
                .execute(
                        "SELECT ttl(revision) AS seconds, kind FROM shards WHERE group_id = 'one' AND shard = 0")
                .all()
                .stream()
                .filter(row -> row.getByte("kind") != Tables.ANCHOR)
                .map(row -> Optional.ofNullable(row.get("seconds", Integer.class)))
                .toList();
    }

    /** Every kind of write there is, each at least once. */
    private void liveThroughEverything() {
        var first = shard.schedule(TimerRequest.timer("a").correlatedTo("trace").create());
        shard.apply(Changes.retried(first, "HTTP 500", first.fireAt().plusMillis(5)));
        shard.apply(Changes.withPayload("a", "2"));
        shard.apply(Changes.withCorrelation("a", Optional.empty()));
        var timer = shard.schedule(Changes.move("a", TimerRequest.NOON.plusSeconds(3)));
        shard.apply(Changes.gaveUp(timer, TimerRequest.NOON));
        timer = shard.schedule(Changes.redrive("a"));
        shard.apply(Changes.gaveUp(timer, TimerRequest.NOON));
        timer = shard.schedule(TimerRequest.timer("a").payload("3").put());
        shard.apply(Changes.reached(timer, TimerRequest.NOON));
        shard.apply(Changes.delete("a"));
        shard.apply(Changes.done(shard.schedule(TimerRequest.timer("b").create())));
        shard.storeMark();
        shard.release();
        store.pauses().pause(new Pause(SampleGroups.ONE.id(), TimerRequest.NOON, Optional.empty()));
        store.pauses()
                .pause(new Pause(SampleGroups.ONE.id(), TimerRequest.NOON, Optional.of("again")));
        store.pauses().resume(SampleGroups.ONE.id());
        store.nodes().join(MembershipContract.ANNA);
        store.nodes().join(MembershipContract.ANNA_REBORN);
        store.nodes().beat(MembershipContract.ANNA_REBORN, 1);
        store.nodes().leave(MembershipContract.ANNA_REBORN.incarnation());
        store.nodes().join(MembershipContract.BERT);
        store.nodes().evict(MembershipContract.BERT);
        store.leases().openGroup(SampleGroups.WIDE);
    }

    private static int cql(String text) {
        return KEYSPACE.session().execute(text).all().size();
    }
}
