package dev.belfry.store.common;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.check.contract.TimerRequest;
import dev.belfry.core.store.PageLimit;
import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.Instants;
import dev.belfry.core.timer.Timer;
import org.junit.jupiter.api.Test;

class PageFillTest {
    private static Timer timer(String id) {
        return TimerRequest.timer(id)
                .create()
                .decide(Entry.absent(), Instants.EARLIEST)
                .after()
                .pending()
                .orElseThrow();
    }

    @Test
    void itIsFullByRows() {
        var page = new PageFill(new PageLimit(2, 1 << 20));
        page.add(timer("a"));
        assertThat(page.isFull()).isFalse();
        assertThat(page.rowsLeft()).isEqualTo(1);
        page.add(timer("b"));
        assertThat(page.isFull()).isTrue();
        assertThat(page.hasAllBytes()).isFalse();
    }

    @Test
    void itIsFullByBytesWithTheRowThatReachesThem() {
        var page = new PageFill(new PageLimit(100, 1));
        page.add(timer("a"));
        assertThat(page.isFull()).isTrue();
        assertThat(page.hasAllBytes()).isTrue();
    }

    @Test
    void itAsksForOneRowMoreThanThereIsRoomFor() {
        long size = timer("a").heapBytes();
        var page = new PageFill(new PageLimit(1_000, (int) (10 * size)));
        assertThat(page.rowsToAsk(50)).isEqualTo(50);
        page.add(timer("a"));
        assertThat(page.rowsToAsk(50)).isEqualTo(10);
    }

    @Test
    void itEndsWhereItIsKnownToEnd() {
        var page = new PageFill(new PageLimit(2, 1 << 20));
        var timer = timer("a");
        page.add(timer);
        assertThat(page.behindLast()).isEqualTo(timer.position().next());
        assertThat(page.upTo(page.behindLast()).timers()).containsExactly(timer);
    }
}
