/** The store on SQL databases: one code path, and a dialect for what differs between them. */
@NullMarked
package dev.belfry.store.jdbc;

import org.jspecify.annotations.NullMarked;
