package dev.belfry.check.contract;

import static dev.belfry.check.contract.Changes.RETENTION;
import static dev.belfry.check.contract.Changes.delete;
import static dev.belfry.check.contract.Changes.expire;
import static dev.belfry.check.contract.Changes.gaveUp;
import static dev.belfry.check.contract.Changes.reached;
import static dev.belfry.check.contract.Changes.redrive;
import static dev.belfry.check.contract.Changes.retried;
import static dev.belfry.check.contract.TimerRequest.NOON;
import static dev.belfry.check.contract.TimerRequest.timer;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.core.mutation.Decision;
import dev.belfry.core.mutation.Delete;
import dev.belfry.core.mutation.Precondition;
import dev.belfry.core.mutation.Settle;
import dev.belfry.core.mutation.Verdict;
import dev.belfry.core.store.CommitResult;
import dev.belfry.core.store.KeptQuery;
import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.KeptTimer;
import dev.belfry.core.timer.PastAttempt;
import dev.belfry.core.timer.Position;
import dev.belfry.core.timer.Timer;
import dev.belfry.core.timer.TimerKey;
import dev.belfry.core.timer.TimerState;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What timers came to: their attempts, their records, and who is told. */
public interface HistoryContract extends StoreUnderTest {
    private static PastAttempt attempt(int number, String error) {
        return new PastAttempt(
                NOON.plusSeconds(number),
                "node-" + number,
                500 + number,
                Duration.ofMillis(number),
                Optional.of(error));
    }

    private static Delete cancel(String id, Instant now) {
        var key = new TimerKey(SampleGroups.ONE.id(), id);
        return new Delete(key, Precondition.none(), RETENTION, now);
    }

    private static List<KeptTimer> kept(OwnedShard shard, TimerState state) {
        return shard.store()
                .lists()
                .kept(SampleGroups.ONE, new KeptQuery(state, Position.END, 1_000));
    }

    private static List<KeptTimer> correlated(OwnedShard shard, String correlationId) {
        return shard.store()
                .lists()
                .keptCorrelated(SampleGroups.ONE, correlationId, Position.END, 1_000);
    }

    @Test
    default void theLastAttemptsComeBackFromEveryView(OwnedShard shard) {
        var created = shard.schedule(timer("a").correlatedTo("trace").create());
        assertThat(created.attemptLog().attempts()).isEmpty();

        var once = shard.schedule(retried(created.tried(attempt(1, "no")), "no", NOON));
        var twice = shard.schedule(retried(once.tried(attempt(2, "ü €")), "ü €", NOON));

        assertThat(twice.attemptLog().attempts())
                .containsExactly(attempt(1, "no"), attempt(2, "ü €"));
        assertThat(shard.find("a")).isEqualTo(new Entry.Pending(twice));
        assertThat(shard.rows()).containsExactly(twice);
        assertThat(LookupContract.correlated(shard, "trace")).containsExactly(twice);
        var kept = shard.keep(gaveUp(twice.tried(attempt(3, "")), NOON.plusSeconds(3)));
        assertThat(kept.timer().attemptLog().attempts()).hasSize(3);
        assertThat(shard.find("a")).isEqualTo(new Entry.Kept(kept));
        assertThat(kept(shard, TimerState.FAILED)).containsExactly(kept);
    }

    @Test
    default void theLongestLogIsStored(OwnedShard shard) {
        var timer = shard.schedule(timer("a").create());
        var tried = timer;
        for (int n = 0; n < 20; n++) {
            tried = tried.tried(attempt(n, "\uD83D\uDD14".repeat(100)));
        }

        var after = shard.schedule(retried(tried, "no", NOON.plusSeconds(9)));

        assertThat(after.attemptLog()).isEqualTo(tried.attemptLog());
        assertThat(shard.find("a")).isEqualTo(new Entry.Pending(after));
        assertThat(shard.rows()).containsExactly(after);
    }

    @Test
    default void aCancelledTimerIsKeptAsARecord(OwnedShard shard) {
        var timer = shard.schedule(timer("a").create());

        var decision = shard.apply(cancel("a", NOON.plusMillis(7)));

        var record =
                new KeptTimer(
                        timer,
                        TimerState.CANCELLED,
                        NOON.plusMillis(7),
                        NOON.plusMillis(7).plus(RETENTION));
        assertThat(decision.verdict()).isEqualTo(Verdict.DELETED);
        assertThat(shard.find("a")).isEqualTo(new Entry.Kept(record));
        assertThat(shard.rows()).isEmpty();
        assertThat(kept(shard, TimerState.CANCELLED)).containsExactly(record);
        assertThat(kept(shard, TimerState.REACHED)).isEmpty();
        assertThat(kept(shard, TimerState.FAILED)).isEmpty();
        assertThat(LookupContract.count(shard, TimerState.CANCELLED, 10)).isOne();
        assertThat(shard.apply(cancel("a", NOON.plusSeconds(1))).verdict())
                .isEqualTo(Verdict.NOT_FOUND);
    }

    @Test
    default void aCancelledTimerGivesItsPlaceToANewOne(OwnedShard shard) {
        shard.apply(timer("a").correlatedTo("trace").create());
        shard.apply(cancel("a", NOON));

        var anew = shard.schedule(timer("a").correlatedTo("trace").create());

        assertThat(shard.find("a")).isEqualTo(new Entry.Pending(anew));
        assertThat(kept(shard, TimerState.CANCELLED)).isEmpty();
        assertThat(correlated(shard, "trace")).isEmpty();
    }

    @Test
    default void recordsOfCancelledTimersExpire(OwnedShard shard) {
        shard.apply(timer("a").create());
        var record = shard.keep(cancel("a", NOON));

        var expired = shard.store().timers().expired(shard.id(), record.keepUntil(), 10);
        assertThat(expired)
                .isEqualTo(removesExpiredByItself() ? List.of() : List.of(record.timer().key()));
        shard.apply(expire("a", record.keepUntil()));
        assertThat(shard.find("a")).isEqualTo(Entry.absent());
    }

    @Test
    default void keptTimersOfACorrelationIdComeInOneOrderWhateverTheirState(StoreFixture fixture) {
        var settled = settleMany(fixture);

        var lists = fixture.store().lists();
        assertThat(lists.keptCorrelated(SampleGroups.WIDE, "trace", Position.END, 100))
                .isEqualTo(settled);
        for (int limit : new int[] {1, 3, 7}) {
            var walked = new ArrayList<KeptTimer>();
            var before = Position.END;
            while (walked.size() < settled.size()) {
                var page = lists.keptCorrelated(SampleGroups.WIDE, "trace", before, limit);
                assertThat(page).hasSizeBetween(1, limit);
                walked.addAll(page);
                before = walked.getLast().position();
            }
            assertThat(walked).isEqualTo(settled);
            assertThat(lists.keptCorrelated(SampleGroups.WIDE, "trace", before, limit)).isEmpty();
        }
    }

    private static List<KeptTimer> settleMany(StoreFixture fixture) {
        var shards = fixture.ownAll(SampleGroups.WIDE);
        return IntStream.range(0, 20)
                .mapToObj(n -> settled(shards, n))
                .flatMap(Optional::stream)
                .sorted(Comparator.comparing(KeptTimer::position).reversed())
                .toList();
    }

    /** Every fifth has another correlation id. */
    private static Optional<KeptTimer> settled(List<OwnedShard> shards, int n) {
        var request =
                timer(SampleGroups.WIDE, "t-" + n).correlatedTo(n % 5 == 0 ? "other" : "trace");
        var shard = shards.get(SampleGroups.WIDE.shardOf(request.key()).index());
        var timer = shard.schedule(request.create());
        var at = NOON.plusMillis(n / 3);
        var kept =
                switch (n % 3) {
                    case 0 -> shard.keep(reached(timer, at));
                    case 1 -> shard.keep(gaveUp(timer, at));
                    default ->
                            shard.keep(new Delete(timer.key(), Precondition.none(), RETENTION, at));
                };
        return n % 5 == 0 ? Optional.empty() : Optional.of(kept);
    }

    @Test
    default void correlationIdsOfKeptTimersAreComparedExactly(OwnedShard shard) {
        var trace = shard.schedule(timer("a").correlatedTo("trace").create());
        var kept = shard.keep(reached(trace, NOON));
        for (var other : List.of("Trace", "trace ", "trac_", "trac%")) {
            var timer = shard.schedule(timer("id of " + other).correlatedTo(other).create());
            shard.keep(reached(timer, NOON));
        }
        shard.keep(reached(shard.schedule(timer("none").create()), NOON));

        assertThat(correlated(shard, "trace")).containsExactly(kept);
        assertThat(correlated(shard, "trac_")).hasSize(1);
        assertThat(correlated(shard, "tra")).isEmpty();
    }

    @Test
    default void keptTimersOfACorrelationIdAreNotSharedAcrossGroups(StoreFixture fixture) {
        var one = fixture.own(SampleGroups.ONE);
        var other = fixture.own(SampleGroups.OTHER);
        var here = one.schedule(timer(SampleGroups.ONE, "a").correlatedTo("trace").create());
        var there = other.schedule(timer(SampleGroups.OTHER, "b").correlatedTo("trace").create());
        var kept = one.keep(reached(here, NOON));
        other.keep(reached(there, NOON));

        assertThat(correlated(one, "trace")).containsExactly(kept);
    }

    @Test
    default void whatIsRedrivenOrDeletedIsNoLongerAmongTheKept(OwnedShard shard) {
        for (var id : List.of("a", "b")) {
            shard.keep(gaveUp(shard.schedule(timer(id).correlatedTo("trace").create()), NOON));
        }
        assertThat(correlated(shard, "trace")).hasSize(2);

        shard.schedule(redrive("a"));
        shard.apply(delete("b"));

        assertThat(correlated(shard, "trace")).isEmpty();
    }

    @Test
    default void whoIsToldOfAFailureIsScheduledByTheCommitThatGivesUp(OwnedShard shard) {
        var timer = shard.schedule(timer("a").create());
        var notice = timer("a-notice").at(NOON.plusSeconds(1)).create();
        var settle = gaveUp(timer, NOON).of(timer, Optional.of(notice));

        var result = (CommitResult.Committed) shard.attempt(settle);

        assertThat(result.followed()).hasSize(1);
        var followed = result.followed().getFirst();
        assertThat(followed.verdict()).isEqualTo(Verdict.CREATED);
        var told = followed.after().pending().orElseThrow();
        assertThat(shard.find("a-notice")).isEqualTo(new Entry.Pending(told));
        assertThat(shard.rows()).containsExactly(told);
        assertThat(kept(shard, TimerState.FAILED)).hasSize(1);
    }

    @Test
    default void nobodyIsToldByAStepThatIsSuperseded(OwnedShard shard) {
        var timer = shard.schedule(timer("a").create());
        var notice = timer("a-notice").create();
        Settle settle = gaveUp(timer, NOON).of(timer, Optional.of(notice));
        shard.apply(delete("a"));

        var result = (CommitResult.Committed) shard.attempt(settle);

        assertThat(result.decisions())
                .extracting(Decision::verdict)
                .containsExactly(Verdict.SUPERSEDED);
        assertThat(result.followed()).isEmpty();
        assertThat(shard.rows()).extracting(Timer::key).isEmpty();
    }
}
