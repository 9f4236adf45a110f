package dev.belfry.core.store;

import static dev.belfry.core.Checks.invariant;

/**
 * How much a page may hold.
 *
 * @param rows at most
 * @param bytes after which no further row is added; the first row is always there, so that a page
 *     gets on whatever its size
 */
public record PageLimit(int rows, long bytes) {
    public PageLimit {
        invariant(rows >= 1 && bytes >= 1, "page limit of %d rows and %d bytes", rows, bytes);
    }
}
