package dev.belfry.check.history.check;

import dev.belfry.check.history.Event;
import dev.belfry.core.timer.TimerKey;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Checks what each attempt shows by itself. Confined to one check. */
final class SenderCheck {
    private final Tally tally;
    private final Map<String, TimerKey> timersById = new HashMap<>();

    SenderCheck(Tally tally) {
        this.tally = tally;
    }

    void check(Case timer, GroupFacts facts) {
        for (var step : timer.steps()) {
            if (step instanceof Step.Start(var attempt)) {
                early(timer, attempt, facts.bounds());
                paused(timer, attempt, facts);
                idOfAnother(timer, attempt);
            }
        }
    }

    private void early(Case timer, ObservedAttempt attempt, CheckBounds bounds) {
        var executeAt = attempt.started().executeAt();
        if (attempt.at().isBefore(executeAt.minus(bounds.clockError()))) {
            var says = "started before executeAt " + executeAt;
            tally.add(new Violation.Early(Tally.evidence(timer, says, attempt)));
        }
    }

    private void paused(Case timer, ObservedAttempt attempt, GroupFacts facts) {
        facts.pauses()
                .inForce(attempt)
                .ifPresent(
                        pause -> {
                            if (facts.faults().stalledSender(timer, attempt, pause.knownBy())) {
                                tally.excused(timer, attempt);
                            } else {
                                tally.add(whilePaused(timer, attempt, pause));
                            }
                        });
    }

    private static Violation whilePaused(Case timer, ObservedAttempt attempt, Op pause) {
        List<Event> decisive = List.of(pause.answered().orElseThrow(), attempt.started());
        return new Violation.FiredWhilePaused(
                Tally.evidence(
                        timer,
                        "started after the pause answered at " + pause.knownBy(),
                        attempt.index(),
                        decisive));
    }

    private void idOfAnother(Case timer, ObservedAttempt attempt) {
        var owner = timersById.putIfAbsent(attempt.webhookId(), timer.key());
        if (owner != null && !owner.equals(timer.key())) {
            var says = "has the webhook id of " + owner;
            tally.add(new Violation.WebhookIdReused(Tally.evidence(timer, says, attempt)));
        }
    }
}
