package dev.belfry.check.history.check;

import dev.belfry.check.history.Answer;
import dev.belfry.check.history.Change;
import dev.belfry.check.history.Event;
import dev.belfry.check.history.EventId;
import dev.belfry.check.history.Fault;
import dev.belfry.check.history.FaultKind;
import dev.belfry.check.history.Fingerprint;
import dev.belfry.check.history.History;
import dev.belfry.check.history.InFlight;
import dev.belfry.check.history.Operation;
import dev.belfry.check.history.Outcome;
import dev.belfry.check.history.Reply;
import dev.belfry.check.history.Request;
import dev.belfry.check.history.Seen;
import dev.belfry.check.history.Status;
import dev.belfry.core.mutation.Precondition;
import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.NodeId;
import dev.belfry.core.timer.Digest;
import dev.belfry.core.timer.GroupId;
import dev.belfry.core.timer.RetryPolicy;
import dev.belfry.core.timer.Revision;
import dev.belfry.core.timer.TimerKey;
import dev.belfry.core.timer.TimerState;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Tells the history of one timer, in milliseconds from its beginning. */
final class Story {
    static final TimerKey KEY = TimerKey.of("default", "t");
    static final GroupId GROUP = KEY.group();
    static final Duration TIMEOUT = Duration.ofSeconds(30);
    static final RetryPolicy POLICY =
            new RetryPolicy(
                    3, Duration.ofMinutes(10), Duration.ofSeconds(4), 2.0, Duration.ofSeconds(20));
    static final int DUE = 10_000;

    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private final List<Event> events = new ArrayList<>();
    private long now;
    private long ids;
    private long executeAt = DUE;
    private int payload = 1;
    private Optional<NodeId> node = Optional.empty();

    static Instant instant(long millis) {
        return START.plusMillis(millis);
    }

    static Request request(long executeAt, int payload) {
        return new Request(
                instant(executeAt),
                new Fingerprint(payload),
                POLICY,
                TIMEOUT,
                new Digest(executeAt, payload));
    }

    static Operation creating() {
        return creating(DUE, 1);
    }

    static Operation creating(long executeAt, int payload) {
        return new Operation.Create(KEY, request(executeAt, payload));
    }

    static Operation put(long executeAt, int payload) {
        return new Operation.Put(KEY, request(executeAt, payload), Precondition.none());
    }

    static Operation put(long executeAt, int payload, long revision) {
        return new Operation.Put(KEY, request(executeAt, payload), matches(revision));
    }

    static Precondition matches(long revision) {
        return new Precondition.Matches(Set.of(new Revision(revision)));
    }

    static Operation patchPayload(int payload) {
        return patch(Optional.empty(), Optional.of(new Fingerprint(payload)), false);
    }

    static Operation patchExecuteAt(long executeAt) {
        return patch(Optional.of(instant(executeAt)), Optional.empty(), false);
    }

    static Operation patchOthers() {
        return patch(Optional.empty(), Optional.empty(), true);
    }

    private static Operation patch(
            Optional<Instant> executeAt, Optional<Fingerprint> payload, boolean others) {
        var change =
                new Change(
                        executeAt,
                        payload,
                        Optional.empty(),
                        Optional.empty(),
                        others,
                        new Digest(7, 7));
        return new Operation.Patch(KEY, change, Precondition.none());
    }

    static Operation delete() {
        return new Operation.Delete(KEY, Precondition.none());
    }

    static Operation reading() {
        return new Operation.Get(KEY);
    }

    static Operation redrive() {
        return new Operation.Redrive(KEY);
    }

    static Operation pause() {
        return new Operation.Pause(GROUP);
    }

    static Operation resume() {
        return new Operation.Resume(GROUP);
    }

    static Seen seen(TimerState state, long revision, long executeAt, int attempts) {
        return new Seen(
                state, new Revision(revision), instant(executeAt), attempts, Optional.empty());
    }

    static Seen scheduled(long revision) {
        return seen(TimerState.SCHEDULED, revision, DUE, 0);
    }

    static Reply done() {
        return new Reply.Done();
    }

    static Reply failed() {
        return new Reply.Failed(Duration.ZERO);
    }

    Story at(long millis) {
        now = millis;
        return this;
    }

    Story add(Event event) {
        events.add(event);
        return this;
    }

    Story keepsReached() {
        return add(
                new Event.Declared(
                        instant(now),
                        new Group(GROUP, 16, Duration.ofHours(1), Duration.ofDays(30))));
    }

    EventId invoke(Operation operation) {
        var id = new EventId("client", ids++);
        add(new Event.Invoked(id, instant(now), operation));
        return id;
    }

    Story end(EventId id, Outcome outcome) {
        return add(new Event.Answered(id, instant(now), outcome));
    }

    Story answer(EventId id, Status status) {
        return end(id, new Outcome.Ok(Answer.of(status)));
    }

    /** An operation that is answered a millisecond later. */
    Story does(Operation operation, Answer answer) {
        var id = invoke(operation);
        now++;
        return end(id, new Outcome.Ok(answer));
    }

    Story does(Operation operation, Status status) {
        return does(operation, Answer.of(status));
    }

    Story shows(Operation operation, Status status, Seen seen) {
        return does(operation, Answer.showing(status, seen));
    }

    Story deletes(InFlight inFlight) {
        return does(delete(), Answer.deleted(inFlight));
    }

    Story tries(Operation operation, Outcome outcome) {
        var id = invoke(operation);
        now++;
        return end(id, outcome);
    }

    Story unknown(Operation operation) {
        return tries(operation, new Outcome.Unknown());
    }

    Story refused(Operation operation) {
        return tries(operation, new Outcome.Failed());
    }

    /** What attempts carry from here on. */
    Story sending(long newExecuteAt, int newPayload) {
        executeAt = newExecuteAt;
        payload = newPayload;
        return this;
    }

    Story from(String name) {
        node = Optional.of(new NodeId(name));
        return this;
    }

    EventId start(String webhookId, int number) {
        var id = new EventId("receiver", ids++);
        add(
                new Event.AttemptStarted(
                        id,
                        instant(now),
                        KEY,
                        webhookId,
                        number,
                        instant(executeAt),
                        new Fingerprint(payload),
                        node));
        return id;
    }

    Story reply(EventId id, Reply reply) {
        return add(new Event.AttemptAnswered(id, instant(now), reply));
    }

    /** An attempt that is answered ten milliseconds later. */
    Story fires(String webhookId, int number, Reply reply) {
        var id = start(webhookId, number);
        now += 10;
        return reply(id, reply);
    }

    Story fault(FaultKind kind, long from, long until) {
        return add(new Event.Struck(Fault.anywhere(kind, instant(from), instant(until))));
    }

    Story faultOf(String name, FaultKind kind, long from, long until) {
        return add(
                new Event.Struck(
                        new Fault(
                                kind,
                                instant(from),
                                instant(until),
                                Set.of(new NodeId(name)),
                                Set.of())));
    }

    Story remains(Seen seen) {
        return add(new Event.Remained(instant(now), KEY, seen));
    }

    Story quiesces(long millis) {
        return add(new Event.Quiesced(instant(millis), true));
    }

    Story quiescesUnlisted(long millis) {
        return add(new Event.Quiesced(instant(millis), false));
    }

    History history() {
        return new History(events);
    }

    Report check() {
        return check(Bounds.ofSimulation());
    }

    Report check(Bounds bounds) {
        return new Checker(bounds).check(history());
    }
}
