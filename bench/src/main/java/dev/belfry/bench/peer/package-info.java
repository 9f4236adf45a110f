/** Other schedulers, each in a JVM of its own that the benchmark talks to over standard input. */
@NullMarked
package dev.belfry.bench.peer;

import org.jspecify.annotations.NullMarked;
