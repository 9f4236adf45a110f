package dev.belfry.node.shard;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What watches the clocks and what is driven by them. */
class ClocksTest {
    private final SettableClock clock = new SettableClock();
    private final ClockGuard guard = new ClockGuard(clock);

    @Test
    void clocksThatGoTogetherAreTrusted() {
        assertThat(guard.isTrusted()).isTrue();
        clock.advance(Duration.ofDays(3));
        assertThat(guard.look()).isEmpty();
        assertThat(guard.isTrusted()).isTrue();
    }

    @Test
    void aJumpForwardAndAJumpBackAreNoticed() {
        clock.step(Duration.ofSeconds(1));
        assertThat(guard.look()).contains(Duration.ofSeconds(1));
        assertThat(guard.isTrusted()).isFalse();
        clock.step(Duration.ofSeconds(-2));
        assertThat(guard.look()).contains(Duration.ofSeconds(-2));
    }

    @Test
    void slewingIsTolerated() {
        clock.step(Duration.ofMillis(250));
        assertThat(guard.look()).isEmpty();
        clock.step(Duration.ofMillis(-250));
        assertThat(guard.look()).isEmpty();
        clock.step(Duration.ofMillis(251));
        assertThat(guard.look()).isPresent();
    }

    @Test
    void driftOverALongSleepIsTolerated() {
        clock.advance(Duration.ofHours(1));
        clock.step(Duration.ofSeconds(3));
        assertThat(guard.look()).isEmpty();
        clock.advance(Duration.ofHours(1));
        clock.step(Duration.ofSeconds(5));
        assertThat(guard.look()).isPresent();
    }

    @Test
    void trustComesBackAfterTheProbation() {
        clock.step(Duration.ofSeconds(10));
        assertThat(guard.look()).isPresent();
        clock.advance(ClockGuard.PROBATION.minusMillis(1));
        assertThat(guard.look()).isEmpty();
        assertThat(guard.isTrusted()).isFalse();
        clock.advance(Duration.ofMillis(1));
        assertThat(guard.look()).isEmpty();
        assertThat(guard.isTrusted()).isTrue();
    }

    @Test
    void anotherJumpBeginsTheProbationAnew() {
        clock.step(Duration.ofSeconds(10));
        guard.look();
        clock.advance(Duration.ofMillis(400));
        clock.step(Duration.ofSeconds(10));
        guard.look();
        clock.advance(Duration.ofMillis(400));
        guard.look();
        assertThat(guard.isTrusted()).isFalse();
    }

    @Test
    void revisionsRiseAlsoWhenTheClockGoesBack() {
        var revisions = new Revisions(clock, new Random(1));
        var last = revisions.next().revision();
        for (int i = 0; i < 10_000; i++) {
            clock.step(Duration.ofMillis(i % 3 == 0 ? -5_000 : 1));
            var next = revisions.next().revision();
            assertThat(next.isAfter(last)).isTrue();
            last = next;
        }
    }

    @Test
    void aRevisionFollowsTheClockInWholeMilliseconds() {
        var revisions = new Revisions(clock, new Random(1));
        clock.step(Duration.ofNanos(1_999_999));
        var stamp = revisions.next();
        assertThat(stamp.now()).isEqualTo(Rows.NOON.plusMillis(1));
        assertThat(stamp.revision().value() >> 20).isEqualTo(stamp.now().toEpochMilli());
    }

    @Test
    void remindersRunByMonotonicTimeInTheirOrder() {
        var reminders = new Reminders(clock);
        var run = new ArrayList<String>();
        reminders.after(Duration.ofSeconds(2), () -> run.add("late"));
        reminders.after(Duration.ofSeconds(1), () -> run.add("first"));
        reminders.after(Duration.ofSeconds(1), () -> run.add("second"));
        assertThat(reminders.next()).hasValue(Duration.ofSeconds(1).toNanos());
        clock.step(Duration.ofDays(1));
        reminders.runDue();
        assertThat(run).isEmpty();
        clock.advance(Duration.ofSeconds(1));
        reminders.runDue();
        assertThat(run).isEqualTo(List.of("first", "second"));
        clock.advance(Duration.ofSeconds(1));
        reminders.runDue();
        assertThat(run).endsWith("late");
        assertThat(reminders.next()).isEmpty();
    }

    @Test
    void aReminderMadeByAReminderRunsInItsOwnTime() {
        var reminders = new Reminders(clock);
        var run = new ArrayList<String>();
        reminders.after(
                Duration.ZERO,
                () -> reminders.after(Duration.ofSeconds(1), () -> run.add("inner")));
        reminders.runDue();
        assertThat(run).isEmpty();
        clock.advance(Duration.ofSeconds(1));
        reminders.runDue();
        assertThat(run).containsExactly("inner");
    }

    @Test
    void retryDelaysGrowUpToASecondAndStartOver() {
        var delay = new RetryDelay(new Random(1));
        assertThat(delay.next()).isBetween(Duration.ofMillis(5), Duration.ofMillis(10));
        for (int i = 0; i < 20; i++) {
            delay.next();
        }
        assertThat(delay.next()).isBetween(Duration.ofMillis(500), Duration.ofSeconds(1));
        delay.reset();
        assertThat(delay.next()).isBetween(Duration.ofMillis(5), Duration.ofMillis(10));
    }
}
