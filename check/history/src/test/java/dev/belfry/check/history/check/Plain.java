package dev.belfry.check.history.check;

import dev.belfry.check.history.Event;
import dev.belfry.check.history.EventHistory;
import dev.belfry.check.history.EventId;
import dev.belfry.check.history.Fingerprint;
import dev.belfry.check.history.ObservedOutcome;
import dev.belfry.check.history.ObservedRequest;
import dev.belfry.check.history.Operation;
import dev.belfry.check.history.Reply;
import dev.belfry.check.history.Status;
import dev.belfry.core.timer.TimerKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A timer of a history about which nothing is unknown.
 *
 * @param done what its operations came to, in order: {@code Create:201}
 * @param created the ids of its creates
 * @param attempts in order, with their replies
 */
record Plain(
        TimerKey key,
        List<String> done,
        List<EventId> created,
        Optional<ObservedRequest> request,
        List<Event.AttemptStarted> attempts,
        List<Optional<Event.AttemptAnswered>> replies,
        Optional<Event.Remained> remained) {

    static List<Plain> of(EventHistory history) {
        var answers = new HashMap<EventId, ObservedOutcome>();
        var replies = new HashMap<EventId, Event.AttemptAnswered>();
        for (var event : history.events()) {
            switch (event) {
                case Event.Answered(var id, _, var outcome) -> answers.put(id, outcome);
                case Event.AttemptAnswered reply -> replies.put(reply.id(), reply);
                default -> {}
            }
        }
        var plains = new LinkedHashMap<TimerKey, Plain>();
        var unclear = new HashSet<TimerKey>();
        for (var event : history.events()) {
            switch (event) {
                case Event.Invoked(var id, _, Operation.OnTimer on) -> {
                    if (answers.get(id) instanceof ObservedOutcome.Ok(var answer)) {
                        plains.compute(on.key(), (k, v) -> or(k, v).with(id, on, answer.status()));
                    } else {
                        unclear.add(on.key());
                    }
                }
                case Event.AttemptStarted start ->
                        plains.compute(
                                start.key(),
                                (k, v) ->
                                        or(k, v).with(
                                                        start,
                                                        Optional.ofNullable(
                                                                replies.get(start.id()))));
                case Event.Remained remained ->
                        plains.compute(remained.key(), (k, v) -> or(k, v).with(remained));
                default -> {}
            }
        }
        plains.keySet().removeAll(unclear);
        return List.copyOf(plains.values());
    }

    private static Plain or(TimerKey key, Plain known) {
        return known != null
                ? known
                : new Plain(
                        key,
                        List.of(),
                        List.of(),
                        Optional.empty(),
                        List.of(),
                        List.of(),
                        Optional.empty());
    }

    private Plain with(EventId id, Operation.OnTimer operation, Status status) {
        var name = operation.getClass().getSimpleName() + ":" + status.code();
        var asked =
                operation instanceof Operation.Create(_, var request)
                        ? Optional.of(request)
                        : request;
        var ids = operation instanceof Operation.Create ? plus(created, id) : created;
        return new Plain(key, plus(done, name), ids, asked, attempts, replies, remained);
    }

    private Plain with(Event.AttemptStarted start, Optional<Event.AttemptAnswered> reply) {
        return new Plain(
                key, done, created, request, plus(attempts, start), plus(replies, reply), remained);
    }

    private Plain with(Event.Remained last) {
        return new Plain(key, done, created, request, attempts, replies, Optional.of(last));
    }

    private static <T> List<T> plus(List<T> list, T last) {
        return Stream.concat(list.stream(), Stream.of(last)).toList();
    }

    boolean did(String... operations) {
        return done.equals(List.of(operations));
    }

    /** Whether its attempts were answered like this, in order. */
    boolean got(Class<?>... types) {
        return replies.size() == types.length
                && Stream.iterate(0, i -> i < types.length, i -> i + 1)
                        .allMatch(
                                i ->
                                        replies.get(i)
                                                .map(r -> types[i].isInstance(r.reply()))
                                                .orElse(types[i] == Reply.Hung.class));
    }

    /** An attempt of it that never was. */
    Event.AttemptStarted attempt(String webhookId, int number, Instant at) {
        var asked = request.orElseThrow();
        return attempt(webhookId, number, at, asked.executeAt(), asked.payload());
    }

    Event.AttemptStarted attempt(
            String webhookId, int number, Instant at, Instant executeAt, Fingerprint payload) {
        return new Event.AttemptStarted(
                new EventId("sabotage", at.toEpochMilli()),
                at,
                key,
                webhookId,
                number,
                executeAt,
                payload,
                Optional.empty());
    }

    List<Event> attemptEvents() {
        var events = new ArrayList<Event>(attempts);
        replies.forEach(reply -> reply.ifPresent(events::add));
        return events;
    }

    Map<String, Object> summary() {
        return Map.of("key", key, "done", done, "attempts", attempts.size());
    }
}
