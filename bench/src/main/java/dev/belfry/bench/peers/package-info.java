/** Belfry and the schedulers that users would take instead, each in a JVM of its own. */
@NullMarked
package dev.belfry.bench.peers;

import org.jspecify.annotations.NullMarked;
