package dev.belfry.check.contract;

import static dev.belfry.check.contract.Changes.gaveUp;
import static dev.belfry.check.contract.Changes.move;
import static dev.belfry.check.contract.Changes.retried;
import static dev.belfry.check.contract.Changes.withCorrelation;
import static dev.belfry.check.contract.TimerRequest.NOON;
import static dev.belfry.check.contract.TimerRequest.timer;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.core.shard.Group;
import dev.belfry.core.store.CountedShard;
import dev.belfry.core.store.PositionRange;
import dev.belfry.core.timer.Position;
import dev.belfry.core.timer.Timer;
import dev.belfry.core.timer.TimerState;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Looking across shards: by time, by correlation id, by number. */
public interface LookupContract extends StoreUnderTest {
    @Test
    default void aCorrelationIdShowsItsTimersInOrderOfPosition(StoreFixture fixture) {
        var timers = spread(fixture, 20);

        var found =
                fixture.store()
                        .lists()
                        .correlated(SampleGroups.WIDE, "trace", Position.START, 1_000);

        assertThat(found)
                .isEqualTo(
                        timers.stream()
                                .filter(timer -> timer.spec().correlationId().isPresent())
                                .toList())
                .hasSizeGreaterThan(5);
    }

    @Test
    default void correlatedTimersArePagedFromAPositionOn(StoreFixture fixture) {
        spread(fixture, 20);
        var all =
                fixture.store()
                        .lists()
                        .correlated(SampleGroups.WIDE, "trace", Position.START, 1_000);

        var walked = new ArrayList<Timer>();
        var from = Position.START;
        for (int n = 0; n < all.size(); n++) {
            var next =
                    fixture.store()
                            .lists()
                            .correlated(SampleGroups.WIDE, "trace", from, 1)
                            .getFirst();
            walked.add(next);
            from = next.position().next();
        }

        assertThat(walked).isEqualTo(all);
        assertThat(fixture.store().lists().correlated(SampleGroups.WIDE, "trace", from, 1))
                .isEmpty();
        assertThat(
                        fixture.store()
                                .lists()
                                .correlated(SampleGroups.WIDE, "trace", all.get(3).position(), 2))
                .isEqualTo(all.subList(3, 5));
    }

    @Test
    default void correlationIdsAreComparedExactly(OwnedShard shard) {
        var trace = shard.schedule(timer("a").correlatedTo("trace").create());
        shard.commit(
                timer("b").correlatedTo("Trace").create(),
                timer("c").correlatedTo("trace ").create(),
                timer("d").correlatedTo("trac_").create(),
                timer("e").correlatedTo("trac%").create());

        assertThat(correlated(shard, "trace")).containsExactly(trace);
        assertThat(correlated(shard, "trac_")).hasSize(1);
        assertThat(correlated(shard, "tra")).isEmpty();
    }

    @Test
    default void aCorrelationIdIsNotSharedAcrossGroups(StoreFixture fixture) {
        var one = fixture.own(SampleGroups.ONE);
        var other = fixture.own(SampleGroups.OTHER);
        var inOne = one.schedule(timer(SampleGroups.ONE, "a").correlatedTo("trace").create());
        other.apply(timer(SampleGroups.OTHER, "b").correlatedTo("trace").create());

        assertThat(correlated(one, "trace")).containsExactly(inOne);
    }

    @Test
    default void aPatchOfTheCorrelationIdIsFoundUnderTheNewOneOnly(OwnedShard shard) {
        shard.apply(timer("a").correlatedTo("old").create());

        var patched = shard.schedule(withCorrelation("a", Optional.of("new")));
        assertThat(correlated(shard, "old")).isEmpty();
        assertThat(correlated(shard, "new")).containsExactly(patched);

        shard.apply(withCorrelation("a", Optional.empty()));
        assertThat(correlated(shard, "new")).isEmpty();
    }

    @Test
    default void aCorrelatedTimerIsFoundWhereverItMovesUntilItIsSettled(OwnedShard shard) {
        var created = shard.schedule(timer("a").correlatedTo("trace").create());
        var waiting = shard.schedule(retried(created, "HTTP 500", NOON.plusSeconds(9)));
        assertThat(correlated(shard, "trace")).containsExactly(waiting);

        var moved = shard.schedule(move("a", NOON.minusSeconds(9)));
        assertThat(correlated(shard, "trace")).containsExactly(moved);

        shard.apply(gaveUp(moved, NOON));
        assertThat(correlated(shard, "trace")).isEmpty();
    }

    @Test
    default void browsingShowsAWholeGroupInOrderOfPosition(StoreFixture fixture) {
        var timers = spread(fixture, 30);
        var all = PositionRange.from(Position.START);

        assertThat(fixture.store().lists().browse(SampleGroups.WIDE, all, 1_000)).isEqualTo(timers);
        assertThat(fixture.store().lists().browse(SampleGroups.WIDE, all, 7))
                .isEqualTo(timers.subList(0, 7));
    }

    @Test
    default void browsingKeepsToItsHalfOpenRange(StoreFixture fixture) {
        var timers = spread(fixture, 30);
        var range = new PositionRange(timers.get(4).position(), timers.get(20).position());

        assertThat(fixture.store().lists().browse(SampleGroups.WIDE, range, 1_000))
                .isEqualTo(timers.subList(4, 20));
        assertThat(fixture.store().lists().browse(SampleGroups.WIDE, range, 3))
                .isEqualTo(timers.subList(4, 7));
    }

    @Test
    default void browsingShowsNeitherOtherGroupsNorKeptTimers(StoreFixture fixture) {
        var one = fixture.own(SampleGroups.ONE);
        var other = fixture.own(SampleGroups.OTHER);
        var pending = one.schedule(timer(SampleGroups.ONE, "a").create());
        one.apply(gaveUp(one.schedule(timer(SampleGroups.ONE, "b").create()), NOON));
        other.apply(timer(SampleGroups.OTHER, "c").create());

        assertThat(
                        fixture.store()
                                .lists()
                                .browse(SampleGroups.ONE, PositionRange.from(Position.START), 10))
                .containsExactly(pending);
    }

    @Test
    default void countsShowEachShardInOrderOfIndex(StoreFixture fixture) {
        var shards = fixture.ownAll(SampleGroups.WIDE);
        var timers = spread(SampleGroups.WIDE, shards, 30);
        var settled = timers.getFirst();
        shardOf(shards, settled).apply(gaveUp(settled, NOON));

        var lists = fixture.store().lists();
        var ids = SampleGroups.WIDE.shards();
        var pending = lists.counts(ids, TimerState.SCHEDULED, 1_000);
        assertThat(pending)
                .isEqualTo(
                        shards.stream()
                                .map(it -> new CountedShard(it.id(), it.rows().size()))
                                .toList());
        assertThat(pending.stream().mapToLong(CountedShard::timers).sum()).isEqualTo(29);
        var failed = lists.counts(ids, TimerState.FAILED, 1_000);
        assertThat(failed).hasSize(ids.size());
        assertThat(failed)
                .filteredOn(it -> it.timers() == 1)
                .map(CountedShard::shard)
                .containsExactly(shardOf(shards, settled).id());
    }

    @Test
    default void countsAreOfTheShardsThatWereAskedFor(StoreFixture fixture) {
        var shards = fixture.ownAll(SampleGroups.WIDE);
        spread(SampleGroups.WIDE, shards, 30);
        var asked = List.of(shards.get(1), shards.getLast());

        assertThat(
                        fixture.store()
                                .lists()
                                .counts(
                                        asked.stream().map(OwnedShard::id).toList(),
                                        TimerState.SCHEDULED,
                                        1_000))
                .isEqualTo(
                        asked.stream()
                                .map(it -> new CountedShard(it.id(), it.rows().size()))
                                .toList());
    }

    @Test
    default void countsGoNoFurtherThanTheCap(OwnedShard shard) {
        var pending =
                shard.commit(
                        TimerRequest.several("t", 10).stream().map(TimerRequest::create).toList());
        pending.subList(0, 4)
                .forEach(each -> shard.apply(gaveUp(each.after().pending().orElseThrow(), NOON)));

        assertThat(count(shard, TimerState.SCHEDULED, 3)).isEqualTo(3);
        assertThat(count(shard, TimerState.SCHEDULED, 100)).isEqualTo(6);
        assertThat(count(shard, TimerState.FAILED, 3)).isEqualTo(3);
        assertThat(count(shard, TimerState.FAILED, 100)).isEqualTo(4);
        assertThat(count(shard, TimerState.REACHED, 100)).isZero();
    }

    static long count(OwnedShard shard, TimerState state, int cap) {
        return shard.store().lists().counts(List.of(shard.id()), state, cap).getFirst().timers();
    }

    static List<Timer> correlated(OwnedShard shard, String correlationId) {
        return shard.store()
                .lists()
                .correlated(SampleGroups.ONE, correlationId, Position.START, 1_000);
    }

    private static List<Timer> spread(StoreFixture fixture, int count) {
        return spread(SampleGroups.WIDE, fixture.ownAll(SampleGroups.WIDE), count);
    }

    /** Timers all over the group, several at each instant, every second one correlated. */
    private static List<Timer> spread(Group group, List<OwnedShard> shards, int count) {
        return IntStream.range(0, count)
                .mapToObj(n -> timer(group, "t-" + n).at(NOON.plusMillis(n % 4)))
                .map(request -> isEven(request) ? request.correlatedTo("trace") : request)
                .map(
                        request ->
                                shards.get(group.shardOf(request.key()).index())
                                        .schedule(request.create()))
                .sorted(Comparator.comparing(Timer::position))
                .toList();
    }

    private static boolean isEven(TimerRequest request) {
        return request.key().id().matches(".*[02468]");
    }

    private static OwnedShard shardOf(List<OwnedShard> shards, Timer timer) {
        return shards.get(SampleGroups.WIDE.shardOf(timer.key()).index());
    }
}
