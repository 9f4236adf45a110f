package dev.belfry.check.history.check;

import dev.belfry.check.history.Change;
import dev.belfry.check.history.ObservedRequest;
import dev.belfry.check.history.Operation;
import dev.belfry.check.history.Status;
import dev.belfry.core.mutation.Precondition;
import dev.belfry.core.timer.Revision;
import dev.belfry.core.timer.TimerState;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What each operation does to each state: the mutations of the core, as a client knows them. */
final class Effects {
    private Effects() {}

    /** All that the operation can come to, several where the state is not known exactly. */
    static List<Effect> of(Op op, State before) {
        return switch (op.operation()) {
            case Operation.Create(_, var request) -> create(op, before, request);
            case Operation.Put(_, var request, var precondition) ->
                    guarded(precondition, before, put(op, before, request));
            case Operation.Patch(_, _, _) when before instanceof State.Absent ->
                    List.of(Effect.unchanged(Status.NOT_FOUND, before));
            case Operation.Patch(_, var change, var precondition) ->
                    guarded(precondition, before, patch(op, before, change));
            case Operation.Delete(_, _) when before instanceof State.Absent ->
                    List.of(Effect.unchanged(Status.NOT_FOUND, before));
            case Operation.Delete(_, var precondition) ->
                    guarded(precondition, before, List.of(deleted()));
            case Operation.Redrive _ -> List.of(redrive(op, before));
            case Operation.Get _ -> List.of(get(before));
            case Operation.OnGroup _ -> List.of();
        };
    }

    private static List<Effect> guarded(
            Precondition precondition, State before, List<Effect> effects) {
        var refused = Stream.of(Effect.unchanged(Status.PRECONDITION_FAILED, before));
        return switch (precondition) {
            case Precondition.None() -> effects;
            case Precondition.Exists() ->
                    before instanceof State.Absent ? refused.toList() : effects;
            case Precondition.Matches(var revisions) -> {
                if (before instanceof State.Absent) {
                    yield refused.toList();
                }
                var known = before.version().flatMap(State.Pending::revision);
                if (known.isEmpty()) {
                    yield Stream.concat(refused, effects.stream()).toList();
                }
                yield revisions.contains(known.get()) ? effects : refused.toList();
            }
        };
    }

    private static List<Effect> create(Op op, State before, ObservedRequest request) {
        return switch (before) {
            case State.Absent() -> List.of(created(op, request));
            case State.Pending pending ->
                    List.of(
                            Effect.unchanged(
                                    isSame(pending, request) ? Status.OK : Status.EXISTS, before));
            case State.Kept kept when isReachedAsAsked(kept, request) ->
                    List.of(Effect.unchanged(Status.OK, before));
            case State.Kept _ -> List.of(created(op, request));
        };
    }

    private static List<Effect> put(Op op, State before, ObservedRequest request) {
        return switch (before) {
            case State.Absent() -> List.of(created(op, request));
            case State.Pending pending when isSame(pending, request) ->
                    List.of(Effect.unchanged(Status.OK, before));
            case State.Pending _ ->
                    List.of(Effect.ending(Status.OK, fresh(op, request), End.How.REPLACED));
            case State.Kept kept when isReachedAsAsked(kept, request) ->
                    List.of(Effect.unchanged(Status.OK, before));
            case State.Kept _ -> List.of(created(op, request));
        };
    }

    private static List<Effect> patch(Op op, State before, Change change) {
        return switch (before) {
            case State.Absent() -> List.of();
            case State.Pending pending -> patched(op, pending, change);
            case State.Kept(_, var last, _) ->
                    change.executeAt().isEmpty()
                            ? List.of(Effect.unchanged(Status.NOT_FOUND, before))
                            : List.of(
                                    Effect.starting(
                                            Status.OK, fresh(op, change.applyTo(last.request()))));
        };
    }

    private static List<Effect> patched(Op op, State.Pending pending, Change change) {
        var request = change.applyTo(pending.request());
        var unchanged = Effect.unchanged(Status.OK, pending);
        if (request.equals(pending.request())) {
            return List.of(unchanged);
        }
        if (!request.executeAt().equals(pending.request().executeAt())) {
            return List.of(Effect.ending(Status.OK, fresh(op, request), End.How.REPLACED));
        }
        var changed = Effect.ending(Status.OK, pending.request(request), End.How.CHANGED);
        return onlyDigestChanged(request, pending.request())
                ? List.of(unchanged, changed)
                : List.of(changed);
    }

    /** Then fields changed that a history does not keep, or were given as they had been. */
    private static boolean onlyDigestChanged(ObservedRequest request, ObservedRequest before) {
        return request.payload().equals(before.payload())
                && request.retryPolicy().equals(before.retryPolicy())
                && request.timeout().equals(before.timeout());
    }

    private static Effect deleted() {
        return Effect.ending(Status.DELETED, new State.Absent(), End.How.DELETED);
    }

    private static Effect redrive(Op op, State before) {
        return switch (before) {
            case State.Absent() -> Effect.unchanged(Status.NOT_FOUND, before);
            case State.Pending _ -> Effect.unchanged(Status.EXISTS, before);
            case State.Kept(var state, var last, _) when state == TimerState.FAILED ->
                    Effect.starting(Status.OK, redriven(op, last.request()));
            case State.Kept _ -> Effect.unchanged(Status.NOT_FOUND, before);
        };
    }

    /** It fires now, by the clock of whoever carries it out. */
    private static State redriven(Op op, ObservedRequest request) {
        var now =
                new ObservedRequest(
                        op.invoked().at(),
                        request.payload(),
                        request.retryPolicy(),
                        request.timeout(),
                        request.digest());
        return State.Pending.fresh(Schedule.floatingFrom(op.index()), now, op.knownBy());
    }

    private static Effect get(State before) {
        return Effect.unchanged(
                before instanceof State.Absent ? Status.NOT_FOUND : Status.OK, before);
    }

    private static Effect created(Op op, ObservedRequest request) {
        return Effect.starting(Status.CREATED, fresh(op, request));
    }

    private static State fresh(Op op, ObservedRequest request) {
        return State.Pending.fresh(Schedule.startedAt(op.index()), request, op.knownBy());
    }

    private static boolean isSame(State.Pending pending, ObservedRequest request) {
        return pending.request().digest().equals(request.digest());
    }

    private static boolean isReachedAsAsked(State.Kept kept, ObservedRequest request) {
        return kept.state() == TimerState.REACHED && isSame(kept.last(), request);
    }

    /** Whether a revision can be the one after this change. */
    static boolean isRaised(State before, Effect effect, Revision shown) {
        Optional<Revision> former = before.version().flatMap(State.Pending::revision);
        if (effect.after().equals(before) || former.isEmpty()) {
            return true;
        }
        return effect.status() == Status.CREATED
                ? !shown.equals(former.get())
                : shown.isAfter(former.get());
    }
}
