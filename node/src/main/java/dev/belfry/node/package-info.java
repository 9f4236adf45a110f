/** The engine as others use it: ask for changes of timers, and have them fire. */
@NullMarked
package dev.belfry.node;

import org.jspecify.annotations.NullMarked;
