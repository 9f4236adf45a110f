/** When a timer runs again: rules in wall time, and where a timer stands in them. */
@NullMarked
package dev.belfry.core.schedule;

import org.jspecify.annotations.NullMarked;
