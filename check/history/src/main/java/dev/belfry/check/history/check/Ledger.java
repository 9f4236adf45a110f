package dev.belfry.check.history.check;

import static dev.belfry.core.Checks.require;

import dev.belfry.check.history.Event;
import dev.belfry.check.history.EventHistory;
import dev.belfry.check.history.EventId;
import dev.belfry.check.history.InjectedFault;
import dev.belfry.check.history.ObservedOutcome;
import dev.belfry.check.history.Operation;
import dev.belfry.core.shard.Group;
import dev.belfry.core.timer.GroupId;
import dev.belfry.core.timer.TimerKey;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A history sorted by whom it concerns. Confined to one check. */
final class Ledger {
    private final EventHistory history;
    private final CheckBounds bounds;
    private final Map<GroupId, Group> groups = new HashMap<>();
    private final Map<TimerKey, Case> cases = new LinkedHashMap<>();
    private final Map<GroupId, List<Op>> ofGroups = new HashMap<>();
    private final List<InjectedFault> faults = new ArrayList<>();
    private final Map<EventId, Integer> answers = new HashMap<>();
    private final Map<EventId, Integer> replies = new HashMap<>();
    private final Map<EventId, Op> open = new HashMap<>();
    private Optional<Event.Quiesced> quiesced = Optional.empty();
    private int invoked;
    private int answered;
    private int failed;
    private int attempts;

    Ledger(EventHistory history, CheckBounds bounds) {
        this.history = history;
        this.bounds = bounds;
    }

    static Ledger of(EventHistory history, CheckBounds bounds) {
        var ledger = new Ledger(history, bounds);
        ledger.each(ledger::note);
        ledger.each(ledger::sort);
        return ledger;
    }

    private interface Visit {
        void event(Event event, int index);
    }

    private void each(Visit visit) {
        for (int i = 0; i < history.events().size(); i++) {
            visit.event(history.events().get(i), i);
        }
    }

    /** First what is needed to read the rest. */
    private void note(Event event, int index) {
        switch (event) {
            case Event.Declared(_, var group) -> groups.put(group.id(), group);
            case Event.Answered(var id, _, _) -> once(answers.put(id, index), id);
            case Event.AttemptAnswered(var id, _, _) -> once(replies.put(id, index), id);
            case Event.Struck(var fault) -> faults.add(fault);
            case Event.Quiesced end -> quiesced = Optional.of(end);
            case Event.Invoked _, Event.AttemptStarted _, Event.Remained _ -> {}
        }
    }

    private static void once(@Nullable Object former, EventId id) {
        require(former == null, "id", "%s is there twice", id);
    }

    private void sort(Event event, int index) {
        switch (event) {
            case Event.Invoked invocation -> invoked(invocation, index);
            case Event.Answered(var id, _, var outcome) -> answered(id, outcome);
            case Event.AttemptStarted started -> started(started, index);
            case Event.Remained(_, var key, var seen) -> caseOf(key).remained(seen);
            case Event.Declared _, Event.AttemptAnswered _, Event.Struck _, Event.Quiesced _ -> {}
        }
    }

    private void invoked(Event.Invoked event, int index) {
        invoked++;
        int at = answers.getOrDefault(event.id(), Op.NEVER);
        var op = new Op(index, event, at, find(at, Event.Answered.class));
        once(open.put(event.id(), op), event.id());
        switch (event.operation()) {
            case Operation.OnGroup on -> ofGroup(on.group()).add(op);
            case Operation.OnTimer on when matters(op) -> caseOf(on.key()).add(new Step.Invoke(op));
            case Operation.OnTimer _ -> {}
        }
    }

    private List<Op> ofGroup(GroupId group) {
        return ofGroups.computeIfAbsent(group, _ -> new ArrayList<>());
    }

    private boolean matters(Op op) {
        boolean reads = op.operation() instanceof Operation.Get;
        return !op.isFailed() && !(reads && (op.isUnknown() || !bounds.freshReads()));
    }

    private void answered(EventId id, ObservedOutcome outcome) {
        var op = Optional.ofNullable(open.get(id));
        require(op.isPresent(), "id", "%s is answered before it was invoked", id);
        answered += outcome instanceof ObservedOutcome.Ok ? 1 : 0;
        failed += outcome instanceof ObservedOutcome.Failed ? 1 : 0;
        op.filter(known -> !known.isUnknown() && matters(known)).ifPresent(this::returned);
    }

    private void returned(Op op) {
        if (op.operation() instanceof Operation.OnTimer on) {
            caseOf(on.key()).add(new Step.Return(op));
        }
    }

    private void started(Event.AttemptStarted event, int index) {
        attempts++;
        int at = replies.getOrDefault(event.id(), Op.NEVER);
        var attempt = new ObservedAttempt(index, event, at, find(at, Event.AttemptAnswered.class));
        caseOf(event.key()).add(new Step.Start(attempt));
    }

    private <T extends Event> Optional<T> find(int index, Class<T> type) {
        return index == Op.NEVER
                ? Optional.empty()
                : Optional.of(type.cast(history.events().get(index)));
    }

    private Case caseOf(TimerKey key) {
        return cases.computeIfAbsent(key, _ -> new Case(key, group(key.group())));
    }

    private Group group(GroupId id) {
        return groups.computeIfAbsent(id, _ -> Group.of(id.value(), Group.SMALL));
    }

    Collection<Case> cases() {
        return cases.values();
    }

    Faults faults() {
        return new Faults(faults, bounds);
    }

    ObservedPauses pauses(GroupId group) {
        return new ObservedPauses(ofGroups.getOrDefault(group, List.of()), bounds);
    }

    Optional<Event.Quiesced> quiesced() {
        return quiesced;
    }

    Counts counts(int excused) {
        int unknown = invoked - answered - failed;
        return new Counts(cases.size(), answered, failed, unknown, attempts, excused);
    }
}
