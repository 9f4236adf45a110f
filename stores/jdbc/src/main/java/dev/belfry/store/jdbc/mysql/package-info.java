/** MySQL, MariaDB and TiDB: many nodes, fenced by row locks. */
@NullMarked
package dev.belfry.store.jdbc.mysql;

import org.jspecify.annotations.NullMarked;
