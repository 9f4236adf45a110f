package dev.belfry.check.history.check;

import dev.belfry.check.history.Fault;
import dev.belfry.check.history.FaultKind;
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
    private final List<Fault> faults;
    private final List<Fault> breaking;
    private final Bounds bounds;

    Faults(List<Fault> faults, Bounds bounds) {
        this.faults =
                faults.stream()
                        .sorted(Comparator.comparing(Fault::kind).thenComparing(Fault::from))
                        .toList();
        this.breaking = this.faults.stream().filter(f -> f.kind().breaksAnswers()).toList();
        this.bounds = bounds;
    }

    List<Fault> all() {
        return faults;
    }

    /** Whether something may have held up the service in this span. */
    boolean areBetween(Instant from, Instant until) {
        return faults.stream().anyMatch(fault -> overlaps(fault, from, until));
    }

    /** The fault that may have kept an attempt's answer from its node. */
    Optional<Fault> breaking(Case timer, Attempt attempt, Duration timeout) {
        if (breaking.isEmpty()) {
            return Optional.empty();
        }
        return breaking.stream()
                .filter(fault -> overlaps(fault, attempt.at(), over(attempt, timeout)))
                .filter(fault -> touches(fault, timer, attempt.started().node()))
                .findFirst();
    }

    /** The fault because of which an attempt within this span may have reached no receiver. */
    Optional<Fault> hiding(Case timer, Instant from, Instant until) {
        if (breaking.isEmpty()) {
            return Optional.empty();
        }
        return breaking.stream()
                .filter(fault -> overlaps(fault, from, until))
                .filter(fault -> touches(fault, timer, Optional.empty()))
                .findFirst();
    }

    /** The kind of fault because of which an attempt was made once more. */
    Optional<FaultKind> repeating(Case timer, Attempt earlier, Attempt repeat) {
        boolean same = earlier.number() == repeat.number();
        return faults.stream()
                .filter(fault -> same ? fault.kind().repeats() : fault.kind().breaksAnswers())
                .filter(fault -> !fault.from().isAfter(repeat.at()))
                .filter(
                        fault ->
                                overlaps(
                                        fault, earlier.at(), over(earlier, timer.longestTimeout())))
                .filter(fault -> touchesAny(fault, timer, earlier, repeat))
                .map(Fault::kind)
                .findFirst();
    }

    /** Whether the sender stood still between its last check, before this instant, and the send. */
    boolean stalledSender(Case timer, Attempt attempt, Instant lastCheckBefore) {
        return faults.stream()
                .filter(fault -> fault.kind() == FaultKind.STALL)
                .filter(fault -> !fault.from().isAfter(lastCheckBefore))
                .filter(fault -> overlaps(fault, attempt.at().minus(resending()), attempt.at()))
                .anyMatch(fault -> touches(fault, timer, attempt.started().node()));
    }

    private Duration resending() {
        return bounds.transit().plus(bounds.repeatWindow());
    }

    private Instant over(Attempt attempt, Duration timeout) {
        return attempt.endedBy(timeout).plus(bounds.repeatWindow());
    }

    private static boolean overlaps(Fault fault, Instant from, Instant until) {
        return !fault.from().isAfter(until) && !fault.until().isBefore(from);
    }

    private static boolean touchesAny(Fault fault, Case timer, Attempt... attempts) {
        return Stream.of(attempts).anyMatch(a -> touches(fault, timer, a.started().node()));
    }

    private static boolean touches(Fault fault, Case timer, Optional<NodeId> node) {
        return (fault.nodes().isEmpty() || node.isEmpty() || fault.nodes().contains(node.get()))
                && touchesShard(fault, timer.group(), timer.key());
    }

    private static boolean touchesShard(Fault fault, Group group, TimerKey key) {
        return fault.shards().isEmpty() || fault.shards().contains(group.shardOf(key));
    }
}
