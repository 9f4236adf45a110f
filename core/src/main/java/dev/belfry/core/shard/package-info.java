/** Groups, their shards, and the right to write one. */
@NullMarked
package dev.belfry.core.shard;

import org.jspecify.annotations.NullMarked;
