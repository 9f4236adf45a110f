package dev.belfry.node.shard;

import static dev.belfry.core.Checks.invariant;

import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.SequencedMap;

/**
 * Whose turn it is: deficit round robin. In its turn everybody may do a quantum for each unit of
 * its weight; who did more begins its next turn with a debt, and nobody saves up. Confined to one
 * loop.
 *
 * @param <T> those who take turns
 */
final class Turns<T> {
    /**
     * What one may do in a turn: enough that a turn costs little, and so few that the others of a
     * busy ring wait for about a millisecond each.
     */
    static final int QUANTUM = 64;

    private final SequencedMap<T, Turn> ring = new LinkedHashMap<>();

    private static final class Turn {
        private int quantum;
        private int left;

        Turn(int weight) {
            quantum = QUANTUM * weight;
            left = quantum;
        }

        void weight(int weight) {
            quantum = QUANTUM * weight;
            left = Math.min(left, quantum);
        }
    }

    /** Comes after all others; who is in the ring stays where it is, with the weight it has now. */
    void enter(T who, int weight) {
        invariant(weight >= 1, "weight %d of %s", weight, who);
        var turn = ring.get(who);
        if (turn == null) {
            ring.putLast(who, new Turn(weight));
        } else {
            turn.weight(weight);
        }
    }

    /** Leaves with all that it had left. */
    void leave(T who) {
        ring.remove(who);
    }

    boolean contains(T who) {
        return ring.containsKey(who);
    }

    boolean isEmpty() {
        return ring.isEmpty();
    }

    Optional<T> current() {
        return ring.isEmpty() ? Optional.empty() : Optional.of(ring.firstEntry().getKey());
    }

    /** The current one has done so much; when its quantum is used up, it is the next one's turn. */
    void used(int amount) {
        var turn = ring.firstEntry().getValue();
        turn.left -= amount;
        if (turn.left <= 0) {
            turn.left = Math.min(turn.quantum, turn.left + turn.quantum);
            ring.putLast(ring.firstEntry().getKey(), turn);
        }
    }
}
