package dev.belfry.check.history.check;

import dev.belfry.check.history.Reply;
import dev.belfry.core.timer.TimerState;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Names what is wrong with an attempt that nothing explains. Immutable. */
record Diagnosis(Case timer, Admission.Judge judge, Sighting sighting) {
    /** What may be wrong, the most telling first. */
    enum Reason {
        AFTER_DELETE("started after its timer was deleted"),
        AFTER_REPLACE("started after it was replaced"),
        ID_REUSED("has the id of another schedule"),
        PAYLOAD("carries another payload than was asked for"),
        ID_CHANGED("has another id than its schedule"),
        TOO_MANY("is one more than allowed"),
        TOO_SOON("started too soon after the one before"),
        REPEATED("was made before"),
        SKIPPED("follows one that no receiver saw"),
        UNASKED("is one that nobody asked for");

        private final String says;

        Reason(String says) {
            this.says = says;
        }

        String says() {
            return says;
        }

        Violation violation(Evidence evidence) {
            return switch (this) {
                case AFTER_DELETE -> new Violation.FiredAfterDelete(evidence);
                case AFTER_REPLACE -> new Violation.FiredAfterReplace(evidence);
                case ID_REUSED -> new Violation.WebhookIdReused(evidence);
                case PAYLOAD -> new Violation.PayloadWrong(evidence);
                case ID_CHANGED -> new Violation.WebhookIdChanged(evidence);
                case TOO_MANY -> new Violation.TooManyAttempts(evidence);
                case TOO_SOON -> new Violation.RetriedTooSoon(evidence);
                case REPEATED -> new Violation.Duplicate(evidence);
                case SKIPPED -> new Violation.AttemptSkipped(evidence);
                case UNASKED -> new Violation.FiredUnasked(evidence);
            };
        }
    }

    Reason of(List<Config> configs, ObservedAttempt attempt) {
        return configs.stream()
                .flatMap(config -> reasons(config, attempt))
                .min(Comparator.naturalOrder())
                .orElse(Reason.UNASKED);
    }

    private Stream<Reason> reasons(Config config, ObservedAttempt attempt) {
        var byEnd = config.ends().stream().flatMap(end -> byEnd(end, attempt));
        var byState =
                switch (config.state()) {
                    case State.Absent() -> Stream.<Reason>of();
                    case State.Pending pending -> byPending(config, pending, attempt);
                    case State.Kept kept -> byKept(kept, attempt);
                };
        return Stream.concat(byEnd, byState);
    }

    private Stream<Reason> byEnd(End end, ObservedAttempt attempt) {
        boolean closing = judge.isClosing(end, attempt);
        return switch (end.how()) {
            case DELETED -> closing ? Stream.of(Reason.AFTER_DELETE) : Stream.of();
            case REPLACED -> closing ? Stream.of(Reason.AFTER_REPLACE) : Stream.of();
            case CHANGED -> Stream.of();
            case SETTLED ->
                    isBoundTo(end.pending(), attempt) ? Stream.of(Reason.REPEATED) : Stream.of();
        };
    }

    private Stream<Reason> byKept(State.Kept kept, ObservedAttempt attempt) {
        return kept.state() == TimerState.FAILED && isBoundTo(kept.last(), attempt)
                ? Stream.of(Reason.TOO_MANY)
                : Stream.of();
    }

    private Stream<Reason> byPending(
            Config config, State.Pending pending, ObservedAttempt attempt) {
        if (isTakenId(config, attempt)) {
            return Stream.of(Reason.ID_REUSED);
        }
        if (judge.isOf(pending, attempt)) {
            return bySchedule(pending, attempt);
        }
        if (isBoundTo(pending, attempt)) {
            return Stream.of(Reason.ID_REUSED);
        }
        return pending.schedule().isBound()
                        && fitsButForId(pending, attempt)
                        && !isOver(pending, attempt)
                ? Stream.of(Reason.ID_CHANGED)
                : Stream.of();
    }

    /** Whether the schedule may be settled by an attempt of this number: nothing more is due. */
    private boolean isOver(State.Pending pending, ObservedAttempt attempt) {
        return timer.latest(pending.schedule().webhookId(), attempt.number(), attempt.index())
                .filter(made -> !(made.replyBefore(attempt.index()) instanceof Reply.Hung))
                .isPresent();
    }

    private static boolean isBoundTo(State.Pending pending, ObservedAttempt attempt) {
        return pending.schedule().webhookId().equals(attempt.webhookId());
    }

    /** Whether the attempt is one of the schedule that is pending, under the id of another. */
    boolean isTakenId(Config config, ObservedAttempt attempt) {
        return config.state() instanceof State.Pending pending
                && judge.isTaken(config, pending, attempt.webhookId())
                && fitsButForId(pending, attempt);
    }

    private boolean fitsButForId(State.Pending pending, ObservedAttempt attempt) {
        return sighting.hasExecuteAt(pending, attempt.started().executeAt())
                && Admission.Judge.hasPayload(pending, attempt)
                && attempt.number() == pending.attempts() + 1;
    }

    private Stream<Reason> bySchedule(State.Pending pending, ObservedAttempt attempt) {
        int next = pending.attempts() + 1;
        if (attempt.number() > pending.request().retryPolicy().maxAttempts()) {
            return Stream.of(Reason.TOO_MANY);
        }
        if (attempt.number() > next) {
            return byPredecessor(attempt);
        }
        if (attempt.number() < next) {
            return Stream.of();
        }
        return Stream.of(
                next == 1 || Admission.Judge.isTime(pending, attempt.at())
                        ? Reason.PAYLOAD
                        : Reason.TOO_SOON);
    }

    /** One whose failure is known is judged where it is settled. */
    private Stream<Reason> byPredecessor(ObservedAttempt attempt) {
        var before = timer.latest(attempt.webhookId(), attempt.number() - 1, attempt.index());
        if (before.isEmpty()) {
            return Stream.of(Reason.SKIPPED);
        }
        return switch (before.get().replyBefore(attempt.index())) {
            case Reply.Done(), Reply.Reschedule(_, _) -> Stream.of(Reason.REPEATED);
            case Reply.Permanent() -> Stream.of(Reason.TOO_MANY);
            case Reply.Hung() -> Stream.of(Reason.TOO_SOON);
            case Reply.Failed(_) -> Stream.of();
        };
    }
}
