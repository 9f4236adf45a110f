package dev.belfry.simulation.cluster;

import dev.belfry.core.mutation.Decision;
import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.NodeId;
import dev.belfry.core.timer.AttemptId;
import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.KeptTimer;
import dev.belfry.core.timer.Timer;
import dev.belfry.core.timer.TimerKey;
import dev.belfry.engine.Outcome;
import dev.belfry.engine.callback.Attempt;
import dev.belfry.history.Answer;
import dev.belfry.history.Event;
import dev.belfry.history.EventId;
import dev.belfry.history.Fault;
import dev.belfry.history.FaultKind;
import dev.belfry.history.Fingerprint;
import dev.belfry.history.History;
import dev.belfry.history.InFlight;
import dev.belfry.history.MemoryRecorder;
import dev.belfry.history.Operation;
import dev.belfry.history.Reply;
import dev.belfry.history.Seen;
import dev.belfry.history.Status;
import dev.belfry.simulation.VirtualClock;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Writes down what happens, in true time, and counts what struck. */
final class Scribe {
    private final MemoryRecorder recorder = new MemoryRecorder();
    private final VirtualClock trueClock;
    private final Map<Strike, Integer> strikes = new EnumMap<>(Strike.class);
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
                new Event.Struck(new Fault(kind, now(), now().plus(lasts), nodes, Set.of())));
    }

    void declared(Group group) {
        recorder.record(new Event.Declared(now(), group));
    }

    EventId invoked(Operation operation) {
        var id = new EventId("client", ++operations);
        recorder.record(new Event.Invoked(id, now(), operation));
        return id;
    }

    void answered(EventId id, dev.belfry.history.Outcome outcome) {
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

    History quiesced() {
        recorder.record(new Event.Quiesced(now(), true));
        return recorder.history();
    }

    Map<Strike, Integer> strikes() {
        return strikes;
    }

    /** What a client is told, in the words of a history. */
    static dev.belfry.history.Outcome told(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Decided(var decision, var hint) ->
                    new dev.belfry.history.Outcome.Ok(answer(decision, hint));
            case Outcome.NotApplied _, Outcome.Refused _ -> new dev.belfry.history.Outcome.Failed();
            case Outcome.Unknown _ -> new dev.belfry.history.Outcome.Unknown();
        };
    }

    private static Answer answer(Decision decision, Outcome.AttemptHint hint) {
        return switch (decision.verdict()) {
            case CREATED -> showing(Status.CREATED, decision.after());
            case REPLACED, PATCHED, REDRIVEN, IDENTICAL -> showing(Status.OK, decision.after());
            case EXISTS -> showing(Status.EXISTS, decision.after());
            case NOT_FOUND -> Answer.of(Status.NOT_FOUND);
            case PRECONDITION_FAILED -> Answer.of(Status.PRECONDITION_FAILED);
            case DELETED -> Answer.deleted(inFlight(hint));
            case SETTLED, EXPIRED, SUPERSEDED ->
                    throw new IllegalStateException("no client gets " + decision.verdict());
        };
    }

    static Answer showing(Status status, Entry entry) {
        return new Answer(status, seen(entry), InFlight.NONE);
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
