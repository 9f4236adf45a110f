/**
 * The benchmarks: what Belfry can do and what it costs, beside others, with many timers, on each
 * database.
 */
@NullMarked
package dev.belfry.bench;

import org.jspecify.annotations.NullMarked;
