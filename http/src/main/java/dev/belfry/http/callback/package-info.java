/** Delivers callbacks over HTTP. */
@NullMarked
package dev.belfry.http.callback;

import org.jspecify.annotations.NullMarked;
