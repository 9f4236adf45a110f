package dev.belfry.check.simulation.cluster;

import dev.belfry.check.history.Event;
import dev.belfry.check.history.EventHistory;
import dev.belfry.check.history.EventId;
import dev.belfry.check.history.FaultKind;
import dev.belfry.check.history.Fingerprint;
import dev.belfry.check.history.InFlight;
import dev.belfry.check.history.InjectedFault;
import dev.belfry.check.history.MemoryRecorder;
import dev.belfry.check.history.ObservedAnswer;
import dev.belfry.check.history.Operation;
import dev.belfry.check.history.Reply;
import dev.belfry.check.history.Seen;
import dev.belfry.check.history.Status;
import dev.belfry.check.simulation.VirtualClock;
import dev.belfry.core.mutation.Decision;
import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.NodeId;
import dev.belfry.core.timer.AttemptId;
import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.KeptTimer;
import dev.belfry.core.timer.Timer;
import dev.belfry.core.timer.TimerKey;
import dev.belfry.node.Outcome;
import dev.belfry.node.fire.Attempt;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Writes down what happens, in true time, and counts what struck. */
final class Scribe {
    private final MemoryRecorder recorder = new MemoryRecorder();
    private final VirtualClock trueClock;
    private final Map<Strike, Integer> strikes = new EnumMap<>(Strike.class);
    private final LostWrites lostWrites = new LostWrites();
    private long operations;
    private long attempts;

    Scribe(VirtualClock trueClock) {
        this.trueClock = trueClock;
    }

    Instant now() {
        return trueClock.now();
    }

    void struck(Strike strike) {
        strikes.merge(strike, 1, Integer::sum);
    }

    /** Something that may explain what is seen from now on, for some time. */
    void fault(FaultKind kind, Duration lasts, Set<NodeId> nodes) {
        recorder.record(
                new Event.Struck(
                        new InjectedFault(kind, now(), now().plus(lasts), nodes, Set.of())));
    }

    /** What a loop answered. */
    void loopAnswered(Outcome outcome) {
        if (outcome.equals(new Outcome.NotApplied(Outcome.Reason.OVERLOADED))) {
            struck(Strike.QUEUE_FULL);
        }
    }

    void declared(Group group) {
        recorder.record(new Event.Declared(now(), group));
    }

    EventId invoked(Operation operation) {
        var id = new EventId("client", ++operations);
        recorder.record(new Event.Invoked(id, now(), operation));
        return id;
    }

    void answered(EventId id, dev.belfry.check.history.ObservedOutcome outcome) {
        recorder.record(new Event.Answered(id, now(), outcome));
    }

    EventId started(Attempt attempt, NodeId node) {
        var id = new EventId("receiver", ++attempts);
        var spec = attempt.timer().spec();
        recorder.record(
                new Event.AttemptStarted(
                        id,
                        now(),
                        attempt.timer().key(),
                        attempt.id().webhookId(),
                        attempt.id().number(),
                        spec.executeAt(),
                        Fingerprint.of(spec.payload().bytes()),
                        Optional.of(node)));
        return id;
    }

    void replied(EventId id, Reply reply) {
        recorder.record(new Event.AttemptAnswered(id, now(), reply));
    }

    void remained(TimerKey key, Entry entry) {
        seen(entry).ifPresent(seen -> recorder.record(new Event.Remained(now(), key, seen)));
    }

    /** The store has lost what was written since then, among it to these timers. */
    void lost(Instant since, Set<TimerKey> written) {
        lostWrites.add(since, now(), written);
    }

    /** A read of the store showed these timers as they were. */
    void misled(Collection<TimerKey> about) {
        lostWrites.addTimers(about);
    }

    EventHistory quiesced() {
        recorder.record(new Event.Quiesced(now(), true));
        return lostWrites.leftOutOf(recorder.history());
    }

    Map<Strike, Integer> strikes() {
        return strikes;
    }

    /** What a client is told, in the words of a history. */
    static dev.belfry.check.history.ObservedOutcome told(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Decided(var decision, var hint) ->
                    new dev.belfry.check.history.ObservedOutcome.Ok(answer(decision, hint));
            case Outcome.NotApplied _, Outcome.Refused _ ->
                    new dev.belfry.check.history.ObservedOutcome.Failed();
            case Outcome.Unknown _ -> new dev.belfry.check.history.ObservedOutcome.Unknown();
        };
    }

    private static ObservedAnswer answer(Decision decision, Outcome.AttemptHint hint) {
        return switch (decision.verdict()) {
            case CREATED -> showing(Status.CREATED, decision.after());
            case REPLACED, PATCHED, REDRIVEN, IDENTICAL -> showing(Status.OK, decision.after());
            case EXISTS -> showing(Status.EXISTS, decision.after());
            case NOT_FOUND -> ObservedAnswer.of(Status.NOT_FOUND);
            case PRECONDITION_FAILED -> ObservedAnswer.of(Status.PRECONDITION_FAILED);
            case DELETED -> ObservedAnswer.deleted(inFlight(hint));
            case HEADERS_REQUIRED,
                    NO_SCHEDULE,
                    RUN_REDRIVEN,
                    SETTLED,
                    EXPIRED,
                    COPIED,
                    SUPERSEDED ->
                    throw new IllegalStateException("no client gets " + decision.verdict());
        };
    }

    static ObservedAnswer showing(Status status, Entry entry) {
        return new ObservedAnswer(status, seen(entry), InFlight.NONE);
    }

    private static InFlight inFlight(Outcome.AttemptHint hint) {
        return switch (hint) {
            case NONE -> InFlight.NONE;
            case POSSIBLE -> InFlight.POSSIBLE;
            case IN_FLIGHT -> InFlight.STARTED;
        };
    }

    private static Optional<Seen> seen(Entry entry) {
        return switch (entry) {
            case Entry.Absent _ -> Optional.empty();
            case Entry.Pending(Timer timer) ->
                    Optional.of(Seen.of(timer, Optional.of(AttemptId.nextOf(timer).webhookId())));
            case Entry.Kept(KeptTimer kept) ->
                    Optional.of(
                            Seen.of(kept, Optional.of(AttemptId.nextOf(kept.timer()).webhookId())));
        };
    }
}
