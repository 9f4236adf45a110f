package dev.belfry.check.contract;

import static dev.belfry.check.contract.Changes.RETENTION;
import static dev.belfry.check.contract.Changes.delete;
import static dev.belfry.check.contract.TimerRequest.NOON;
import static dev.belfry.check.contract.TimerRequest.timer;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.core.mutation.Create;
import dev.belfry.core.mutation.Decision;
import dev.belfry.core.mutation.Expire;
import dev.belfry.core.mutation.RedriveRun;
import dev.belfry.core.mutation.Settle;
import dev.belfry.core.mutation.Verdict;
import dev.belfry.core.schedule.CatchUp;
import dev.belfry.core.schedule.OnFailure;
import dev.belfry.core.schedule.Recurrence;
import dev.belfry.core.schedule.Rule;
import dev.belfry.core.schedule.TimerSchedule;
import dev.belfry.core.store.CommitResult;
import dev.belfry.core.store.KeptQuery;
import dev.belfry.core.store.PageLimit;
import dev.belfry.core.store.PositionRange;
import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.KeptTimer;
import dev.belfry.core.timer.Position;
import dev.belfry.core.timer.Timer;
import dev.belfry.core.timer.TimerKey;
import dev.belfry.core.timer.TimerState;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Schedules are kept with their timers, and single runs come and go in the commit of the timer. */
public interface ScheduleContract extends StoreUnderTest {
    TimerSchedule NIGHTLY =
            new TimerSchedule(
                    new Rule.Cron("0 3 ? * MON-FRI", ZoneId.of("America/Argentina/Buenos_Aires")),
                    Optional.of(NOON.minusSeconds(86_400)),
                    Optional.of(NOON.plusSeconds(86_400_000)),
                    500,
                    CatchUp.NONE,
                    Duration.ofSeconds(90),
                    OnFailure.PAUSE);

    TimerSchedule EVERY = TimerSchedule.of(new Rule.Every(Duration.ofMinutes(5), NOON));

    private static Timer scheduled(OwnedShard shard, String id, TimerSchedule schedule) {
        var request = timer(id);
        var place = Recurrence.first(schedule, NOON.minusMillis(1)).orElseThrow();
        var at = place.executeAt(request.uuid().low());
        var spec = request.spec().executeAt(at).recurrence(place);
        var created = shard.apply(new Create(request.key(), request.uuid(), spec, Stamps.next()));
        assertThat(created.verdict()).isEqualTo(Verdict.CREATED);
        return created.after().pending().orElseThrow();
    }

    private static Settle failed(Timer timer, Instant now) {
        var place = timer.recurrence().orElseThrow();
        var failed = timer.failed("HTTP 410", timer.fireAt(), now);
        var kept = new KeptTimer(failed.alone(place), TimerState.FAILED, now, now.plus(RETENTION));
        var next = place.failedRun().next(now, timer.uuid().low()).orElseThrow();
        var after = timer.nextRun(next, timer.nextGeneration(), now);
        return new Settle(timer, new Entry.Pending(after), Optional.of(kept));
    }

    private static Timer failRun(OwnedShard shard, Timer timer) {
        var decision = shard.apply(failed(timer, timer.fireAt().plusSeconds(1)));
        assertThat(decision.verdict()).isEqualTo(Verdict.SETTLED);
        return decision.after().pending().orElseThrow();
    }

    private static Entry found(OwnedShard shard, TimerKey key) {
        return shard.store().timers().find(shard.id(), key);
    }

    @Test
    default void aScheduleComesBackFromEveryView(OwnedShard shard) {
        for (var schedule : List.of(NIGHTLY, EVERY)) {
            var id = "every-" + schedule.count();
            var timer = scheduled(shard, id, schedule);
            assertThat(found(shard, timer.key())).isEqualTo(new Entry.Pending(timer));
            var page =
                    shard.store()
                            .timers()
                            .page(
                                    shard.id(),
                                    new PositionRange(Position.START, Position.END),
                                    new PageLimit(10, 1_000_000));
            assertThat(page.timers()).contains(timer);
        }
    }

    @Test
    default void theNextRunTakesThePlaceOfTheOneThatIsSettled(OwnedShard shard) {
        var timer = scheduled(shard, "a", EVERY);
        var next = timer.recurrence().orElseThrow().next(NOON, timer.uuid().low()).orElseThrow();
        var after = timer.nextRun(next, timer.nextGeneration(), NOON);

        shard.apply(new Settle(timer, new Entry.Pending(after)));

        assertThat(found(shard, timer.key())).isEqualTo(new Entry.Pending(after));
        assertThat(after.revision()).isEqualTo(timer.revision());
        assertThat(shard.apply(new Settle(timer, Entry.absent())).verdict())
                .isEqualTo(Verdict.SUPERSEDED);
    }

    @Test
    default void aRunThatFailsIsKeptByTheCommitThatGoesOnToTheNext(OwnedShard shard) {
        var timer = scheduled(shard, "a", EVERY);

        var settle = failed(timer, NOON.plusSeconds(1));
        var next = failRun(shard, timer);

        var run = settle.failedRun().orElseThrow();
        assertThat(found(shard, timer.key())).isEqualTo(new Entry.Pending(next));
        assertThat(found(shard, timer.key().ofRun(NOON))).isEqualTo(new Entry.Kept(run));
        assertThat(
                        shard.store()
                                .lists()
                                .kept(
                                        SampleGroups.ONE,
                                        new KeptQuery(TimerState.FAILED, Position.END, 10)))
                .containsExactly(run);
    }

    @Test
    default void aStepThatIsSupersededKeepsNoRun(OwnedShard shard) {
        var timer = scheduled(shard, "a", EVERY);
        var settle = failed(timer, NOON.plusSeconds(1));
        shard.apply(delete("a"));

        assertThat(shard.apply(settle).verdict()).isEqualTo(Verdict.SUPERSEDED);
        assertThat(found(shard, settle.failedRun().orElseThrow().timer().key()))
                .isEqualTo(Entry.absent());
    }

    @Test
    default void aDeleteTakesTheKeptRunsWithIt(OwnedShard shard) {
        var timer = scheduled(shard, "a", EVERY);
        var other = scheduled(shard, "b", EVERY);
        var key = timer.key();
        timer = failRun(shard, failRun(shard, timer));
        failRun(shard, other);
        var runs = timer.recurrence().orElseThrow().failed();
        assertThat(runs).hasSize(2);

        assertThat(shard.apply(delete("a")).verdict()).isEqualTo(Verdict.DELETED);

        for (var run : runs) {
            assertThat(found(shard, key.ofRun(run))).isEqualTo(Entry.absent());
        }
        assertThat(found(shard, other.key().ofRun(runs.getFirst()))).isInstanceOf(Entry.Kept.class);
    }

    @Test
    default void theOldestKeptRunMakesRoom(OwnedShard shard) {
        var timer = scheduled(shard, "a", EVERY);
        var first = timer.key().ofRun(timer.recurrence().orElseThrow().scheduledFor());
        for (int i = 0; i < Recurrence.MAX_FAILED; i++) {
            timer = failRun(shard, timer);
        }
        assertThat(found(shard, first)).isInstanceOf(Entry.Kept.class);

        timer = failRun(shard, timer);

        assertThat(found(shard, first)).isEqualTo(Entry.absent());
        assertThat(timer.recurrence().orElseThrow().failed()).hasSize(Recurrence.MAX_FAILED);
    }

    @Test
    default void keptRunsExpireEachByItself(OwnedShard shard) {
        var timer = failRun(shard, failRun(shard, scheduled(shard, "a", EVERY)));
        var runs =
                timer.recurrence().orElseThrow().failed().stream().map(timer.key()::ofRun).toList();
        var end = NOON.plus(RETENTION).plusSeconds(3_600);

        var expired = shard.store().timers().expired(shard.id(), end, 10);

        assertThat(expired).isEqualTo(removesExpiredByItself() ? List.of() : runs);
        for (var run : expired) {
            assertThat(shard.apply(new Expire(run, end)).verdict()).isEqualTo(Verdict.EXPIRED);
            assertThat(found(shard, run)).isEqualTo(Entry.absent());
        }
        assertThat(found(shard, timer.key())).isEqualTo(new Entry.Pending(timer));
    }

    private static Decision redrive(OwnedShard shard, Timer timer, Instant run) {
        var former = timer.recurrence().orElseThrow().redriven();
        var redrive = new RedriveRun(timer.key(), run, former, Stamps.next());
        var committed = (CommitResult.Committed) shard.attempt(redrive);
        return redrive.told(committed.decisions().getFirst(), committed.followed());
    }

    private static Timer pending(OwnedShard shard, TimerKey key) {
        return found(shard, key).pending().orElseThrow();
    }

    @Test
    default void aRunIsRedrivenBesideItsSchedule(OwnedShard shard) {
        var timer = failRun(shard, scheduled(shard, "a", EVERY));

        var redriven = redrive(shard, timer, NOON);

        assertThat(redriven.verdict()).isEqualTo(Verdict.REDRIVEN);
        var run = redriven.after().pending().orElseThrow();
        assertThat(run.key()).isEqualTo(timer.key().ofRun(NOON));
        assertThat(run.attempts()).isZero();
        assertThat(pending(shard, run.key())).isEqualTo(run);
        var after = pending(shard, timer.key());
        assertThat(after.position()).isEqualTo(timer.position());
        assertThat(after.generation()).isEqualTo(timer.generation());
        assertThat(after.recurrence().orElseThrow().runsBeside()).containsExactly(NOON);
        var page =
                shard.store()
                        .timers()
                        .page(
                                shard.id(),
                                new PositionRange(Position.START, Position.END),
                                new PageLimit(10, 1_000_000));
        assertThat(page.timers()).containsExactlyInAnyOrder(run, after);
    }

    @Test
    default void aRedrivenRunIsSettledByItselfAndMayFailAgain(OwnedShard shard) {
        var timer = failRun(shard, scheduled(shard, "a", EVERY));
        var run = redrive(shard, timer, NOON).after().pending().orElseThrow();
        var now = run.fireAt().plusSeconds(1);
        var kept = new KeptTimer(run, TimerState.FAILED, now, now.plus(RETENTION));

        assertThat(shard.apply(new Settle(run, new Entry.Kept(kept))).verdict())
                .isEqualTo(Verdict.SETTLED);
        assertThat(found(shard, run.key())).isEqualTo(new Entry.Kept(kept));

        var again = redrive(shard, pending(shard, timer.key()), NOON).after().pending();
        assertThat(shard.apply(new Settle(again.orElseThrow(), Entry.absent())).verdict())
                .isEqualTo(Verdict.SETTLED);
        assertThat(found(shard, run.key())).isEqualTo(Entry.absent());
        assertThat(redrive(shard, pending(shard, timer.key()), NOON).verdict())
                .isEqualTo(Verdict.NOT_FOUND);
    }

    @Test
    default void whoeverDoesNotKnowTheRedrivenRunStartsNoOther(OwnedShard shard) {
        var timer = failRun(shard, failRun(shard, scheduled(shard, "a", EVERY)));
        var runs = timer.recurrence().orElseThrow().failed();
        redrive(shard, timer, runs.getFirst());

        assertThat(redrive(shard, timer, runs.getLast()).verdict()).isEqualTo(Verdict.RUN_REDRIVEN);

        assertThat(found(shard, timer.key().ofRun(runs.getLast()))).isInstanceOf(Entry.Kept.class);
    }

    @Test
    default void aDeleteTakesTheRedrivenRunWithIt(OwnedShard shard) {
        var timer = failRun(shard, scheduled(shard, "a", EVERY));
        redrive(shard, timer, NOON);
        for (int i = 0; i < Recurrence.MAX_FAILED; i++) {
            failRun(shard, pending(shard, timer.key()));
        }
        assertThat(found(shard, timer.key().ofRun(NOON))).isInstanceOf(Entry.Pending.class);

        assertThat(shard.apply(delete("a")).verdict()).isEqualTo(Verdict.DELETED);

        assertThat(found(shard, timer.key().ofRun(NOON))).isEqualTo(Entry.absent());
    }

    @Test
    default void aRunWhoseScheduleHasEndedIsRedrivenByItself(OwnedShard shard) {
        var timer = failRun(shard, scheduled(shard, "a", EVERY));
        shard.apply(new Settle(timer, Entry.absent()));

        var redriven = redrive(shard, timer, NOON);

        assertThat(redriven.verdict()).isEqualTo(Verdict.REDRIVEN);
        assertThat(found(shard, timer.key())).isEqualTo(Entry.absent());
        assertThat(found(shard, timer.key().ofRun(NOON))).isEqualTo(redriven.after());
    }

    @Test
    default void aKeptRunCanBeDeletedAlone(OwnedShard shard) {
        var timer = failRun(shard, scheduled(shard, "a", EVERY));
        var run = timer.key().ofRun(timer.recurrence().orElseThrow().failed().getFirst());

        assertThat(shard.apply(delete(run)).verdict()).isEqualTo(Verdict.DELETED);

        assertThat(found(shard, run)).isEqualTo(Entry.absent());
        assertThat(found(shard, timer.key())).isEqualTo(new Entry.Pending(timer));
    }
}
