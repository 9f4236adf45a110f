package dev.belfry.core.shard;

import static dev.belfry.core.Checks.require;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The mark of a shard that lives in another database: its row there names an owner that is no node,
 * so that nobody takes it.
 *
 * @param to the name of the database that has it, or that it has gone to next
 * @param seal of the move that brought it there, see {@link Arriving}; zero if it began there
 */
public record Moved(String to, long seal) {
    static final String PREFIX = "moved:";

    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]{0,31}");

    public Moved {
        require(
                NAME.matcher(to).matches(),
                "store.databases",
                "must have names of 1 to 32 of a-z, 0-9 and '-' that begin with a letter, not '%s'",
                to);
    }

    /** The mark of a shard that began in another database. */
    public Moved(String to) {
        this(to, 0);
    }

    /** The mark that an owner is, if it is one. */
    public static Optional<Moved> in(Incarnation owner) {
        return Optional.of(owner.node().value())
                .filter(name -> name.startsWith(PREFIX))
                .map(name -> new Moved(name.substring(PREFIX.length()), owner.life()));
    }

    /** The owner that a moved shard's row names. */
    public Incarnation mark() {
        return new Incarnation(new NodeId(PREFIX + to), seal);
    }
}
