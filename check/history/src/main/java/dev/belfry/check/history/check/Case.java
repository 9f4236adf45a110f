package dev.belfry.check.history.check;

import dev.belfry.check.history.Event;
import dev.belfry.check.history.Operation;
import dev.belfry.check.history.Reply;
import dev.belfry.check.history.Seen;
import dev.belfry.core.shard.Group;
import dev.belfry.core.timer.TimerKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The history of one timer. Confined to the check that reads it. */
final class Case {
    private static final int TRACE_LENGTH = 24;

    private final TimerKey key;
    private final Group group;
    private final List<Step> steps = new ArrayList<>(4);
    private final Map<String, List<ObservedAttempt>> attempts = HashMap.newHashMap(1);
    private Optional<Seen> remained = Optional.empty();
    private Duration longestTimeout = Duration.ZERO;

    Case(TimerKey key, Group group) {
        this.key = key;
        this.group = group;
    }

    void add(Step step) {
        steps.add(step);
        switch (step) {
            case Step.Start(var attempt) -> attemptsOf(attempt).add(attempt);
            case Step.Invoke(var op) -> noteTimeout(op.operation());
            case Step.Return _ -> {}
        }
    }

    private List<ObservedAttempt> attemptsOf(ObservedAttempt attempt) {
        return attempts.computeIfAbsent(attempt.webhookId(), _ -> new ArrayList<>(1));
    }

    private void noteTimeout(Operation operation) {
        switch (operation) {
            case Operation.Create(_, var request) -> noteTimeout(request.timeout());
            case Operation.Put(_, var request, _) -> noteTimeout(request.timeout());
            case Operation.Patch(_, var change, _) -> change.timeout().ifPresent(this::noteTimeout);
            case Operation.Delete _, Operation.Redrive _, Operation.Get _ -> {}
            case Operation.OnGroup _ -> {}
        }
    }

    private void noteTimeout(Duration timeout) {
        longestTimeout = timeout.compareTo(longestTimeout) > 0 ? timeout : longestTimeout;
    }

    void remained(Seen seen) {
        remained = Optional.of(seen);
    }

    TimerKey key() {
        return key;
    }

    Group group() {
        return group;
    }

    List<Step> steps() {
        return steps;
    }

    /** What the store held of it at the end. */
    Optional<Seen> remained() {
        return remained;
    }

    Duration longestTimeout() {
        return longestTimeout;
    }

    /** The attempts under this id, in order, up to an index. */
    Stream<ObservedAttempt> attempts(String webhookId, int before) {
        return attempts.getOrDefault(webhookId, List.of()).stream()
                .filter(attempt -> attempt.index() < before);
    }

    Optional<ObservedAttempt> latest(String webhookId, int number, int before) {
        return attempts(webhookId, before)
                .filter(attempt -> attempt.number() == number)
                .reduce((_, later) -> later);
    }

    /** What an attempt repeats: the same one, or an earlier one that the receiver had done. */
    Optional<ObservedAttempt> repeatedBy(ObservedAttempt attempt) {
        return latest(attempt.webhookId(), attempt.number(), attempt.index())
                .or(() -> doneBefore(attempt));
    }

    private Optional<ObservedAttempt> doneBefore(ObservedAttempt attempt) {
        return attempts(attempt.webhookId(), attempt.index())
                .filter(earlier -> earlier.replyBefore(attempt.index()) instanceof Reply.Done)
                .findFirst();
    }

    /** Whether a schedule asked for at this index can be the one known by this id. */
    boolean mayBind(String webhookId, int origin) {
        var known = attempts.getOrDefault(webhookId, List.of());
        return known.isEmpty() || known.getFirst().index() > origin;
    }

    List<Event> trace(int upTo) {
        var events =
                steps.stream()
                        .takeWhile(step -> step.moment().index() <= upTo)
                        .flatMap(step -> step.events(upTo).stream())
                        .sorted(Comparator.comparing(Event::at))
                        .toList();
        return events.subList(Math.max(0, events.size() - TRACE_LENGTH), events.size());
    }
}
