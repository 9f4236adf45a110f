/** What networks do to connections, on purpose. */
@NullMarked
package dev.belfry.faults;

import org.jspecify.annotations.NullMarked;
