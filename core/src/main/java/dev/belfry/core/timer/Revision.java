package dev.belfry.core.timer;

/**
 * The state of a timer as its users know it: raised by every acknowledged change of what was asked,
 * never used twice for one key, and so also the mark by which a change recognises its own work.
 */
public record Revision(long value) {
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
