/** SQLite, the embedded default: a file, one writer, nothing to install. */
@NullMarked
package dev.belfry.store.jdbc.sqlite;

import org.jspecify.annotations.NullMarked;
