package dev.belfry.check.history.check;

import dev.belfry.check.history.Event;
import dev.belfry.core.timer.TimerKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The findings so far. Confined to one check. */
final class Tally {
    private final Map<DuplicateCause, Integer> duplicates = new EnumMap<>(DuplicateCause.class);
    private final ObservedLateness lateness = new ObservedLateness();
    private final List<Violation> violations = new ArrayList<>();
    private final List<TimerKey> undecided = new ArrayList<>();
    private final List<Evidence> excused = new ArrayList<>();

    void add(Violation violation) {
        violations.add(violation);
    }

    void add(Diagnosis.Reason reason, Case timer, ObservedAttempt attempt) {
        add(reason.violation(evidence(timer, reason.says(), attempt)));
    }

    static Evidence evidence(Case timer, String says, ObservedAttempt attempt) {
        return evidence(timer, says, attempt.index(), List.of(attempt.started()));
    }

    static Evidence evidence(Case timer, String says, int index, List<Event> decisive) {
        return new Evidence(timer.key(), says, decisive, timer.trace(index));
    }

    void duplicate(DuplicateCause cause) {
        duplicates.merge(cause, 1, Integer::sum);
    }

    void late(Duration by) {
        lateness.add(by);
    }

    void undecided(TimerKey key) {
        undecided.add(key);
    }

    void excused(Case timer, ObservedAttempt attempt) {
        excused.add(evidence(timer, "is excused by a stall of its sender", attempt));
    }

    CheckReport report(Ledger ledger) {
        return new CheckReport(
                ledger.counts(excused.size()),
                duplicates,
                lateness,
                violations,
                excused,
                undecided);
    }
}
