/** Bytes that come and go: how many may be held at a time, and JSON as it stands in them. */
@NullMarked
package dev.belfry.http.transport;

import org.jspecify.annotations.NullMarked;
