package dev.belfry.check.history.check;

import static dev.belfry.core.Checks.require;

import java.time.Duration;

/**
 * How exactly a history was recorded and how patient its judge is.
 *
 * @param transit how long after it was sent an attempt may be recorded; zero when it is recorded by
 *     the firing node
 * @param clockError how far the clocks of recorders and nodes may be apart
 * @param settlingError how far the clock may be off of a node that settles: it goes on doing so
 *     while it must not start anything
 * @param repeatWindow how long before a fault an attempt may have started, or been answered, to be
 *     repeated because of it
 * @param stuckAfter how long a due timer may lie untouched while nothing is wrong
 * @param recovery how long after a fault or a pause nothing counts as stuck
 * @param freshReads whether a GET must see every acknowledged change
 * @param maxStates how many states of one timer are pursued at once before it is left undecided
 */
public record CheckBounds(
        Duration transit,
        Duration clockError,
        Duration settlingError,
        Duration repeatWindow,
        Duration stuckAfter,
        Duration recovery,
        boolean freshReads,
        int maxStates) {
    private static final Duration REPEAT_WINDOW = Duration.ofSeconds(2);
    private static final Duration STUCK_AFTER = Duration.ofSeconds(10);
    private static final Duration RECOVERY = Duration.ofSeconds(10);
    private static final int MAX_STATES = 20_000;

    public CheckBounds {
        require(maxStates >= 1, "maxStates", "must be at least 1");
    }

    /** Attempts are recorded by the firing node, on one clock. */
    public static CheckBounds ofSimulation() {
        return new CheckBounds(
                Duration.ZERO,
                Duration.ZERO,
                Duration.ZERO,
                REPEAT_WINDOW,
                STUCK_AFTER,
                RECOVERY,
                true,
                MAX_STATES);
    }

    /** Attempts are recorded by their receivers, on one machine. */
    public static CheckBounds ofProcesses() {
        return new CheckBounds(
                Duration.ofSeconds(1),
                Duration.ofMillis(1),
                Duration.ofMillis(1),
                REPEAT_WINDOW,
                STUCK_AFTER,
                RECOVERY,
                true,
                MAX_STATES);
    }

    public CheckBounds transit(Duration other) {
        return new CheckBounds(
                other,
                clockError,
                settlingError,
                repeatWindow,
                stuckAfter,
                recovery,
                freshReads,
                maxStates);
    }

    /** Of all that nodes do. */
    public CheckBounds clockError(Duration other) {
        return clockErrors(other, other);
    }

    public CheckBounds clockErrors(Duration starting, Duration settling) {
        return new CheckBounds(
                transit,
                starting,
                settling,
                repeatWindow,
                stuckAfter,
                recovery,
                freshReads,
                maxStates);
    }

    public CheckBounds patience(Duration stuck, Duration recover) {
        return new CheckBounds(
                transit,
                clockError,
                settlingError,
                repeatWindow,
                stuck,
                recover,
                freshReads,
                maxStates);
    }

    public CheckBounds freshReads(boolean fresh) {
        return new CheckBounds(
                transit,
                clockError,
                settlingError,
                repeatWindow,
                stuckAfter,
                recovery,
                fresh,
                maxStates);
    }

    public CheckBounds maxStates(int most) {
        return new CheckBounds(
                transit,
                clockError,
                settlingError,
                repeatWindow,
                stuckAfter,
                recovery,
                freshReads,
                most);
    }
}
