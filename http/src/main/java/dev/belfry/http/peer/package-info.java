/** The wire between nodes: HTTP with the cluster's secret, hops and deadlines. */
@NullMarked
package dev.belfry.http.peer;

import org.jspecify.annotations.NullMarked;
