package dev.belfry.store.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchType;
import com.datastax.oss.driver.api.core.cql.BatchableStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import dev.belfry.check.contract.Changes;
import dev.belfry.check.contract.OneShard;
import dev.belfry.check.contract.SampleGroups;
import dev.belfry.check.contract.TimerRequest;
import dev.belfry.core.store.KeptQuery;
import dev.belfry.core.store.PageLimit;
import dev.belfry.core.store.PositionRange;
import dev.belfry.core.timer.Position;
import dev.belfry.core.timer.Timer;
import dev.belfry.core.timer.TimerState;
import dev.belfry.core.timer.TimerUuid;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** More tombstones in the way of a read than the server is willing to wade through. */
@Tag("contract")
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class ManyTombstonesTest {
    private static final Keyspace KEYSPACE = Keyspace.shared();

    /** More than its {@code tombstone_failure_threshold}, which is 100,000 unless set otherwise. */
    private static final int TOMBSTONES = 120_000;

    private static final int PER_BATCH = 2_000;

    private CassandraTimerStore store;
    private OneShard shard;

    @BeforeEach
    void openOneShard() {
        store = KEYSPACE.emptyStore();
        store.leases().openGroup(SampleGroups.ONE);
        shard = OneShard.claim(store);
    }

    /** As after very many timers of one day were deleted ahead of their time. */
    @Test
    void timersBehindManyDeletedOnesAreFound() {
        var before = shard.schedule(TimerRequest.timer("before").create());
        var tomorrow = TimerRequest.NOON.plus(Duration.ofDays(1));
        var behind = shard.schedule(TimerRequest.timer("behind").at(tomorrow).create());
        deleteMany(Tables.PENDING, TimerRequest.NOON);

        assertThat(pages()).containsExactly(before, behind);
        assertThat(store.lists().browse(SampleGroups.ONE, PositionRange.from(Position.START), 10))
                .containsExactly(before, behind);
        assertThat(
                        store.lists()
                                .counts(SampleGroups.ONE.shards(), TimerState.SCHEDULED, 10)
                                .getFirst()
                                .timers())
                .isEqualTo(2);
    }

    /** As after very many kept timers have expired. */
    @Test
    void keptTimersAreFoundInFrontOfManyExpiredOnes() {
        var timer = shard.schedule(TimerRequest.timer("a").create());
        var kept = shard.apply(Changes.gaveUp(timer, TimerRequest.NOON)).after();
        deleteMany(Tables.FAILED, TimerRequest.NOON.minus(Duration.ofDays(1)));

        assertThat(
                        store.lists()
                                .kept(
                                        SampleGroups.ONE,
                                        new KeptQuery(TimerState.FAILED, Position.END, 10)))
                .map(found -> found.timer().key().id())
                .containsExactly("a");
        assertThat(kept.pending()).isEmpty();
        assertThat(
                        store.lists()
                                .counts(SampleGroups.ONE.shards(), TimerState.FAILED, 10)
                                .getFirst()
                                .timers())
                .isEqualTo(1);
    }

    /** A page may end early, and must get on. */
    private List<Timer> pages() {
        var found = new ArrayList<Timer>();
        var from = Position.startOf(TimerRequest.NOON);
        while (!from.equals(Position.END)) {
            var page =
                    store.timers()
                            .page(
                                    shard.id(),
                                    PositionRange.from(from),
                                    new PageLimit(100, 1 << 20));
            assertThat(page.knownUntil()).isGreaterThan(from);
            found.addAll(page.timers());
            from = page.knownUntil();
        }
        return found;
    }

    /** What deletes leave behind, without the timers that cost the most of the time. */
    private static void deleteMany(byte kind, Instant start) {
        var delete =
                KEYSPACE.session()
                        .prepare(
                                """
                                DELETE FROM shards
                                WHERE group_id = 'one' AND shard = 0
                                    AND kind = ? AND correlation = '' AND at = ? AND uuid = ?
                                """);
        for (int from = 0; from < TOMBSTONES; from += PER_BATCH) {
            KEYSPACE.session().execute(batch(delete, from, kind, start));
        }
    }

    private static BatchStatement batch(
            PreparedStatement delete, int from, byte kind, Instant start) {
        return BatchStatement.newInstance(
                BatchType.UNLOGGED,
                IntStream.range(from, from + PER_BATCH)
                        .<BatchableStatement<?>>mapToObj(
                                n -> delete.bind(kind, at(start, n), Positions.uuid(uuid(n))))
                        .toList());
    }

    /** Spread over a day. */
    private static long at(Instant start, int n) {
        return start.plus(Duration.ofDays(1).multipliedBy(n).dividedBy(TOMBSTONES)).toEpochMilli();
    }

    private static TimerUuid uuid(int n) {
        return TimerUuid.of(TimerRequest.timer("deleted-" + n).key());
    }
}
