/** PostgreSQL: many nodes, fenced by row locks. */
@NullMarked
package dev.belfry.store.jdbc.postgres;

import org.jspecify.annotations.NullMarked;
