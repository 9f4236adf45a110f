package dev.belfry.check.history.check;

/** An operation that is under way, or unknown for ever, and its place in {@link Config#done}. */
record Slot(int number, Op op) {
    static final int MAX = Long.SIZE;
}
