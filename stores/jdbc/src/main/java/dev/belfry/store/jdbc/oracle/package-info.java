/** Oracle: many nodes, fenced by row locks. */
@NullMarked
package dev.belfry.store.jdbc.oracle;

import org.jspecify.annotations.NullMarked;
