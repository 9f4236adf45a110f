package dev.belfry.node.member;

import dev.belfry.core.shard.Incarnation;
import dev.belfry.core.store.Members;
import dev.belfry.core.store.NodeRow;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What a node knows of its clock: how far it was from the store's in the last beats, and from those
 * of the other nodes in their rows. One bad sample says nothing, and neither does a store alone
 * whose clock is wrong: the node is off if most samples say so, unless more of the others agree
 * with it than with the store. Confined to the node's loop.
 */
final class ClockSamples {
    private static final int KEPT = 5;

    /** On average a row is this old when it is read, by the best of some readings. */
    private static final Duration AGE_OF_ROWS = Duration.ofMillis(250);

    private final Deque<ClockComparison> samples = new ArrayDeque<>();
    private final Map<Incarnation, Neighbour> neighbours = new HashMap<>();
    private Optional<ClockReading> last = Optional.empty();

    /** How far another node was ahead in the rows that it wrote last. */
    private static final class Neighbour {
        private final Deque<Duration> ahead = new ArrayDeque<>();
        private long beat;

        void read(NodeRow row, Instant now) {
            if (ahead.isEmpty() || row.beat() != beat) {
                beat = row.beat();
                keep(ahead, Duration.between(now, row.clock()));
            }
        }

        /** The freshest row is the one that looks furthest ahead. */
        Duration ahead() {
            return ahead.stream()
                    .max(Comparator.naturalOrder())
                    .orElse(Duration.ZERO)
                    .plus(AGE_OF_ROWS);
        }

        /** Whether it agrees with this node rather than with a store that this node is ahead of. */
        boolean agrees(Duration aheadOfStore) {
            return ahead().abs().compareTo(ahead().plus(aheadOfStore).abs()) < 0;
        }
    }

    private static <T> void keep(Deque<T> kept, T next) {
        kept.add(next);
        if (kept.size() > KEPT) {
            kept.remove();
        }
    }

    /**
     * A beat was answered with the store's clock. What was known of a clock that has been set since
     * is worth nothing, and neither is a beat that was sent before.
     */
    void add(ClockReading sent, Instant storeClock, ClockReading answered) {
        if (last.isPresent() && last.get().isSetBefore(answered)) {
            samples.clear();
            neighbours.clear();
        }
        last = Optional.of(answered);
        if (!sent.isSetBefore(answered)) {
            keep(samples, ClockComparison.of(sent.wall(), storeClock, answered.wall()));
        }
    }

    /** The rows of all nodes were read. */
    void read(Members members, Incarnation self, Instant now) {
        var others =
                members.nodes().stream()
                        .filter(row -> !row.incarnation().equals(self))
                        .collect(Collectors.toMap(NodeRow::incarnation, row -> row));
        neighbours.keySet().retainAll(others.keySet());
        others.forEach(
                (life, row) ->
                        neighbours.computeIfAbsent(life, _ -> new Neighbour()).read(row, now));
    }

    /** How far the clocks of node and store are apart at least, by the best of the last samples. */
    Duration apart() {
        return samples.stream()
                .map(ClockComparison::atLeast)
                .min(Comparator.naturalOrder())
                .orElse(Duration.ZERO);
    }

    boolean isOff() {
        var off =
                samples.stream()
                        .filter(ClockComparison::isOff)
                        .map(ClockComparison::ahead)
                        .sorted()
                        .toList();
        return 2 * off.size() > samples.size() && !isConfirmed(off.get(off.size() / 2));
    }

    private boolean isConfirmed(Duration aheadOfStore) {
        long agreeing = neighbours.values().stream().filter(it -> it.agrees(aheadOfStore)).count();
        return 2 * agreeing > neighbours.size();
    }
}
