package dev.belfry.core.shard;

import java.util.Optional;

/**
 * The mark of a shard whose group is being deleted, or was: its row names an owner that is no node,
 * so that nobody takes it.
 *
 * @param remover tells those who close shards apart; random
 */
public record Closed(long remover) {
    static final String PREFIX = "closed:";

    private static final NodeId NAME = new NodeId(PREFIX + "group");

    /** The mark that an owner is, if it is one. */
    public static Optional<Closed> in(Incarnation owner) {
        return Optional.of(owner)
                .filter(it -> it.node().value().startsWith(PREFIX))
                .map(it -> new Closed(it.life()));
    }

    /** The owner that a closed shard's row names. */
    public Incarnation mark() {
        return new Incarnation(NAME, remover);
    }
}
