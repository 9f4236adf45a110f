/** What drives the state machines of a node: the only package of it that has threads. */
@NullMarked
package dev.belfry.node.drive;

import org.jspecify.annotations.NullMarked;
