package dev.belfry.core.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.ZoneId;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LookBackTest {
    private static final int LIMIT = 1_000;

    /** Rules of seconds with gaps: a step back over a gap must not list all that lies before it. */
    @ParameterizedTest
    @CsvSource({
        "* * * 1-9 * *, 2026-11-09T12:00:00Z, 2026-11-21T12:00:00Z, 2026-11-09T23:59:59Z",
        "* * * 1-9 * *, 2020-01-01T00:00:00Z, 2026-11-30T23:59:59Z, 2026-11-09T23:59:59Z",
        "* * * * 1-6 *, 2026-02-01T00:00:00Z, 2026-12-31T00:00:00Z, 2026-06-30T23:59:59Z",
        "* * * 29 2 *, 2001-01-01T00:00:00Z, 2027-12-31T00:00:00Z, 2024-02-29T23:59:59Z",
        "* * * * * *, 2001-01-01T00:00:00Z, 2027-12-31T00:00:00Z, 2027-12-31T00:00:00Z",
    })
    void itListsNoMoreThanAFewTimesWhatIsAsked(
            String cron, Instant after, Instant until, Instant last) {
        var rule = new Rule.Cron(cron, ZoneId.of("UTC"));
        var steps = new AtomicInteger();
        var back =
                new LookBack(
                        from -> {
                            steps.incrementAndGet();
                            return rule.next(from);
                        },
                        until,
                        LIMIT);

        var runs = back.after(after);

        assertThat(runs).hasSize(LIMIT).isSorted();
        assertThat(runs.getLast()).isEqualTo(last);
        assertThat(runs.getFirst()).isEqualTo(last.minusSeconds(LIMIT - 1));
        assertThat(steps).hasValueLessThan(30 * LIMIT);
    }

    @Test
    void whatIsFewerIsListedWhole() {
        var rule = new Rule.Cron("0 0 1 1 *", ZoneId.of("UTC"));
        var back = new LookBack(rule::next, Instant.parse("2026-06-01T00:00:00Z"), LIMIT);

        assertThat(back.after(Instant.parse("2023-01-01T00:00:00Z")))
                .containsExactly(
                        Instant.parse("2024-01-01T00:00:00Z"),
                        Instant.parse("2025-01-01T00:00:00Z"),
                        Instant.parse("2026-01-01T00:00:00Z"));
    }
}
