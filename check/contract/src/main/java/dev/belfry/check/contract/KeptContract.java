package dev.belfry.check.contract;

import static dev.belfry.check.contract.Changes.RETENTION;
import static dev.belfry.check.contract.Changes.expire;
import static dev.belfry.check.contract.Changes.gaveUp;
import static dev.belfry.check.contract.Changes.reached;
import static dev.belfry.check.contract.Changes.redrive;
import static dev.belfry.check.contract.TimerRequest.NOON;
import static dev.belfry.check.contract.TimerRequest.timer;
import static dev.belfry.core.mutation.Verdict.EXPIRED;
import static dev.belfry.core.mutation.Verdict.SUPERSEDED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.core.store.KeptQuery;
import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.KeptTimer;
import dev.belfry.core.timer.Position;
import dev.belfry.core.timer.TimerKey;
import dev.belfry.core.timer.TimerState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Timers that are settled and kept: history with an end. */
public interface KeptContract extends StoreUnderTest {
    @Test
    default void aReachedTimerIsKeptInPlaceOfThePendingOne(OwnedShard shard) {
        var kept = shard.keep(reached(shard.schedule(timer("a").create()), NOON.plusMillis(7)));

        assertThat(kept.settledAt()).isEqualTo(NOON.plusMillis(7));
        assertThat(shard.find("a")).isEqualTo(new Entry.Kept(kept));
        assertThat(kept(shard, TimerState.REACHED)).containsExactly(kept);
        assertThat(kept(shard, TimerState.FAILED)).isEmpty();
        assertThat(shard.rows()).isEmpty();
    }

    @Test
    default void aFailedTimerIsKeptWithItsAttemptsAndItsError(OwnedShard shard) {
        var kept = shard.keep(gaveUp(shard.schedule(timer("a").create()), NOON.plusMillis(7)));

        assertThat(kept.timer().attempts()).isOne();
        assertThat(kept.timer().lastError()).isPresent();
        assertThat(shard.find("a")).isEqualTo(new Entry.Kept(kept));
        assertThat(kept(shard, TimerState.FAILED)).containsExactly(kept);
        assertThat(kept(shard, TimerState.REACHED)).isEmpty();
    }

    @Test
    default void aTimerSettledInSeveralGenerationsIsKeptOnce(OwnedShard shard) {
        shard.keep(gaveUp(shard.schedule(timer("a").create()), NOON));
        shard.keep(gaveUp(shard.schedule(redrive("a")), NOON.plusSeconds(1)));

        var last = shard.keep(reached(shard.schedule(redrive("a")), NOON.plusSeconds(2)));

        assertThat(kept(shard, TimerState.REACHED)).containsExactly(last);
        assertThat(kept(shard, TimerState.FAILED)).isEmpty();
        assertThat(LookupContract.count(shard, TimerState.REACHED, 10)).isOne();
        assertThat(LookupContract.count(shard, TimerState.FAILED, 10)).isZero();
    }

    @Test
    default void aTimerMayBeSettledTwiceAtTheSameInstant(OwnedShard shard) {
        shard.keep(gaveUp(shard.schedule(timer("a").create()), NOON));

        var again = shard.keep(gaveUp(shard.schedule(redrive("a")), NOON));

        assertThat(kept(shard, TimerState.FAILED)).containsExactly(again);
    }

    @Test
    default void theLatestSettledComeFirst(StoreFixture fixture) {
        var settled = settleMany(fixture);

        assertThat(failedBefore(fixture, Position.END, 100)).isEqualTo(settled);
    }

    @Test
    default void keptTimersArePagedAlsoWhereTheyWereSettledAtOnce(StoreFixture fixture) {
        var settled = settleMany(fixture);
        for (int limit : new int[] {1, 3, 7}) {
            assertThat(walk(fixture, limit)).isEqualTo(settled);
        }
    }

    @Test
    default void expiredTimersAreThoseWhoseTimeIsOver(OwnedShard shard) {
        var first = shard.keep(gaveUp(shard.schedule(timer("a").create()), NOON));
        shard.keep(reached(shard.schedule(timer("b").create()), NOON.plusMillis(1)));

        assertThat(shard.store().timers().expired(shard.id(), end(NOON).minusMillis(1), 10))
                .isEmpty();
        assertThat(shard.store().timers().expired(shard.id(), end(NOON), 10))
                .isEqualTo(removesExpiredByItself() ? List.of() : List.of(first.timer().key()));
    }

    @Test
    default void expiredTimersOfBothStatesComeInOrderUpToTheLimit(OwnedShard shard) {
        var kept = new ArrayList<TimerKey>();
        for (int n = 0; n < 6; n++) {
            var timer = shard.schedule(timer("t-" + n).create());
            var at = NOON.plusMillis(n);
            shard.keep(n % 2 == 0 ? gaveUp(timer, at) : reached(timer, at));
            kept.add(timer.key());
        }
        var expired = shard.store().timers().expired(shard.id(), end(NOON.plusMillis(10)), 10);
        var four = shard.store().timers().expired(shard.id(), end(NOON.plusMillis(10)), 4);

        if (removesExpiredByItself()) {
            assertThat(expired).isEmpty();
        } else {
            assertThat(expired).isEqualTo(kept);
            assertThat(four).isEqualTo(kept.subList(0, 4));
        }
    }

    @Test
    default void manyThatExpiredAreRemovedPageByPage(OwnedShard shard) {
        for (int n = 0; n < 23; n++) {
            shard.keep(reached(shard.schedule(timer("t-" + n).create()), NOON));
        }
        int removed = 0;
        var page = shard.store().timers().expired(shard.id(), end(NOON), 5);
        while (!page.isEmpty()) {
            page.forEach(key -> shard.apply(expire(key.id(), end(NOON))));
            removed += page.size();
            page = shard.store().timers().expired(shard.id(), end(NOON), 5);
        }
        assertThat(removed).isEqualTo(removesExpiredByItself() ? 0 : 23);
    }

    @Test
    default void anExpiredTimerIsRemovedAndOneWithTimeLeftIsNot(OwnedShard shard) {
        var kept = shard.keep(gaveUp(shard.schedule(timer("a").create()), NOON));

        assertThat(shard.apply(expire("a", end(NOON).minusMillis(1))).verdict())
                .isEqualTo(SUPERSEDED);
        assertThat(shard.find("a")).isEqualTo(new Entry.Kept(kept));

        assertThat(shard.apply(expire("a", end(NOON))).verdict()).isEqualTo(EXPIRED);
        assertThat(shard.find("a")).isEqualTo(Entry.absent());
        assertThat(kept(shard, TimerState.FAILED)).isEmpty();
        assertThat(shard.store().timers().expired(shard.id(), end(NOON), 10)).isEmpty();
    }

    @Test
    default void aRevivedTimerDoesNotExpire(OwnedShard shard) {
        shard.keep(gaveUp(shard.schedule(timer("a").create()), NOON));
        var revived = shard.schedule(redrive("a"));

        assertThat(shard.store().timers().expired(shard.id(), end(NOON), 10)).isEmpty();
        assertThat(shard.apply(expire("a", end(NOON))).verdict()).isEqualTo(SUPERSEDED);
        assertThat(shard.find("a")).isEqualTo(new Entry.Pending(revived));
    }

    @Test
    default void expiredTimersAreThoseOfTheAskedShardOnly(StoreFixture fixture) {
        var one = fixture.own(SampleGroups.ONE);
        var other = fixture.own(SampleGroups.OTHER);
        one.keep(gaveUp(one.schedule(timer(SampleGroups.ONE, "a").create()), NOON));

        assertThat(fixture.store().timers().expired(other.id(), end(NOON), 10)).isEmpty();
    }

    private static List<KeptTimer> walk(StoreFixture fixture, int limit) {
        var walked = new ArrayList<KeptTimer>();
        var page = failedBefore(fixture, Position.END, limit);
        while (!page.isEmpty()) {
            walked.addAll(page);
            var before = page.getLast().position();
            page = failedBefore(fixture, before, limit);
            assertThat(page).allMatch(kept -> kept.position().isBefore(before));
        }
        return walked;
    }

    private static List<KeptTimer> failedBefore(StoreFixture fixture, Position before, int limit) {
        var page =
                fixture.store()
                        .lists()
                        .kept(SampleGroups.WIDE, new KeptQuery(TimerState.FAILED, before, limit));
        assertThat(page).hasSizeLessThanOrEqualTo(limit);
        return page;
    }

    private static Instant end(Instant settledAt) {
        return settledAt.plus(RETENTION);
    }

    /** Failed timers all over a group, three at each instant, the latest first. */
    private static List<KeptTimer> settleMany(StoreFixture fixture) {
        var shards = fixture.ownAll(SampleGroups.WIDE);
        return IntStream.range(0, 24)
                .mapToObj(n -> settle(shards, n))
                .sorted(Comparator.comparing(KeptTimer::position).reversed())
                .toList();
    }

    private static KeptTimer settle(List<OwnedShard> shards, int n) {
        var request = timer(SampleGroups.WIDE, "t-" + n);
        var shard = shards.get(SampleGroups.WIDE.shardOf(request.key()).index());
        return shard.keep(gaveUp(shard.schedule(request.create()), NOON.plusMillis(n / 3)));
    }

    private static List<KeptTimer> kept(OwnedShard shard, TimerState state) {
        return shard.store()
                .lists()
                .kept(SampleGroups.ONE, new KeptQuery(state, Position.END, 1_000));
    }

    static List<String> keptIds(OwnedShard shard, TimerState state) {
        return kept(shard, state).stream().map(kept -> kept.timer().key().id()).toList();
    }
}
