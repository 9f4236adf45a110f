package dev.belfry.operate.access;

import static dev.belfry.core.Checks.require;

import java.util.stream.Stream;

/**
 * Who asks, and what it may do where. Immutable.
 *
 * @param name for people and the audit log; no proof of anything
 */
public record Caller(String name, Role role, GroupScope groups) {
    private static final int LONGEST_NAME = 200;

    /** Whoever reaches a server that was given no keys. */
    public static final Caller ANYONE = new Caller("anyone", Role.ADMIN, GroupScope.ALL);

    /** Whoever asks for what is open to all. */
    public static final Caller NOBODY = new Caller("nobody", Role.READ, GroupScope.NONE);

    /** Another node that asks for itself. */
    public static final Caller NODE = new Caller("node", Role.ADMIN, GroupScope.ALL);

    public Caller {
        require(
                !name.isBlank()
                        && name.length() <= LONGEST_NAME
                        && name.chars().noneMatch(Character::isISOControl),
                "name",
                "must be 1 to %d characters without control characters",
                LONGEST_NAME);
    }

    /** Whether its name is one that callers without credentials go by. */
    public boolean hasReservedName() {
        return Stream.of(ANYONE, NOBODY, NODE).anyMatch(it -> it.name().equals(name));
    }

    public boolean maySee(String group) {
        return groups.covers(group);
    }
}
