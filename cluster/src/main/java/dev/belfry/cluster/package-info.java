/** Forwarding between nodes over HTTP: any node answers any request. */
@NullMarked
package dev.belfry.cluster;

import org.jspecify.annotations.NullMarked;
