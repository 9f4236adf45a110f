package dev.belfry.core.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RuleTest {
    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

    private static List<String> runs(String cron, String zone, String after, int count) {
        var rule = new Rule.Cron(cron, ZoneId.of(zone));
        return Stream.iterate(
                        rule.next(Instant.parse(after)).orElseThrow(),
                        at -> rule.next(at).orElseThrow())
                .limit(count)
                .map(Instant::toString)
                .toList();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "*/15 * * * *   | 2026-01-01T00:00:00Z | 2026-01-01T00:15:00Z",
                "*/15 * * * *   | 2026-01-01T00:14:59Z | 2026-01-01T00:15:00Z",
                "*/15 * * * *   | 2026-01-01T00:14:59.500Z | 2026-01-01T00:15:00Z",
                "30 */5 * * * * | 2026-01-01T00:00:30Z | 2026-01-01T00:05:30Z",
                "0 3 * * MON    | 2026-01-01T00:00:00Z | 2026-01-05T03:00:00Z",
                "0 3 * * 7      | 2026-01-01T00:00:00Z | 2026-01-04T03:00:00Z",
                "0 3 * * sat-sun| 2026-01-03T04:00:00Z | 2026-01-04T03:00:00Z",
                "0 0 1 JAN *    | 2026-01-01T00:00:00Z | 2027-01-01T00:00:00Z",
                "0 0 L * ?      | 2026-02-01T00:00:00Z | 2026-02-28T00:00:00Z",
                "0 0 L-2 * ?    | 2026-02-01T00:00:00Z | 2026-02-26T00:00:00Z",
                "0 0 LW * ?     | 2026-05-01T00:00:00Z | 2026-05-29T00:00:00Z",
                "0 0 1W * ?     | 2026-08-01T00:00:00Z | 2026-08-03T00:00:00Z",
                "0 0 15W * ?    | 2026-08-01T00:00:00Z | 2026-08-14T00:00:00Z",
                "0 0 28W * ?    | 2010-02-09T00:00:00Z | 2010-02-26T00:00:00Z",
                "0 0 ? * FRI#2  | 2026-08-01T00:00:00Z | 2026-08-14T00:00:00Z",
                "0 0 ? * 5L     | 2026-08-01T00:00:00Z | 2026-08-28T00:00:00Z",
                "0 0 13 * FRI   | 2026-08-01T00:00:00Z | 2026-08-07T00:00:00Z",
                "0 0 29 2 *     | 2026-08-01T00:00:00Z | 2028-02-29T00:00:00Z",
                "59 23 31 12 *  | 2026-12-31T23:59:00Z | 2027-12-31T23:59:00Z",
            })
    void aCronExpressionNamesItsNextTime(String cron, Instant after, Instant next) {
        assertThat(new Rule.Cron(cron, ZoneId.of("UTC")).next(after)).contains(next);
    }

    @Test
    void aTimeThatClocksSkipRunsWhenTheyDo() {
        assertThat(runs("30 2 * * *", "Europe/Berlin", "2026-03-28T12:00:00Z", 2))
                .containsExactly("2026-03-29T01:00:00Z", "2026-03-30T00:30:00Z");
        assertThat(runs("*/20 * * * *", "Europe/Berlin", "2026-03-29T00:40:00Z", 2))
                .containsExactly("2026-03-29T01:00:00Z", "2026-03-29T01:20:00Z");
    }

    @Test
    void aTimeThatComesTwiceRunsTheFirstTime() {
        assertThat(runs("30 2 * * *", "Europe/Berlin", "2026-10-24T12:00:00Z", 2))
                .containsExactly("2026-10-25T00:30:00Z", "2026-10-26T01:30:00Z");
        assertThat(runs("30 * * * *", "Europe/Berlin", "2026-10-25T00:00:00Z", 3))
                .containsExactly(
                        "2026-10-25T00:30:00Z", "2026-10-25T02:30:00Z", "2026-10-25T03:30:00Z");
        assertThat(new Rule.Cron("30 2 * * *", BERLIN).next(Instant.parse("2026-10-25T01:10:00Z")))
                .contains(Instant.parse("2026-10-26T01:30:00Z"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "* * * *      | has 4 fields: five are expected, or six with seconds first",
                "60 * * * *   | minutes: '60' is not in 0-59",
                "a * * * *    | minutes: 'a' can not be read",
                "*/0 * * * *  | minutes: '*/0' has a step of zero",
                "30-10 * * * *| minutes: '30-10' goes backwards",
                "* * * FOO *  | month: 'FOO' can not be read",
                "* * 32W * *  | day of month: '32' is not in 1-31",
                "* * * * 1#6  | day of week: '1#6' names no week from 1 to 5",
                "* * * * L    | day of week: 'L' says no day: write 5L for the last Friday",
                "* * * * ,    | day of week: '' can not be read",
            })
    void anExpressionThatCanNotBeReadIsRefusedByName(String cron, String message) {
        assertThatThrownBy(() -> new Rule.Cron(cron, BERLIN)).hasMessageContaining(message);
    }

    @Test
    void anExpressionThatNeverComesHasNoNextTime() {
        assertThat(new Rule.Cron("0 0 30 2 *", BERLIN).next(Instant.parse("2026-01-01T00:00:00Z")))
                .isEmpty();
    }

    @Test
    void everyPeriodCountsFromItsAnchor() {
        var anchor = Instant.parse("2026-01-01T00:00:10Z");
        var rule = new Rule.Every(Duration.ofMinutes(1), anchor);

        assertThat(rule.next(anchor.minusSeconds(3_600))).contains(anchor);
        assertThat(rule.next(anchor)).contains(anchor.plusSeconds(60));
        assertThat(rule.next(anchor.plusSeconds(119))).contains(anchor.plusSeconds(120));
        assertThat(rule.next(anchor.plusSeconds(120))).contains(anchor.plusSeconds(180));
    }
}
