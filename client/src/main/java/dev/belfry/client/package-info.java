/** Timers from Java programs. */
@NullMarked
package dev.belfry.client;

import org.jspecify.annotations.NullMarked;
