/** The way of requests, replies and pauses between nodes: pure, over any wire. */
@NullMarked
package dev.belfry.node.route;

import org.jspecify.annotations.NullMarked;
