/** What operators look at: health, metrics, events, logs. */
@NullMarked
package dev.belfry.operate.metrics;

import org.jspecify.annotations.NullMarked;
