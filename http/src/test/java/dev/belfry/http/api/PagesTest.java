package dev.belfry.http.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.core.timer.AttemptLog;
import dev.belfry.core.timer.CallbackTarget;
import dev.belfry.core.timer.Digest;
import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.Generation;
import dev.belfry.core.timer.Payload;
import dev.belfry.core.timer.Position;
import dev.belfry.core.timer.RetryPolicy;
import dev.belfry.core.timer.Revision;
import dev.belfry.core.timer.Timer;
import dev.belfry.core.timer.TimerKey;
import dev.belfry.core.timer.TimerSpec;
import dev.belfry.core.timer.TimerUuid;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PagesTest {
    private static final Instant NOW = Instant.parse("2030-01-01T00:00:00Z");

    private final List<Integer> asked = new ArrayList<>();

    private static List<Timer> timers(int count, int payloadBytes) {
        var payload = Payload.of("\"" + "x".repeat(payloadBytes) + "\"");
        return IntStream.range(0, count).mapToObj(i -> timer(i, payload)).toList();
    }

    private static Timer timer(int index, Payload payload) {
        var key = TimerKey.of("default", "t" + index);
        var at = NOW.plusSeconds(index);
        var spec =
                new TimerSpec(
                        at,
                        CallbackTarget.of("http://a.example"),
                        payload,
                        RetryPolicy.DEFAULT,
                        Optional.empty(),
                        new Digest(1, 2));
        return new Timer(
                key,
                TimerUuid.of(key),
                new Generation(1),
                new Revision(1),
                spec,
                at,
                0,
                Optional.empty(),
                AttemptLog.NONE,
                NOW,
                NOW);
    }

    private Pages.Page page(Pages pages, List<Timer> timers, Position from, int limit) {
        return pages.read(
                from,
                limit,
                (start, rows) -> {
                    asked.add(rows);
                    return timers.stream()
                            .filter(timer -> !timer.position().isBefore(start))
                            .limit(rows)
                            .toList();
                },
                timer -> timer.position().next(),
                Entry.Pending::new);
    }

    @Test
    void noReadBringsMoreThanItsShareOfMemory() {
        var pages = Pages.ofTimersUpTo(100 * 1024);
        page(pages, timers(300, 10), Position.START, 1_000);
        assertThat(asked).allMatch(rows -> rows * 100 * 1024 <= 8 << 20).hasSizeGreaterThan(3);
    }

    @Test
    void smallTimersAreReadAtOnce() {
        var page = page(Pages.ofTimersUpTo(100), timers(50, 10), Position.START, 100);
        assertThat(page.entries()).hasSize(50);
        assertThat(page.next()).isEmpty();
        assertThat(asked).containsExactly(101);
    }

    @Test
    void aPageOfLargeTimersEndsEarlyAndTheNextGoesOn() {
        var timers = timers(120, 100_000);
        var seen = new ArrayList<Entry>();
        var next = Optional.of(Position.START);
        while (next.isPresent()) {
            var page = page(Pages.ofTimersUpTo(100 * 1024), timers, next.get(), 1_000);
            assertThat(page.entries()).hasSizeBetween(1, 43);
            seen.addAll(page.entries());
            next = page.next();
        }
        assertThat(seen)
                .isEqualTo(timers.stream().map(it -> (Entry) new Entry.Pending(it)).toList());
    }

    @Test
    void aPageHasNoMoreThanItsLimitAndSaysWhetherThereIsMore() {
        var pages = new Pages(4);
        var timers = timers(10, 1);
        assertThat(page(pages, timers, Position.START, 9).entries()).hasSize(9);
        assertThat(page(pages, timers, Position.START, 9).next()).isPresent();
        assertThat(page(pages, timers, Position.START, 10).next()).isEmpty();
        assertThat(page(pages, timers, Position.START, 8).next())
                .contains(timers.get(7).position().next());
        assertThat(page(pages, List.of(), Position.START, 8).entries()).isEmpty();
    }
}
