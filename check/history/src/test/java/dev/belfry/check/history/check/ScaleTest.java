package dev.belfry.check.history.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.check.history.Event;
import dev.belfry.check.history.EventHistory;
import dev.belfry.check.history.EventId;
import dev.belfry.check.history.FaultKind;
import dev.belfry.check.history.Fingerprint;
import dev.belfry.check.history.InjectedFault;
import dev.belfry.check.history.ObservedAnswer;
import dev.belfry.check.history.ObservedOutcome;
import dev.belfry.check.history.ObservedRequest;
import dev.belfry.check.history.Operation;
import dev.belfry.check.history.Reply;
import dev.belfry.check.history.Status;
import dev.belfry.core.timer.Digest;
import dev.belfry.core.timer.RetryPolicy;
import dev.belfry.core.timer.TimerKey;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.Test;

/** The work of a check grows with the length of a history, not with its square. */
class ScaleTest {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final int LONGER = 16;
    private static final int TURNS = 5;

    private final List<Event> events = new ArrayList<>();
    private long ids;

    @Test
    void manyTimersAreDecidedOneByOne() {
        demandEvenGrowth(4_000, this::manyTimers);
    }

    private void manyTimers(int timers) {
        for (int i = 0; i < 20; i++) {
            var at = START.plusSeconds(i);
            events.add(new Event.Struck(InjectedFault.anywhere(FaultKind.CRASH, at, at)));
        }
        for (int i = 0; i < timers; i++) {
            var key = TimerKey.of("default", "timer-" + i);
            create(key, START.plusMillis(i));
            fire(key, "w" + i, START.plusMillis(i), new Reply.Done());
        }
        events.add(new Event.Quiesced(START.plusMillis(timers).plusSeconds(100), true));
    }

    @Test
    void aTimerThatIsRescheduledForEverIsDecided() {
        demandEvenGrowth(3_125, this::rescheduled);
    }

    private void rescheduled(int rounds) {
        var key = TimerKey.of("default", "recurring");
        create(key, START);
        for (int i = 0; i < rounds; i++) {
            Reply reply =
                    i == rounds - 1
                            ? new Reply.Done()
                            : new Reply.Reschedule(START.plusSeconds(5L * i + 5), Optional.empty());
            fire(key, "w" + i, START.plusSeconds(5L * i), reply);
        }
        events.add(new Event.Quiesced(START.plusSeconds(5L * rounds + 100), true));
    }

    @Test
    void aTimerThatIsReplacedForEverIsDecided() {
        demandEvenGrowth(3_125, this::replaced);
    }

    private void replaced(int rounds) {
        var key = TimerKey.of("default", "replaced");
        for (int i = 0; i < rounds; i++) {
            create(key, START.plusSeconds(i));
            fire(key, "w" + i, START.plusSeconds(i), new Reply.Done());
        }
        events.add(new Event.Quiesced(START.plusSeconds(rounds + 100), true));
    }

    private void create(TimerKey key, Instant executeAt) {
        var id = new EventId("client", ids++);
        var request =
                new ObservedRequest(
                        executeAt,
                        new Fingerprint(1),
                        RetryPolicy.DEFAULT,
                        Duration.ofSeconds(30),
                        new Digest(1, executeAt.toEpochMilli()));
        events.add(new Event.Invoked(id, executeAt, new Operation.Create(key, request)));
        events.add(
                new Event.Answered(
                        id, executeAt, new ObservedOutcome.Ok(ObservedAnswer.of(Status.CREATED))));
    }

    private void fire(TimerKey key, String webhookId, Instant at, Reply reply) {
        var id = new EventId("receiver", ids++);
        events.add(
                new Event.AttemptStarted(
                        id, at, key, webhookId, 1, at, new Fingerprint(1), Optional.empty()));
        events.add(new Event.AttemptAnswered(id, at.plusMillis(1), reply));
    }

    /**
     * A square would take {@link #LONGER} times as much again. What else the machine does only
     * adds, and not each time.
     */
    private void demandEvenGrowth(int size, IntConsumer happens) {
        long longer = Long.MAX_VALUE;
        long limit = 0;
        for (int turn = 0; turn < TURNS && longer >= limit; turn++) {
            limit = Math.max(limit, decided(size, happens) * LONGER * 4);
            longer = Math.min(longer, decided(LONGER * size, happens));
            System.out.printf("%d ns of at most %d for %d events%n", longer, limit, events.size());
        }
        assertThat(longer).isLessThan(limit);
    }

    private long decided(int size, IntConsumer happens) {
        events.clear();
        happens.accept(size);
        long begun = worked();
        var report = new Checker(CheckBounds.ofSimulation()).check(new EventHistory(events));
        long took = worked() - begun;
        assertThat(report.isClean()).as(report.toString()).isTrue();
        assertThat(report.isDecided()).isTrue();
        return took;
    }

    /** The time this thread was given, so that a busy machine does not count. */
    private static long worked() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }
}
