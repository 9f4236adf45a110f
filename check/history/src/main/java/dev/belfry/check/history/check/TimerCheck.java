package dev.belfry.check.history.check;

import dev.belfry.check.history.Event;
import dev.belfry.check.history.InFlight;
import dev.belfry.check.history.ObservedAnswer;
import dev.belfry.check.history.Status;
import dev.belfry.core.timer.Instants;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Checks the history of one timer from front to end; it stops where it can not be explained.
 * Confined to one check.
 */
final class TimerCheck {
    private final Case timer;
    private final GroupFacts facts;
    private final Tally tally;
    private final Sighting sighting;
    private final Admission.Judge judge;
    private final Diagnosis diagnosis;
    private final Search search;
    private boolean stopped;

    TimerCheck(Case timer, GroupFacts facts, Tally tally) {
        this.timer = timer;
        this.facts = facts;
        this.tally = tally;
        var bounds = facts.bounds();
        this.sighting = new Sighting(timer, bounds);
        this.judge = new Admission.Judge(timer, facts.faults(), sighting, bounds);
        this.diagnosis = new Diagnosis(timer, judge, sighting);
        this.search =
                new Search(new PossibleMoves(timer, facts.faults(), bounds), bounds.maxStates());
    }

    void check(Optional<Event.Quiesced> quiesced) {
        for (var step : timer.steps()) {
            switch (step) {
                case Step.Invoke(var op) -> search.open(op);
                case Step.Return(var op) -> returned(op, step.moment());
                case Step.Start(var attempt) -> started(attempt, step.moment());
            }
            if (search.isExhausted()) {
                tally.undecided(timer.key());
                return;
            }
            if (stopped) {
                return;
            }
        }
        quiesced.ifPresent(this::ended);
    }

    private void stop(Violation violation) {
        tally.add(violation);
        stopped = true;
    }

    private void returned(Op op, Moment now) {
        search.close(op, now);
        if (search.isExhausted()) {
            return;
        }
        if (search.configs().isEmpty()) {
            stop(wrongAnswer(op, "no order of the operations explains this answer"));
        } else if (op.answer().filter(TimerCheck::deniesAttempts).isPresent()) {
            attemptDenied(op).ifPresent(_ -> stop(wrongAnswer(op, "an attempt was under way")));
        }
    }

    private Violation wrongAnswer(Op op, String says) {
        List<Event> decisive = List.of(op.invoked(), op.answered().orElseThrow());
        return new Violation.WrongAnswer(Tally.evidence(timer, says, op.answeredIndex(), decisive));
    }

    private static boolean deniesAttempts(ObservedAnswer answer) {
        return answer.status() == Status.DELETED && answer.inFlight() == InFlight.NONE;
    }

    /** An attempt that was certainly under way all through a delete that said there was none. */
    private Optional<ObservedAttempt> attemptDenied(Op delete) {
        var pending = search.configs().getFirst().ends().reversed().stream().findFirst();
        return pending.map(End::pending)
                .filter(deleted -> search.configs().stream().allMatch(c -> hasLast(c, deleted)))
                .flatMap(deleted -> underWay(deleted, delete));
    }

    private static boolean hasLast(Config config, State.Pending pending) {
        return !config.ends().isEmpty() && config.ends().getLast().pending().equals(pending);
    }

    private Optional<ObservedAttempt> underWay(State.Pending deleted, Op delete) {
        var timeout = deleted.request().timeout();
        return timer.attempts(deleted.schedule().webhookId(), delete.index())
                .filter(attempt -> attempt.number() == deleted.attempts() + 1)
                .filter(attempt -> attempt.answeredIndex() > delete.answeredIndex())
                .filter(attempt -> attempt.at().plus(timeout).isAfter(delete.knownBy()))
                .filter(a -> facts.faults().breaking(timer, a, timeout).isEmpty())
                .findFirst();
    }

    private void started(ObservedAttempt attempt, Moment now) {
        var reachable = search.reachable(now);
        if (search.isExhausted()) {
            return;
        }
        var admitted = reachable.stream().flatMap(c -> judge.admit(c, attempt).stream()).toList();
        if (admitted.isEmpty()) {
            stop(diagnosis.of(reachable, attempt), attempt);
            return;
        }
        if (admitted.stream().allMatch(a -> a.ground() == Admission.Ground.STALLED)) {
            tally.excused(timer, attempt);
        }
        search.keep(admitted.stream().map(Admission::config).toList());
        timer.repeatedBy(attempt)
                .ifPresentOrElse(
                        earlier -> repeated(attempt, earlier, admitted),
                        () -> punctual(attempt, admitted));
    }

    private void stop(Diagnosis.Reason reason, ObservedAttempt attempt) {
        tally.add(reason, timer, attempt);
        stopped = true;
    }

    private void repeated(
            ObservedAttempt attempt, ObservedAttempt earlier, List<Admission> admitted) {
        var cause = causeOf(attempt, earlier);
        tally.duplicate(cause);
        if (cause == DuplicateCause.UNEXPLAINED) {
            stop(reasonOf(attempt, admitted), attempt);
        } else {
            untouched(attempt, admitted);
        }
    }

    private DuplicateCause causeOf(ObservedAttempt attempt, ObservedAttempt earlier) {
        return facts.faults()
                .repeating(timer, earlier, attempt)
                .map(DuplicateCause::of)
                .orElse(
                        earlier.number() < attempt.number()
                                ? DuplicateCause.TIMEOUT
                                : DuplicateCause.UNEXPLAINED);
    }

    private Diagnosis.Reason reasonOf(ObservedAttempt attempt, List<Admission> admitted) {
        boolean taken = admitted.stream().anyMatch(a -> diagnosis.isTakenId(a.config(), attempt));
        return taken ? Diagnosis.Reason.ID_REUSED : Diagnosis.Reason.REPEATED;
    }

    private void punctual(ObservedAttempt attempt, List<Admission> admitted) {
        var due = latestDue(attempt, admitted);
        if (attempt.number() == 1) {
            due.filter(instant -> !instant.equals(Instant.MAX))
                    .ifPresent(i -> tally.late(Duration.between(i, attempt.at())));
        }
        untouched(attempt, admitted);
    }

    private void untouched(ObservedAttempt attempt, List<Admission> admitted) {
        latestDue(attempt, admitted)
                .filter(due -> facts.calm().wasLongEnough(due, attempt.at()))
                .ifPresent(due -> tally.add(stuck(attempt, due)));
    }

    private Optional<Instant> latestDue(ObservedAttempt attempt, List<Admission> admitted) {
        return admitted.stream()
                .filter(admission -> admission.ground() == Admission.Ground.DUE)
                .flatMap(admission -> admission.config().state().version().stream())
                .map(pending -> dueOf(pending, attempt.index()))
                .max(Comparator.naturalOrder());
    }

    /** An attempt that was begun is not untouched before it has ended. */
    private Instant dueOf(State.Pending pending, int before) {
        return timer.latest(pending.schedule().webhookId(), pending.attempts() + 1, before)
                .map(attempt -> attempt.endedBy(pending.request().timeout()))
                .map(ended -> Instants.max(ended, pending.dueBy()))
                .orElse(pending.dueBy());
    }

    private Violation stuck(ObservedAttempt attempt, Instant due) {
        return new Violation.Stuck(
                Tally.evidence(timer, "was due at the latest at " + due, attempt));
    }

    private void ended(Event.Quiesced end) {
        var now = new Moment(Op.NEVER, end.at());
        var reachable = search.reachable(now);
        if (search.isExhausted()) {
            tally.undecided(timer.key());
        } else if (end.listed()) {
            new FinalCheck(timer, facts, tally, sighting).listed(reachable, end);
        } else {
            new FinalCheck(timer, facts, tally, sighting).unlisted(reachable, end);
        }
    }
}
