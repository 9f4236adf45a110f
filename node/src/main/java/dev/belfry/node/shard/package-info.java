/** The single-threaded state machines that own shards: they hold no lock and do no I/O. */
@NullMarked
package dev.belfry.node.shard;

import org.jspecify.annotations.NullMarked;
