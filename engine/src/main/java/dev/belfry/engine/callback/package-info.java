/** Attempts, what receivers answer, and what follows from it. */
@NullMarked
package dev.belfry.engine.callback;

import org.jspecify.annotations.NullMarked;
