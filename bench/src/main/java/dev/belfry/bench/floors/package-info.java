/**
 * What the same machine does without a scheduler: rows by raw JDBC, requests and calls by bare
 * Vert.x.
 */
@NullMarked
package dev.belfry.bench.floors;

import org.jspecify.annotations.NullMarked;
