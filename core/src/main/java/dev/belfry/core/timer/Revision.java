package dev.belfry.core.timer;

import java.time.Instant;

/**
 * The state of a timer as its users know it: raised by every acknowledged change of what was asked,
 * never used twice for one key, and so also the mark by which a change recognises its own work.
 */
public record Revision(long value) {
    /** A revision is the milliseconds of its clock, and so many bits of chance. */
    public static final int RANDOM_BITS = 20;

    /** When it was made, by the clock of whoever made it. */
    public Instant madeAt() {
        return Instant.ofEpochMilli(value >> RANDOM_BITS);
    }

    public Revision next() {
        return new Revision(value + 1);
    }

    public boolean isAfter(Revision other) {
        return value > other.value;
    }

    @Override
    public String toString() {
        return Long.toHexString(value);
    }
}
