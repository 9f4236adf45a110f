package dev.belfry.core;

/** Checks of values and of invariants, with the values in the message. */
public final class Checks {
    private Checks() {}

    /** Refuses a value that came from outside, naming the field it came in. */
    public static void require(boolean holds, String field, String message, Object... values) {
        if (!holds) {
            throw new InvalidValueException(field, message.formatted(values));
        }
    }

    /** Stops work that would rest on something that is not true. */
    public static void invariant(boolean holds, String message, Object... values) {
        if (!holds) {
            throw new IllegalStateException(message.formatted(values));
        }
    }
}
