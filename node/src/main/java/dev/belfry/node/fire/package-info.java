/** Attempts, what receivers answer, and what follows from it. */
@NullMarked
package dev.belfry.node.fire;

import org.jspecify.annotations.NullMarked;
