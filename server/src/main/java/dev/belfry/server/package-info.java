/** Belfry as a service: wiring, configuration, the HTTP API, callbacks, operations. */
@NullMarked
package dev.belfry.server;

import org.jspecify.annotations.NullMarked;
