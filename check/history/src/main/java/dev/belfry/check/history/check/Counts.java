package dev.belfry.check.history.check;

/**
 * How much was recorded.
 *
 * @param excused attempts after a delete or during a pause whose sender had stalled
 */
public record Counts(
        int timers, int answered, int failed, int unknown, int attempts, int excused) {}
