package dev.belfry.core.shard;

import java.util.Optional;

/**
 * The mark of a shard that is being moved into a database: its row there names an owner that is no
 * node, so that nobody takes what may not be complete.
 *
 * <p>A sealed one is complete. It counts from the moment in which the row of the database that it
 * comes from is {@link Moved} with the same seal.
 *
 * @param from the name of the database that it comes from
 * @param isSealed whether everything is there
 * @param seal random, of one move
 */
public record Arriving(String from, boolean isSealed, long seal) {
    static final String INCOMING = "incoming:";
    static final String SEALED = "sealed:";

    public Arriving {
        // A name that no mark can carry is refused here.
        new Moved(from);
    }

    /** The mark that an owner is, if it is one. */
    public static Optional<Arriving> in(Incarnation owner) {
        var name = owner.node().value();
        if (name.startsWith(INCOMING)) {
            return Optional.of(
                    new Arriving(name.substring(INCOMING.length()), false, owner.life()));
        }
        return name.startsWith(SEALED)
                ? Optional.of(new Arriving(name.substring(SEALED.length()), true, owner.life()))
                : Optional.empty();
    }

    /** The same when everything is there. */
    public Arriving asSealed() {
        return new Arriving(from, true, seal);
    }

    /** Whether it counts, by what the row of the other database says. */
    public boolean isOpenedBy(Moved moved) {
        return isSealed && moved.seal() == seal;
    }

    /** The owner that the row names. */
    public Incarnation mark() {
        return new Incarnation(new NodeId((isSealed ? SEALED : INCOMING) + from), seal);
    }
}
