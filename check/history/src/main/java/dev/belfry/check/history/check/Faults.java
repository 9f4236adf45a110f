package dev.belfry.check.history.check;

import dev.belfry.check.history.FaultKind;
import dev.belfry.check.history.InjectedFault;
import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.NodeId;
import dev.belfry.core.timer.TimerKey;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The faults of a history and what they explain. Immutable. */
final class Faults {
    private final List<InjectedFault> faults;
    private final List<InjectedFault> breaking;
    private final CheckBounds bounds;

    Faults(List<InjectedFault> faults, CheckBounds bounds) {
        this.faults =
                faults.stream()
                        .sorted(
                                Comparator.comparing(InjectedFault::kind)
                                        .thenComparing(InjectedFault::from))
                        .toList();
        this.breaking = this.faults.stream().filter(f -> f.kind().breaksAnswers()).toList();
        this.bounds = bounds;
    }

    List<InjectedFault> all() {
        return faults;
    }

    /** Whether something may have held up the service in this span. */
    boolean areBetween(Instant from, Instant until) {
        return faults.stream().anyMatch(fault -> overlaps(fault, from, until));
    }

    /** The fault that may have kept an attempt's answer from its node. */
    Optional<InjectedFault> breaking(Case timer, ObservedAttempt attempt, Duration timeout) {
        if (breaking.isEmpty()) {
            return Optional.empty();
        }
        return breaking.stream()
                .filter(fault -> overlaps(fault, attempt.at(), over(attempt, timeout)))
                .filter(fault -> touches(fault, timer, attempt.started().node()))
                .findFirst();
    }

    /** The fault because of which an attempt within this span may have reached no receiver. */
    Optional<InjectedFault> hiding(Case timer, Instant from, Instant until) {
        if (breaking.isEmpty()) {
            return Optional.empty();
        }
        return breaking.stream()
                .filter(fault -> overlaps(fault, from, until))
                .filter(fault -> touches(fault, timer, Optional.empty()))
                .findFirst();
    }

    /** The kind of fault because of which an attempt was made once more. */
    Optional<FaultKind> repeating(Case timer, ObservedAttempt earlier, ObservedAttempt repeat) {
        boolean same = earlier.number() == repeat.number();
        return faults.stream()
                .filter(fault -> same ? fault.kind().repeats() : fault.kind().breaksAnswers())
                .filter(fault -> !fault.from().isAfter(repeat.at()))
                .filter(
                        fault ->
                                overlaps(
                                        fault, earlier.at(), over(earlier, timer.longestTimeout())))
                .filter(fault -> touchesAny(fault, timer, earlier, repeat))
                .map(InjectedFault::kind)
                .findFirst();
    }

    /** Whether the sender stood still between its last check, before this instant, and the send. */
    boolean stalledSender(Case timer, ObservedAttempt attempt, Instant lastCheckBefore) {
        return faults.stream()
                .filter(fault -> fault.kind() == FaultKind.STALL)
                .filter(fault -> !fault.from().isAfter(lastCheckBefore))
                .filter(fault -> overlaps(fault, attempt.at().minus(resending()), attempt.at()))
                .anyMatch(fault -> touches(fault, timer, attempt.started().node()));
    }

    private Duration resending() {
        return bounds.transit().plus(bounds.repeatWindow());
    }

    private Instant over(ObservedAttempt attempt, Duration timeout) {
        return attempt.endedBy(timeout).plus(bounds.repeatWindow());
    }

    private static boolean overlaps(InjectedFault fault, Instant from, Instant until) {
        return !fault.from().isAfter(until) && !fault.until().isBefore(from);
    }

    private static boolean touchesAny(
            InjectedFault fault, Case timer, ObservedAttempt... attempts) {
        return Stream.of(attempts).anyMatch(a -> touches(fault, timer, a.started().node()));
    }

    private static boolean touches(InjectedFault fault, Case timer, Optional<NodeId> node) {
        return (fault.nodes().isEmpty() || node.isEmpty() || fault.nodes().contains(node.get()))
                && touchesShard(fault, timer.group(), timer.key());
    }

    private static boolean touchesShard(InjectedFault fault, Group group, TimerKey key) {
        return fault.shards().isEmpty() || fault.shards().contains(group.shardOf(key));
    }
}
