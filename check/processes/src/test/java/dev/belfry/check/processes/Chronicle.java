package dev.belfry.check.processes;

import dev.belfry.check.history.Event;
import dev.belfry.check.history.EventHistory;
import dev.belfry.check.history.EventId;
import dev.belfry.check.history.FaultKind;
import dev.belfry.check.history.Fingerprint;
import dev.belfry.check.history.InjectedFault;
import dev.belfry.check.history.MemoryRecorder;
import dev.belfry.check.history.ObservedOutcome;
import dev.belfry.check.history.Operation;
import dev.belfry.check.history.Reply;
import dev.belfry.check.history.Seen;
import dev.belfry.core.timer.TimerKey;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;

/**
 * Takes down what clients, receiver and nemesis of one run do and see, in one order: the clock is
 * read where the order is made, so that both agree. Thread-safe.
 */
public final class Chronicle {
    private final MemoryRecorder recorder = new MemoryRecorder();
    private long operations;
    private long answers;
    private long attempts;

    private synchronized void record(Function<Instant, Event> event) {
        recorder.record(event.apply(Instant.now()));
    }

    public synchronized EventId invoked(Operation operation) {
        var id = new EventId("client", ++operations);
        record(now -> new Event.Invoked(id, now, operation));
        return id;
    }

    public synchronized void answered(EventId id, ObservedOutcome outcome) {
        answers++;
        record(now -> new Event.Answered(id, now, outcome));
    }

    public synchronized EventId started(
            TimerKey key, String webhookId, int number, Instant executeAt, Fingerprint payload) {
        var id = new EventId("receiver", ++attempts);
        record(
                now ->
                        new Event.AttemptStarted(
                                id,
                                now,
                                key,
                                webhookId,
                                number,
                                executeAt,
                                payload,
                                Optional.empty()));
        return id;
    }

    void replied(EventId id, Reply reply) {
        record(now -> new Event.AttemptAnswered(id, now, reply));
    }

    /** Operations that wait for an answer. */
    public synchronized long unanswered() {
        return operations - answers;
    }

    /** Attempts that the receiver has seen. */
    public synchronized long attempts() {
        return attempts;
    }

    public void struck(FaultKind kind, Instant from, Instant until) {
        record(_ -> new Event.Struck(InjectedFault.anywhere(kind, from, until)));
    }

    void remained(TimerKey key, Seen seen) {
        record(now -> new Event.Remained(now, key, seen));
    }

    public EventHistory quiesced() {
        record(now -> new Event.Quiesced(now, true));
        return recorder.history();
    }
}
