/** SQL Server: many nodes, fenced by update locks. */
@NullMarked
package dev.belfry.store.jdbc.sqlserver;

import org.jspecify.annotations.NullMarked;
