package dev.belfry.core.store;

import static dev.belfry.core.Checks.invariant;

/**
 * What a node runs.
 *
 * @param software its release, for people
 * @param protocol the newest that it speaks with other nodes
 */
public record NodeVersion(String software, int protocol) {
    /** As long as the columns of all stores. */
    public static final int LONGEST = 64;

    /** Of rows that were written before nodes said theirs: they speak the first protocol. */
    public static final NodeVersion UNTOLD = new NodeVersion("(unknown)", 1);

    public NodeVersion {
        invariant(!software.isBlank(), "a node runs no software");
        invariant(software.length() <= LONGEST, "%s is too long for a version", software);
        invariant(protocol >= 1, "%d is no protocol", protocol);
    }
}
