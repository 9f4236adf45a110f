package dev.belfry.check.history.check;

import dev.belfry.check.history.Event;
import dev.belfry.check.history.Seen;
import java.time.Instant;
import java.util.List;

/** Compares what should be there at the end with what is. Immutable. */
record FinalCheck(Case timer, GroupFacts facts, Tally tally, Sighting sighting) {
    void listed(List<Config> reachable, Event.Quiesced end) {
        var agreeing =
                reachable.stream().filter(config -> agrees(config.state(), end.at())).toList();
        if (agreeing.isEmpty()) {
            timer.remained().ifPresentOrElse(seen -> wrong(seen, end), () -> lost(end));
        } else if (agreeing.stream().allMatch(config -> isOverdue(config.state(), end.at()))) {
            tally.add(
                    new Violation.Stuck(
                            Tally.evidence(
                                    timer, "is due and still there", Op.NEVER, List.of(end))));
        }
    }

    private boolean agrees(State state, Instant at) {
        return timer.remained()
                .map(seen -> sighting.of(state, seen, at).isPresent())
                .orElse(state instanceof State.Absent);
    }

    void unlisted(List<Config> reachable, Event.Quiesced end) {
        if (reachable.stream().allMatch(config -> isOverdue(config.state(), end.at()))) {
            lost(end);
        }
    }

    private boolean isOverdue(State state, Instant end) {
        return state instanceof State.Pending pending
                && facts.calm().wasLongEnough(lastTouched(pending), end);
    }

    private Instant lastTouched(State.Pending pending) {
        return timer.latest(pending.schedule().webhookId(), pending.attempts() + 1, Op.NEVER)
                .map(attempt -> attempt.endedBy(pending.request().timeout()))
                .filter(ended -> ended.isAfter(pending.dueBy()))
                .orElse(pending.dueBy());
    }

    private void lost(Event.Quiesced end) {
        tally.add(
                new Violation.Lost(
                        Tally.evidence(
                                timer, "was acknowledged and is gone", Op.NEVER, List.of(end))));
    }

    private void wrong(Seen seen, Event.Quiesced end) {
        var says = "is still there, or in another state: " + seen;
        tally.add(
                new Violation.WrongFinalState(Tally.evidence(timer, says, Op.NEVER, List.of(end))));
    }
}
