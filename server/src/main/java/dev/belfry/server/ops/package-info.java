/** What operators look at: health, metrics, events, logs. */
@NullMarked
package dev.belfry.server.ops;

import org.jspecify.annotations.NullMarked;
