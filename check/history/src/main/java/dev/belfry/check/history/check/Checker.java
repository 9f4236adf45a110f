package dev.belfry.check.history.check;

import dev.belfry.check.history.EventHistory;
import dev.belfry.core.timer.GroupId;
import java.util.HashMap;

/** Decides whether a history keeps every promise. Immutable. */
public record Checker(CheckBounds bounds) {
    public CheckReport check(EventHistory history) {
        var ledger = Ledger.of(history, bounds);
        var faults = ledger.faults();
        var groups = new HashMap<GroupId, GroupFacts>();
        var tally = new Tally();
        var senders = new SenderCheck(tally);
        for (var timer : ledger.cases()) {
            var facts =
                    groups.computeIfAbsent(
                            timer.key().group(),
                            group -> GroupFacts.of(faults, ledger.pauses(group), bounds));
            senders.check(timer, facts);
            new TimerCheck(timer, facts, tally).check(ledger.quiesced());
        }
        return tally.report(ledger);
    }
}
