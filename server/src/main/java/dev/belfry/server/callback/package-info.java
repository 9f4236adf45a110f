/** Delivers callbacks over HTTP. */
@NullMarked
package dev.belfry.server.callback;

import org.jspecify.annotations.NullMarked;
