/** The store on Apache Cassandra: a shard is a partition, and every write to it is conditional. */
@NullMarked
package dev.belfry.store.cassandra;

import org.jspecify.annotations.NullMarked;
