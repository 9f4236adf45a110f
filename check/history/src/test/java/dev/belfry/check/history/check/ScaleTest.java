package dev.belfry.check.history.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.check.history.Answer;
import dev.belfry.check.history.Event;
import dev.belfry.check.history.EventId;
import dev.belfry.check.history.Fault;
import dev.belfry.check.history.FaultKind;
import dev.belfry.check.history.Fingerprint;
import dev.belfry.check.history.History;
import dev.belfry.check.history.Operation;
import dev.belfry.check.history.Outcome;
import dev.belfry.check.history.Reply;
import dev.belfry.check.history.Request;
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
import org.junit.jupiter.api.Test;

/** Long histories are decided in seconds. */
class ScaleTest {
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    private static final int TIMERS = 250_000;
    private static final Duration FEW_SECONDS = Duration.ofSeconds(10);

    private final List<Event> events = new ArrayList<>();
    private long ids;

    @Test
    void aMillionEventsOfManyTimersAreDecidedInAFewSeconds() {
        for (int i = 0; i < 20; i++) {
            var at = START.plusSeconds(i);
            events.add(new Event.Struck(Fault.anywhere(FaultKind.CRASH, at, at)));
        }
        for (int i = 0; i < TIMERS; i++) {
            var key = TimerKey.of("default", "timer-" + i);
            create(key, START.plusMillis(i));
            fire(key, "w" + i, START.plusMillis(i), new Reply.Done());
        }
        decide(4 * TIMERS, START.plusMillis(TIMERS));
    }

    @Test
    void aTimerThatIsRescheduledForEverIsDecidedInAFewSeconds() {
        var key = TimerKey.of("default", "recurring");
        create(key, START);
        int rounds = 50_000;
        for (int i = 0; i < rounds; i++) {
            Reply reply =
                    i == rounds - 1
                            ? new Reply.Done()
                            : new Reply.Reschedule(START.plusSeconds(5L * i + 5), Optional.empty());
            fire(key, "w" + i, START.plusSeconds(5L * i), reply);
        }
        decide(2 * rounds, START.plusSeconds(5L * rounds));
    }

    @Test
    void aTimerThatIsReplacedForEverIsDecidedInAFewSeconds() {
        var key = TimerKey.of("default", "replaced");
        for (int i = 0; i < 50_000; i++) {
            create(key, START.plusSeconds(i));
            fire(key, "w" + i, START.plusSeconds(i), new Reply.Done());
        }
        decide(200_000, START.plusSeconds(50_000));
    }

    private void create(TimerKey key, Instant executeAt) {
        var id = new EventId("client", ids++);
        var request =
                new Request(
                        executeAt,
                        new Fingerprint(1),
                        RetryPolicy.DEFAULT,
                        Duration.ofSeconds(30),
                        new Digest(1, executeAt.toEpochMilli()));
        events.add(new Event.Invoked(id, executeAt, new Operation.Create(key, request)));
        events.add(new Event.Answered(id, executeAt, new Outcome.Ok(Answer.of(Status.CREATED))));
    }

    private void fire(TimerKey key, String webhookId, Instant at, Reply reply) {
        var id = new EventId("receiver", ids++);
        events.add(
                new Event.AttemptStarted(
                        id, at, key, webhookId, 1, at, new Fingerprint(1), Optional.empty()));
        events.add(new Event.AttemptAnswered(id, at.plusMillis(1), reply));
    }

    private void decide(int atLeast, Instant end) {
        events.add(new Event.Quiesced(end.plusSeconds(100), true));
        assertThat(events).hasSizeGreaterThan(atLeast);
        long begun = worked();
        var report = new Checker(Bounds.ofSimulation()).check(new History(events));
        var took = Duration.ofNanos(worked() - begun);
        System.out.printf("%d events in %d ms%n", events.size(), took.toMillis());
        assertThat(report.isClean()).as(report.toString()).isTrue();
        assertThat(report.isDecided()).isTrue();
        assertThat(took).isLessThan(FEW_SECONDS);
    }

    /** The time this thread was given, so that a busy machine does not count. */
    private static long worked() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }
}
