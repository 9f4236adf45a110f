/** The storage contract, and the store that keeps everything in memory. */
@NullMarked
package dev.belfry.core.store;

import org.jspecify.annotations.NullMarked;
