package dev.belfry.check.history.check;

import dev.belfry.check.history.Event;
import dev.belfry.check.history.EventHistory;
import dev.belfry.check.history.Fingerprint;
import dev.belfry.check.history.ObservedAnswer;
import dev.belfry.check.history.ObservedOutcome;
import dev.belfry.check.history.Reply;
import dev.belfry.check.history.Status;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** Changes of histories that sabotages are made of. */
final class Edits {
    private Edits() {}

    static boolean isDoneAtOnce(Plain timer) {
        return timer.did("Create:201") && timer.got(Reply.Done.class);
    }

    /** A receiver's success, after which a timer may be gone for good reason. */
    static boolean isDone(Event event) {
        return event instanceof Event.AttemptAnswered answered
                && answered.reply() instanceof Reply.Done;
    }

    static boolean isToldBeforeItFires(Plain timer, EventHistory history) {
        var told = history.events().stream().filter(e -> isAnswerOf(e, timer)).findFirst();
        return timer.attempts().stream().allMatch(a -> told.orElseThrow().at().isBefore(a.at()));
    }

    private static boolean isAnswerOf(Event event, Plain timer) {
        return event instanceof Event.Answered answered && timer.created().contains(answered.id());
    }

    static boolean isRetriedOnce(Plain timer) {
        return timer.did("Create:201")
                && timer.got(Reply.Failed.class, Reply.Done.class)
                && timer.attempts().get(1).number() == 2;
    }

    /** Whether no crash could have made its attempts again. */
    static boolean isCalm(Plain timer, EventHistory history) {
        return history.events().stream()
                .noneMatch(
                        event ->
                                event instanceof Event.Struck
                                        && timer.attempts().stream()
                                                .anyMatch(a -> isNear(event.at(), a.at())));
    }

    private static boolean isNear(Instant fault, Instant attempt) {
        return !fault.isBefore(attempt) && fault.isBefore(attempt.plusSeconds(5));
    }

    static Instant end(EventHistory history) {
        return history.events().getLast().at();
    }

    static List<Event> without(EventHistory history, List<? extends Event> dropped) {
        var events = new ArrayList<>(history.events());
        events.removeAll(dropped);
        return events;
    }

    static List<Event> atTheEnd(EventHistory history, Event event) {
        var events = new ArrayList<>(history.events());
        events.add(place(events), event);
        return events;
    }

    static int place(List<Event> events) {
        for (int i = 0; i < events.size(); i++) {
            if (events.get(i) instanceof Event.Remained
                    || events.get(i) instanceof Event.Quiesced) {
                return i;
            }
        }
        return events.size();
    }

    static List<Event> changed(
            EventHistory history,
            Plain timer,
            int attempt,
            UnaryOperator<Event.AttemptStarted> change) {
        var events = new ArrayList<>(history.events());
        var old = timer.attempts().get(attempt);
        events.set(events.indexOf(old), change.apply(old));
        return events;
    }

    static List<Event> flipped(EventHistory history, Plain timer, Status status) {
        var events = new ArrayList<>(history.events());
        events.replaceAll(
                event ->
                        isAnswerOf(event, timer)
                                        && event instanceof Event.Answered(var id, var at, _)
                                ? new Event.Answered(
                                        id, at, new ObservedOutcome.Ok(ObservedAnswer.of(status)))
                                : event);
        return events;
    }

    static Event.AttemptStarted at(Event.AttemptStarted a, Instant at) {
        return new Event.AttemptStarted(
                a.id(),
                at,
                a.key(),
                a.webhookId(),
                a.number(),
                a.executeAt(),
                a.payload(),
                a.node());
    }

    static Event.AttemptStarted payload(Event.AttemptStarted a, Fingerprint payload) {
        return new Event.AttemptStarted(
                a.id(),
                a.at(),
                a.key(),
                a.webhookId(),
                a.number(),
                a.executeAt(),
                payload,
                a.node());
    }

    static Event.AttemptStarted webhookId(Event.AttemptStarted a, String id) {
        return new Event.AttemptStarted(
                a.id(), a.at(), a.key(), id, a.number(), a.executeAt(), a.payload(), a.node());
    }
}
