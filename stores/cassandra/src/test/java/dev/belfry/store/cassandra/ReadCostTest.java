package dev.belfry.store.cassandra;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.check.contract.Changes;
import dev.belfry.check.contract.OneShard;
import dev.belfry.check.contract.SampleGroups;
import dev.belfry.check.contract.TimerRequest;
import dev.belfry.core.mutation.Create;
import dev.belfry.core.store.PageLimit;
import dev.belfry.core.store.PositionRange;
import dev.belfry.core.timer.Position;
import dev.belfry.core.timer.TimerState;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What the server has to wade through, told by itself: tombstones of timers that have fired. */
@Tag("contract")
class ReadCostTest {
    private static final Keyspace KEYSPACE = Keyspace.shared();
    private static final int FIRED = 3_000;
    private static final int PER_COMMIT = 500;

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
    void aPageOfNewTimersHasNoTombstones() {
        shard.commit(creates("t", 0, 100));

        assertThat(wiretap.tombstonesScannedBy(() -> pageFrom(Position.START))).isZero();
    }

    @Test
    void afterManyTimersHaveFiredAPageFromTheMarkScansNoneOfThem() {
        fireMany();

        assertThat(wiretap.tombstonesScannedBy(() -> pageFrom(Position.START)))
                .isGreaterThanOrEqualTo(FIRED);
        assertThat(wiretap.tombstonesScannedBy(() -> pageFrom(mark()))).isLessThan(5);
    }

    @Test
    void afterManyTimersHaveFiredACommitScansNoneOfThem() {
        fireMany();

        assertThat(wiretap.tombstonesScannedBy(() -> shard.apply(TimerRequest.timer("x").create())))
                .isLessThan(5);
    }

    @Test
    void inAShardWhereAllHaveFiredAFencedRoundScansNoneOfThem() {
        fireAll();

        assertThat(wiretap.tombstonesScannedBy(() -> shard.commit(List.of()))).isLessThan(5);
        assertThat(
                        wiretap.tombstonesScannedBy(
                                () -> {
                                    shard.mark(TimerRequest.NOON.plusMillis(FIRED + 1));
                                    shard.storeMark();
                                }))
                .isLessThan(5);
        assertThat(wiretap.tombstonesScannedBy(() -> shard.apply(TimerRequest.timer("x").create())))
                .isLessThan(5);
    }

    /** Why there is an anchor: a condition on static columns reads the first living row. */
    @Test
    void withoutTheAnchorACommitWouldScanAllOfThem() {
        fireAll();
        KEYSPACE.session()
                .execute(
                        """
                        DELETE FROM shards
                        WHERE group_id = 'one' AND shard = 0
                            AND kind = 0 AND correlation = '' AND at = 0 AND uuid = 0x
                        IF EXISTS
                        """);

        assertThat(wiretap.tombstonesScannedBy(() -> shard.apply(TimerRequest.timer("x").create())))
                .isGreaterThanOrEqualTo(FIRED);
    }

    @Test
    void afterManyTimersHaveFiredTheNextOwnerScansNoneOfThem() {
        fireMany();

        assertThat(
                        wiretap.tombstonesScannedBy(
                                () -> {
                                    shard = OneShard.claim(store);
                                    pageFrom(mark());
                                }))
                .isLessThan(5);
    }

    @Test
    void afterManyTimersHaveFiredPeopleScanNoneOfThem() {
        fireMany();
        var all = PositionRange.from(Position.START);

        assertThat(
                        wiretap.tombstonesScannedBy(
                                () -> store.lists().browse(SampleGroups.ONE, all, 10)))
                .isLessThan(5);
        assertThat(
                        wiretap.tombstonesScannedBy(
                                () ->
                                        store.lists()
                                                .counts(
                                                        SampleGroups.ONE.shards(),
                                                        TimerState.SCHEDULED,
                                                        1_000)))
                .isLessThan(5);
        assertThat(
                        wiretap.tombstonesScannedBy(
                                () ->
                                        store.timers()
                                                .find(shard.id(), TimerRequest.timer("t-1").key())))
                .isLessThan(5);
    }

    private void fireMany() {
        fireAll();
        shard.commit(creates("later", FIRED, FIRED + 10));
    }

    private void fireAll() {
        for (int from = 0; from < FIRED; from += PER_COMMIT) {
            var decisions = shard.commit(creates("t", from, from + PER_COMMIT));
            shard.commit(
                    decisions.stream()
                            .map(decision -> Changes.done(decision.after().pending().orElseThrow()))
                            .toList());
        }
        shard.mark(TimerRequest.NOON.plusMillis(FIRED));
        shard.storeMark();
        CassandraServer.single().flush(KEYSPACE.name());
    }

    private static List<Create> creates(String prefix, int from, int until) {
        return IntStream.range(from, until)
                .mapToObj(
                        n ->
                                TimerRequest.timer(prefix + "-" + n)
                                        .at(TimerRequest.NOON.plusMillis(n))
                                        .create())
                .toList();
    }

    private Position mark() {
        return Position.startOf(store.leases().shards(SampleGroups.ONE.id()).getFirst().mark());
    }

    private void pageFrom(Position from) {
        var page =
                store.timers()
                        .page(shard.id(), PositionRange.from(from), new PageLimit(100, 1 << 20));
        assertThat(page.timers()).isNotEmpty();
    }
}
