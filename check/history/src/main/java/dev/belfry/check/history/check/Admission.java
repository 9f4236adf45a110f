package dev.belfry.check.history.check;

import dev.belfry.check.history.Event;
import java.time.Instant;
import java.util.Optional;

/**
 * Why an attempt is in order under one understanding of the history.
 *
 * @param config what is known with it
 */
record Admission(Ground ground, Config config) {
    enum Ground {
        /** It was due next. */
        DUE,
        /** It was made before; whether that is explained is another question. */
        REPEATED,
        /** It was sent before its schedule ended and arrived after. */
        UNDER_WAY,
        /** Its sender stalled between the last check and the send: the stated exception. */
        STALLED
    }

    /** Judges attempts of one timer. */
    record Judge(Case timer, Faults faults, Sighting sighting, CheckBounds bounds) {
        Optional<Admission> admit(Config config, ObservedAttempt attempt) {
            return due(config, attempt)
                    .or(() -> repeated(config, attempt))
                    .or(() -> ended(config, attempt));
        }

        private Optional<Admission> due(Config config, ObservedAttempt attempt) {
            if (config.state() instanceof State.Pending pending
                    && isDue(pending, attempt)
                    && !isTaken(config, pending, attempt.webhookId())) {
                var seen =
                        pending.seen(
                                attempt.webhookId(), attempt.started().executeAt(), attempt.at());
                return Optional.of(new Admission(Ground.DUE, config.state(seen)));
            }
            return Optional.empty();
        }

        private boolean isDue(State.Pending pending, ObservedAttempt attempt) {
            return isOf(pending, attempt)
                    && hasPayload(pending, attempt)
                    && attempt.number() == pending.attempts() + 1
                    && (attempt.number() == 1 || isTime(pending, attempt.at()));
        }

        /** Whether the id belongs to an earlier schedule than this one, which has none yet. */
        boolean isTaken(Config config, State.Pending pending, String id) {
            return !pending.schedule().isBound()
                    && (!sighting.hasId(pending, id)
                            || config.ends().stream().anyMatch(end -> end.isOf(id)));
        }

        boolean isOf(State.Pending pending, ObservedAttempt attempt) {
            return sighting.hasId(pending, attempt.webhookId())
                    && sighting.hasExecuteAt(pending, attempt.started().executeAt());
        }

        static boolean hasPayload(State.Pending pending, ObservedAttempt attempt) {
            return pending.request().payload().equals(attempt.started().payload());
        }

        static boolean isTime(State.Pending pending, Instant at) {
            return !at.isBefore(pending.notBefore());
        }

        private Optional<Admission> repeated(Config config, ObservedAttempt attempt) {
            return timer.latest(attempt.webhookId(), attempt.number(), attempt.index())
                    .filter(earlier -> isSame(earlier.started(), attempt.started()))
                    .filter(_ -> isPast(config, attempt))
                    .map(_ -> new Admission(Ground.REPEATED, config));
        }

        private static boolean isSame(Event.AttemptStarted earlier, Event.AttemptStarted repeat) {
            return earlier.executeAt().equals(repeat.executeAt())
                    && earlier.payload().equals(repeat.payload());
        }

        private static boolean isPast(Config config, ObservedAttempt attempt) {
            return isSettled(config.state(), attempt)
                    || endOf(config, attempt.webhookId(), End.How.SETTLED);
        }

        private static boolean isSettled(State state, ObservedAttempt attempt) {
            return state instanceof State.Pending pending
                    && pending.schedule().webhookId().equals(attempt.webhookId())
                    && pending.attempts() >= attempt.number();
        }

        /** Whether the last thing known of a schedule is this end. */
        private static boolean endOf(Config config, String id, End.How how) {
            return config.ends().reversed().stream()
                    .filter(end -> end.isOf(id))
                    .findFirst()
                    .filter(end -> end.how() == how)
                    .isPresent();
        }

        private Optional<Admission> ended(Config config, ObservedAttempt attempt) {
            return config.ends().reversed().stream()
                    .filter(end -> isClosing(end, attempt))
                    .findFirst()
                    .flatMap(
                            end ->
                                    afterEnd(end, attempt)
                                            .map(ground -> admitted(ground, config, end, attempt)));
        }

        /** A schedule that goes on with other contents is settled by what was under way. */
        private static Admission admitted(
                Ground ground, Config config, End end, ObservedAttempt attempt) {
            boolean goesOn =
                    end.how() == End.How.CHANGED
                            && config.state()
                                    .version()
                                    .map(State.Pending::schedule)
                                    .equals(Optional.of(end.pending().schedule()));
            return goesOn && config.state() instanceof State.Pending pending
                    ? new Admission(
                            ground,
                            config.state(
                                    pending.seen(
                                            attempt.webhookId(),
                                            attempt.started().executeAt(),
                                            attempt.at())))
                    : new Admission(ground, config);
        }

        /** Whether a client had ended the schedule, or the version of it, that was sent. */
        boolean isClosing(End end, ObservedAttempt attempt) {
            return end.how() != End.How.SETTLED
                    && isOf(end.pending(), attempt)
                    && ((end.pending().schedule().isBound() && end.how() != End.How.CHANGED)
                            || hasPayload(end.pending(), attempt));
        }

        private Optional<Ground> afterEnd(End end, ObservedAttempt attempt) {
            if (end.announced()
                    && !attempt.at().isAfter(end.acknowledged().plus(bounds.transit()))) {
                return Optional.of(Ground.UNDER_WAY);
            }
            return faults.stalledSender(timer, attempt, end.acknowledged())
                    ? Optional.of(Ground.STALLED)
                    : Optional.empty();
        }
    }
}
