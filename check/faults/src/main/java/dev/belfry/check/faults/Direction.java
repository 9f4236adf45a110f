package dev.belfry.check.faults;

/** Which way bytes go. */
public enum Direction {
    FROM_CLIENT,
    FROM_SERVER
}
