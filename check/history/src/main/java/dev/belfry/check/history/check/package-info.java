/** Decides from a history whether every promise was kept. */
@NullMarked
package dev.belfry.check.history.check;

import org.jspecify.annotations.NullMarked;
