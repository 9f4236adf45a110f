package dev.belfry.core.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.zone.ZoneOffsetTransition;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Every change of clocks in twenty zones and thirty years, beside the plainest rule there is: walk
 * minute by minute, run each wall time the first time it shows, and what clocks skip when they do.
 */
class ClockChangeTest {
    /** Hours and minutes; and the expression that names them. */
    private record Times(String cron, List<LocalTime> times) {}

    private static final List<Times> ALL =
            List.of(
                    new Times("30 2 * * *", List.of(LocalTime.of(2, 30))),
                    new Times("0 0 * * *", List.of(LocalTime.MIDNIGHT)),
                    new Times(
                            "15,45 0-3 * * *",
                            IntStream.range(0, 8)
                                    .mapToObj(i -> LocalTime.of(i / 2, 15 + i % 2 * 30))
                                    .toList()),
                    new Times(
                            "*/20 * * * *",
                            IntStream.range(0, 72)
                                    .mapToObj(i -> LocalTime.of(i / 3, i % 3 * 20))
                                    .toList()));

    @Test
    void runsAroundEveryChangeAreThoseOfAWalkMinuteByMinute() {
        int changes = 0;
        for (var zone : Zones.ALL) {
            var change = zone.getRules().nextTransition(Zones.FROM);
            while (change != null && change.getInstant().isBefore(Zones.UNTIL)) {
                changes++;
                for (var times : ALL) {
                    compare(zone, change, times);
                }
                change = zone.getRules().nextTransition(change.getInstant());
            }
        }
        assertThat(changes).isGreaterThan(500);
    }

    private static void compare(ZoneId zone, ZoneOffsetTransition change, Times times) {
        var from = change.getInstant().minus(Duration.ofHours(25));
        var until = change.getInstant().plus(Duration.ofHours(25));
        var rule = new Rule.Cron(times.cron(), zone);
        var ours = new ArrayList<Instant>();
        var next = rule.next(from);
        while (next.isPresent() && !next.get().isAfter(until)) {
            ours.add(next.get());
            next = rule.next(next.get());
        }
        assertThat(ours)
                .describedAs("%s in %s around %s", times.cron(), zone, change)
                .isEqualTo(walked(zone, times, from, until));
    }

    private static List<Instant> walked(ZoneId zone, Times times, Instant from, Instant until) {
        var runs = new ArrayList<Instant>();
        var before = LocalDateTime.ofInstant(from, zone);
        var latest = before;
        for (var at = from.plusSeconds(60); !at.isAfter(until); at = at.plusSeconds(60)) {
            var shown = LocalDateTime.ofInstant(at, zone);
            var passed = new TreeSet<LocalDateTime>();
            for (var time = latest.plusMinutes(1);
                    !time.isAfter(shown);
                    time = time.plusMinutes(1)) {
                passed.add(time);
            }
            if (passed.stream().anyMatch(time -> times.times().contains(time.toLocalTime()))) {
                runs.add(at);
            }
            latest = shown.isAfter(latest) ? shown : latest;
        }
        return runs;
    }
}
