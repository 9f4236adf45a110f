/** Several databases behind one store. */
@NullMarked
package dev.belfry.store.routed;

import org.jspecify.annotations.NullMarked;
