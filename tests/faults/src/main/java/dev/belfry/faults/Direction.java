package dev.belfry.faults;

/** Which way bytes go. */
public enum Direction {
    FROM_CLIENT,
    FROM_SERVER
}
