package dev.belfry.node.shard;

import static dev.belfry.node.shard.Rows.NOON;
import static dev.belfry.node.shard.Rows.row;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.core.timer.Position;
import dev.belfry.core.timer.Timer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class WindowTest {
    private final Window window = new Window();

    WindowTest() {
        window.rebuild(NOON);
        window.extendTo(Position.END);
    }

    private List<Timer> takeAll() {
        var taken = new ArrayList<Timer>();
        while (window.first().isPresent()) {
            taken.add(window.first().get());
            window.remove(window.first().get().position());
        }
        return taken;
    }

    @Test
    void rowsComeInOrderOfPosition() {
        var third = row("c", NOON.plusSeconds(3));
        var first = row("a", NOON.plusSeconds(1));
        var second = row("b", NOON.plusSeconds(2));
        window.add(third);
        window.add(first);
        window.add(second);
        assertThat(takeAll()).containsExactly(first, second, third);
    }

    @Test
    void aRebuiltWindowKnowsNothingBeyondTheMark() {
        window.add(row("a"));
        window.hold(row("b"));
        window.rebuild(NOON.plusSeconds(1));
        assertThat(window.size()).isZero();
        assertThat(window.readyBytes()).isZero();
        assertThat(window.end()).isEqualTo(Position.startOf(NOON.plusSeconds(1)));
        assertThat(window.knowsAll()).isFalse();
    }

    @Test
    void rowsFromTheEndOnStayOutside() {
        window.extendTo(Position.startOf(NOON.plusSeconds(2)));
        window.add(row("a", NOON.plusSeconds(1)));
        window.add(row("b", NOON.plusSeconds(2)));
        window.add(row("c", NOON.plusSeconds(3)));
        assertThat(takeAll()).containsExactly(row("a", NOON.plusSeconds(1)));
    }

    @Test
    void aHeldRowDoesNotComeUpUntilItIsFreed() {
        window.add(row("a"));
        window.hold(row("a"));
        assertThat(window.first()).isEmpty();
        assertThat(window.holds(row("a"))).isTrue();
        assertThat(window.knows(row("a").position())).isTrue();
        window.free(row("a").position());
        assertThat(window.first()).contains(row("a"));
    }

    @Test
    void aHeldRowIsNotAddedAgainByAPage() {
        window.hold(row("a"));
        window.add(row("a"));
        assertThat(window.first()).isEmpty();
    }

    @Test
    void onlyTheVeryRowIsHeld() {
        window.hold(row("a", NOON, "1"));
        assertThat(window.holds(row("a", NOON, "2"))).isFalse();
    }

    @Test
    void aRowBeyondTheEndCanBeHeldAndIsForgottenWhenFreed() {
        window.extendTo(Position.startOf(NOON.plusSeconds(1)));
        window.hold(row("a", NOON.plusSeconds(5)));
        assertThat(window.knows(row("a", NOON.plusSeconds(5)).position())).isTrue();
        window.free(row("a", NOON.plusSeconds(5)).position());
        assertThat(window.size()).isZero();
    }

    @Test
    void bytesCountReadyRowsOnce() {
        var light = row("a", NOON, "1");
        var heavy = row("a", NOON, "1".repeat(1_000));
        window.add(light);
        window.add(light);
        assertThat(window.readyBytes()).isEqualTo(light.heapBytes());
        window.add(heavy);
        assertThat(window.readyBytes()).isEqualTo(heavy.heapBytes());
        window.hold(heavy);
        assertThat(window.readyBytes()).isZero();
        window.free(heavy.position());
        assertThat(window.readyBytes()).isEqualTo(heavy.heapBytes());
        window.remove(heavy.position());
        assertThat(window.readyBytes()).isZero();
    }

    @Test
    void trimmingDropsTheLatestRowsAndLowersTheEnd() {
        for (int i = 0; i < 10; i++) {
            window.add(row("t" + i, NOON.plusSeconds(i)));
        }
        window.trim(3L * row("t0").heapBytes());
        assertThat(window.size()).isEqualTo(3);
        assertThat(window.end()).isEqualTo(row("t3", NOON.plusSeconds(3)).position());
        window.add(row("late", NOON.plusSeconds(8)));
        assertThat(window.size()).isEqualTo(3);
    }

    @Test
    void theFirstRowStaysHoweverLarge() {
        window.add(row("a", NOON, "1".repeat(1_000)));
        window.add(row("b", NOON.plusSeconds(1)));
        window.trim(1);
        assertThat(window.size()).isOne();
        assertThat(window.first()).contains(row("a", NOON, "1".repeat(1_000)));
    }

    @Test
    void theLowestPositionRegardsReadyAndHeldRowsAndTheEnd() {
        var end = Position.startOf(NOON.plusSeconds(10));
        window.extendTo(end);
        assertThat(window.lowest()).isEqualTo(end);
        window.add(row("b", NOON.plusSeconds(5)));
        assertThat(window.lowest()).isEqualTo(row("b", NOON.plusSeconds(5)).position());
        window.hold(row("a", NOON.plusSeconds(3)));
        assertThat(window.lowest()).isEqualTo(row("a", NOON.plusSeconds(3)).position());
        window.hold(row("c", NOON.plusSeconds(20)));
        assertThat(window.lowest()).isEqualTo(row("a", NOON.plusSeconds(3)).position());
    }
}
