/** The HTTP API: routes, what requests may say, what answers look like, and how refusals read. */
@NullMarked
package dev.belfry.http.api;

import org.jspecify.annotations.NullMarked;
