package dev.belfry.node.route;

import dev.belfry.core.store.NodeRow;

/**
 * How a client is told that another node gave no answer.
 *
 * @param <A> what an item is answered
 */
public interface Wording<A> {
    /** The owner got nothing, and so nothing was changed. */
    A unreachable(NodeRow owner, String why);

    /** The owner did not say whether the change was made. */
    A silent(NodeRow owner, String why);
}
