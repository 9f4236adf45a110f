/** What networks do to connections, on purpose. */
@NullMarked
package dev.belfry.check.faults;

import org.jspecify.annotations.NullMarked;
