/** Whole clusters in virtual time: nodes, clients and receivers, and what strikes them. */
@NullMarked
package dev.belfry.check.simulation.cluster;

import org.jspecify.annotations.NullMarked;
