package dev.belfry.check.contract;

import static dev.belfry.check.contract.OwnedShard.NO_LIMIT;
import static dev.belfry.check.contract.TimerRequest.NOON;
import static dev.belfry.check.contract.TimerRequest.timer;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.core.mutation.Create;
import dev.belfry.core.store.PageLimit;
import dev.belfry.core.store.PositionRange;
import dev.belfry.core.timer.Position;
import dev.belfry.core.timer.Timer;
import dev.belfry.core.timer.TimerUuid;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Pages: pending timers in order of position, and how far they reach. */
public interface PageContract extends StoreUnderTest {
    @Test
    default void aPageOfAnEmptyShardReachesToTheEndOfTheRange(OwnedShard shard) {
        var page = shard.page(PositionRange.from(Position.START), new PageLimit(10, 1_000));

        assertThat(page.timers()).isEmpty();
        assertThat(page.knownUntil()).isEqualTo(Position.END);
    }

    @Test
    default void aPageIsInOrderOfPositionWhateverTheOrderOfWriting(OwnedShard shard) {
        shard.commit(
                timer("last").at(NOON.plusSeconds(2)).create(),
                timer("first").at(NOON.minusSeconds(2)).create(),
                timer("middle").at(NOON).create());

        assertThat(shard.ids()).containsExactly("first", "middle", "last");
    }

    @Test
    default void aPageHoldsAtMostAsManyRowsAsAsked(OwnedShard shard) {
        var timers = schedule(shard, 7);

        var page = shard.page(PositionRange.from(Position.START), rows(3));

        assertThat(page.timers()).isEqualTo(timers.subList(0, 3));
        assertReachesExactlyTo(timers.get(2), timers.get(3), page.knownUntil());
    }

    @Test
    default void aPageWithAllThatThereIsReachesToTheEndOfTheRange(OwnedShard shard) {
        var timers = schedule(shard, 5);
        var until = timers.get(3).position();

        assertThat(shard.page(PositionRange.from(Position.START), rows(6)).knownUntil())
                .isEqualTo(Position.END);
        assertThat(shard.page(new PositionRange(Position.START, until), rows(6)).knownUntil())
                .isEqualTo(until);
    }

    @Test
    default void aFullPageNeverClaimsToKnowBeyondTheRowsThatItLeftOut(OwnedShard shard) {
        var timers = schedule(shard, 5);

        var page = shard.page(PositionRange.from(Position.START), rows(5));

        assertThat(page.timers()).isEqualTo(timers);
        assertThat(timers.getLast().position()).isLessThan(page.knownUntil());
    }

    @Test
    default void afterItsBytesNoFurtherRowIsAdded(OwnedShard shard) {
        var timers = schedule(shard, 6);
        long two = (long) timers.get(0).heapBytes() + timers.get(1).heapBytes();

        var exactly = shard.page(PositionRange.from(Position.START), new PageLimit(10, two));
        var oneMore = shard.page(PositionRange.from(Position.START), new PageLimit(10, two + 1));

        assertThat(exactly.timers()).isEqualTo(timers.subList(0, 2));
        assertReachesExactlyTo(timers.get(1), timers.get(2), exactly.knownUntil());
        assertThat(oneMore.timers()).isEqualTo(timers.subList(0, 3));
    }

    @Test
    default void theFirstRowIsAlwaysThereWhateverItsSize(OwnedShard shard) {
        var big = timer("big").payload("\"" + "x".repeat(50_000) + "\"").create();
        var timer = shard.schedule(big);
        shard.apply(timer("next").at(NOON.plusSeconds(1)).create());

        var page = shard.page(PositionRange.from(Position.START), new PageLimit(10, 1));

        assertThat(page.timers()).containsExactly(timer);
    }

    @Test
    default void aRangeHoldsItsStartAndNotItsEnd(OwnedShard shard) {
        var timers = schedule(shard, 6);
        var range = new PositionRange(timers.get(1).position(), timers.get(4).position());

        var page = shard.page(range, NO_LIMIT);

        assertThat(page.timers()).isEqualTo(timers.subList(1, 4));
        assertThat(page.knownUntil()).isEqualTo(range.untilExclusive());
    }

    @Test
    default void anEmptyRangeHoldsNothing(OwnedShard shard) {
        var position = schedule(shard, 3).get(1).position();

        var page = shard.page(new PositionRange(position, position), NO_LIMIT);

        assertThat(page.timers()).isEmpty();
        assertThat(page.knownUntil()).isEqualTo(position);
    }

    @Test
    default void aRangeFromTheNextPositionLeavesOutExactlyOneRow(OwnedShard shard) {
        var timers = schedule(shard, 6);
        var range = PositionRange.from(timers.get(2).position().next());

        assertThat(shard.page(range, NO_LIMIT).timers()).isEqualTo(timers.subList(3, 6));
    }

    @Test
    default void aRangeOfInstantsHoldsTheirFirstPositionAndNotThoseOfItsEnd(OwnedShard shard) {
        shard.commit(
                timer("a").at(NOON.minusMillis(1)).create(),
                timer("b").at(NOON).create(),
                timer("c").at(NOON.plusMillis(1)).create());
        var range = new PositionRange(Position.startOf(NOON), Position.startOf(NOON.plusMillis(1)));

        assertThat(shard.page(range, NO_LIMIT).timers())
                .extracting(timer -> timer.key().id())
                .containsExactly("b");
    }

    @Test
    default void walkingThePagesShowsEveryRowExactlyOnce(OwnedShard shard) {
        var timers = schedule(shard, 50);

        for (int rows = 1; rows <= 51; rows += 7) {
            assertThat(walk(shard, Position.START, rows(rows))).isEqualTo(timers);
        }
        assertThat(walk(shard, Position.START, new PageLimit(1_000, 3_000))).isEqualTo(timers);
    }

    @Test
    default void aWalkMayStartInTheMiddleOfEqualInstants(OwnedShard shard) {
        var timers = schedule(shard, 40);
        var start = timers.get(17).position();

        assertThat(timers.get(16).fireAt()).isEqualTo(start.fireAt());
        assertThat(walk(shard, start, rows(4))).isEqualTo(timers.subList(17, 40));
    }

    @Test
    default void aPageShowsEveryCommitAcknowledgedBeforeTheCallBegan(OwnedShard shard) {
        for (int n = 0; n < 20; n++) {
            var timer = shard.schedule(timer("t-" + n).create());
            assertThat(shard.rows()).contains(timer).hasSize(n + 1);
        }
    }

    @Test
    default void aPageShowsItsOwnShardOnly(StoreFixture fixture) {
        var shards = fixture.ownAll(SampleGroups.WIDE);
        for (int n = 0; n < 40; n++) {
            var request = timer(SampleGroups.WIDE, "t-" + n);
            shards.get(SampleGroups.WIDE.shardOf(request.key()).index()).apply(request.create());
        }

        for (var shard : shards) {
            assertThat(shard.ids())
                    .allSatisfy(
                            id -> assertThat(SampleGroups.WIDE.shardOf(id)).isEqualTo(shard.id()));
        }
        assertThat(shards.stream().mapToInt(shard -> shard.rows().size()).sum()).isEqualTo(40);
    }

    /** Any end between the last row shown and the first row left out is true. */
    private static void assertReachesExactlyTo(Timer shown, Timer leftOut, Position knownUntil) {
        assertThat(knownUntil).isGreaterThan(shown.position());
        assertThat(knownUntil).isLessThanOrEqualTo(leftOut.position());
    }

    private static List<Timer> walk(OwnedShard shard, Position from, PageLimit limit) {
        var walked = new ArrayList<Timer>();
        var at = from;
        while (!at.equals(Position.END)) {
            var page = shard.page(PositionRange.from(at), limit);
            walked.addAll(page.timers());
            assertThat(page.knownUntil()).isGreaterThan(at);
            at = page.knownUntil();
        }
        return walked;
    }

    private static PageLimit rows(int rows) {
        return new PageLimit(rows, Long.MAX_VALUE);
    }

    /** Timers of two instants, as many of each, in the order in which a page shows them. */
    private static List<Timer> schedule(OwnedShard shard, int count) {
        var creates = IntStream.range(0, count).mapToObj(n -> nthOfTwoInstants(n, count)).toList();
        return shard.commit(creates).stream()
                .map(decision -> decision.after().pending().orElseThrow())
                .sorted(PageContract::byInstantThenHex)
                .toList();
    }

    private static Create nthOfTwoInstants(int n, int count) {
        return timer("t-" + n).at(n * 2 < count ? NOON : NOON.plusMillis(1)).create();
    }

    /** Hexadecimal digits sort as unsigned bytes do. */
    private static int byInstantThenHex(Timer a, Timer b) {
        int byInstant = a.fireAt().compareTo(b.fireAt());
        return byInstant != 0 ? byInstant : hex(a.uuid()).compareTo(hex(b.uuid()));
    }

    private static String hex(TimerUuid uuid) {
        return "%016x%016x".formatted(uuid.high(), uuid.low());
    }
}
