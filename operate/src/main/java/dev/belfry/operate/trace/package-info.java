/** Traces: what was done for a request or a callback, told to a collector of OpenTelemetry. */
@NullMarked
package dev.belfry.operate.trace;

import org.jspecify.annotations.NullMarked;
