package dev.belfry.check.contract;

import static dev.belfry.check.contract.Changes.done;
import static dev.belfry.check.contract.TimerRequest.NOON;
import static dev.belfry.check.contract.TimerRequest.timer;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.core.mutation.Create;
import dev.belfry.core.store.PageLimit;
import dev.belfry.core.store.PositionRange;
import dev.belfry.core.timer.Position;
import dev.belfry.core.timer.TimerState;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Many rows in one shard. */
public interface VolumeContract extends StoreUnderTest {
    @Test
    default void manyRowsPageInOrderAndCommitsStayPossible(OwnedShard shard) {
        int rows = manyRows();
        int perCommit = Math.min(1_000, shard.store().limits().mutationsPerShard());
        for (int start = 0; start < rows; start += perCommit) {
            int end = Math.min(rows, start + perCommit);
            shard.commit(IntStream.range(start, end).mapToObj(VolumeContract::nth).toList());
        }

        assertThat(countInOrder(shard)).isEqualTo(rows);
        assertThat(LookupContract.count(shard, TimerState.SCHEDULED, rows / 2)).isEqualTo(rows / 2);

        var first = shard.page(PositionRange.from(Position.START), rows(10)).timers();
        shard.commit(first.stream().map(timer -> done(timer)).toList());
        var earliest = shard.schedule(timer("earliest").at(NOON.minusSeconds(9)).create());
        assertThat(shard.page(PositionRange.from(Position.START), rows(2)).timers())
                .startsWith(earliest)
                .doesNotContainAnyElementsOf(first);
    }

    /** Spread over ten thousand instants, written in no order. */
    private static Create nth(int n) {
        return timer("t-" + n).at(NOON.plusMillis(n * 7_919L % 10_000)).create();
    }

    private static int countInOrder(OwnedShard shard) {
        int count = 0;
        var at = Position.START;
        while (!at.equals(Position.END)) {
            var start = at;
            var page = shard.page(PositionRange.from(start), rows(5_000));
            for (var timer : page.timers()) {
                assertThat(timer.position().isBefore(at)).isFalse();
                at = timer.position().next();
                count++;
            }
            assertThat(page.knownUntil()).isGreaterThan(start);
            at = page.knownUntil();
        }
        return count;
    }

    private static PageLimit rows(int rows) {
        return new PageLimit(rows, Long.MAX_VALUE);
    }
}
