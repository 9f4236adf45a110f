package dev.belfry.core.store;

import java.time.Duration;

/**
 * How a pool of connections is used at a moment.
 *
 * @param name of the pool among those of its store, such as {@code writers}
 * @param size connections at the same time, at most
 * @param waiting calls that have none
 * @param waits calls that had to wait for one since the start
 * @param waited for how long, together
 */
public record PoolUse(String name, int size, int inUse, int waiting, long waits, Duration waited) {}
