package dev.belfry.http.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.core.mutation.Create;
import dev.belfry.core.mutation.Mutation;
import dev.belfry.core.mutation.Patch;
import dev.belfry.core.mutation.Precondition;
import dev.belfry.core.mutation.Settle;
import dev.belfry.core.mutation.Stamp;
import dev.belfry.core.mutation.TimerPatch;
import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.Incarnation;
import dev.belfry.core.shard.NodeId;
import dev.belfry.core.store.Claim;
import dev.belfry.core.store.ClaimResult;
import dev.belfry.core.store.CommitResult;
import dev.belfry.core.store.MemoryTimerStore;
import dev.belfry.core.store.ShardCommit;
import dev.belfry.core.timer.CallbackTarget;
import dev.belfry.core.timer.Digest;
import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.Instants;
import dev.belfry.core.timer.KeptTimer;
import dev.belfry.core.timer.Payload;
import dev.belfry.core.timer.RetryPolicy;
import dev.belfry.core.timer.Revision;
import dev.belfry.core.timer.Timer;
import dev.belfry.core.timer.TimerKey;
import dev.belfry.core.timer.TimerSpec;
import dev.belfry.core.timer.TimerState;
import dev.belfry.core.timer.TimerUuid;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Walks through a group while its timers move. */
class ExportPageTest {
    private static final Instant BEGUN = Instant.parse("2031-05-06T12:00:00Z");
    private static final Group GROUP = Group.of("g", 1);
    private static final int MANY = 2_500;

    private final MemoryTimerStore store = new MemoryTimerStore(() -> BEGUN);
    private final AtomicLong numbers = new AtomicLong(1);
    private ClaimResult.Claimed claimed;
    private long sequence;

    @BeforeEach
    void fill() {
        store.leases().openGroup(GROUP);
        var row = store.leases().shards(GROUP.id()).getFirst();
        claimed =
                (ClaimResult.Claimed)
                        store.leases()
                                .claim(
                                        List.of(
                                                Claim.of(
                                                        row,
                                                        new Incarnation(new NodeId("n"), 1),
                                                        1)))
                                .getFirst();
        for (int i = 0; i < MANY; i++) {
            apply(create("t" + i, BEGUN.plusSeconds(100 + i), before()));
        }
    }

    @AfterEach
    void close() {
        store.close();
    }

    private static Instant before() {
        return BEGUN.minusSeconds(3_600);
    }

    private Entry apply(Mutation mutation) {
        sequence++;
        var commit =
                new ShardCommit(
                        claimed.lease(), sequence, Instants.EARLIEST, false, List.of(mutation));
        var result = store.timers().commit(List.of(commit)).getFirst();
        return ((CommitResult.Committed) result).decisions().getFirst().after();
    }

    private Mutation create(String id, Instant at, Instant now) {
        var key = new TimerKey(GROUP.id(), id);
        var spec =
                new TimerSpec(
                        at,
                        CallbackTarget.of("http://h/"),
                        Payload.NULL,
                        RetryPolicy.DEFAULT,
                        Optional.empty(),
                        new Digest(1, 2));
        return new Create(key, TimerUuid.of(key), spec, stamp(now));
    }

    private Stamp stamp(Instant now) {
        return new Stamp(new Revision(numbers.getAndIncrement()), now);
    }

    private Mutation move(String id, Instant at, Instant now) {
        var patch =
                new TimerPatch(
                        Optional.of(at),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        new Digest(3, 4));
        return new Patch(new TimerKey(GROUP.id(), id), patch, Precondition.none(), stamp(now));
    }

    private Mutation fail(String id, Instant now) {
        var timer = store.timers().find(claimed.lease().shard(), new TimerKey(GROUP.id(), id));
        var pending = timer.pending().orElseThrow();
        var kept = new KeptTimer(pending, TimerState.FAILED, now, now.plus(Duration.ofDays(9)));
        return new Settle(pending, new Entry.Kept(kept));
    }

    /** All pages, with something done after each. */
    private List<String> exported(List<Runnable> meanwhile) {
        var ids = new ArrayList<String>();
        var next = Optional.of(ExportCursor.beginning(BEGUN));
        for (int page = 0; next.isPresent(); page++) {
            var at = ExportCursor.parse(next.get().text(), 1);
            assertThat(at).isEqualTo(next.get());
            var read = ExportPage.read(store, GROUP, at, Pages.ofTimersUpTo(1_000));
            read.entries().forEach(it -> ids.add(idOf(it)));
            next = read.next();
            if (page < meanwhile.size()) {
                meanwhile.get(page).run();
            }
        }
        return ids;
    }

    private static String idOf(Entry entry) {
        return entry instanceof Entry.Kept(var kept)
                ? kept.timer().key().id()
                : entry.pending().map(Timer::key).orElseThrow().id();
    }

    private static String[] all() {
        var ids = new String[MANY];
        for (int i = 0; i < MANY; i++) {
            ids[i] = "t" + i;
        }
        return ids;
    }

    @Test
    void eachTimerOfAQuietGroupIsExportedOnce() {
        assertThat(exported(List.of())).containsExactlyInAnyOrder(all());
    }

    @Test
    void aTimerThatMovesToWhereTheExportHasBeenIsNotMissed() {
        var now = BEGUN.plusSeconds(1);
        assertThat(exported(List.of(() -> apply(move("t2400", BEGUN.plusSeconds(50), now)))))
                .contains(all());
    }

    @Test
    void aTimerThatFailsBeforeOrAfterTheKeptOnesAreReadIsNotMissed() {
        var now = BEGUN.plusSeconds(1);
        assertThat(
                        exported(
                                List.of(
                                        () -> apply(fail("t2400", now)),
                                        () -> apply(fail("t2401", now)),
                                        () -> apply(fail("t2402", now)),
                                        () -> {
                                            apply(move("t2403", BEGUN.plusSeconds(50), now));
                                            apply(fail("t2403", now));
                                        })))
                .contains(all());
    }

    @Test
    void whatIsMadeMeanwhileIsLeftOutSoThatNoIdComesWithTwoTimers() {
        var late = BEGUN.plusSeconds(60);
        assertThat(exported(List.of(() -> apply(create("new", BEGUN.plusSeconds(5_000), late)))))
                .containsExactlyInAnyOrder(all());
    }
}
