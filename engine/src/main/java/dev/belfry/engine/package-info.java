/** The engine as others use it: ask for changes of timers, and have them fire. */
@NullMarked
package dev.belfry.engine;

import org.jspecify.annotations.NullMarked;
