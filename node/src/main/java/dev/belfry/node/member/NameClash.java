package dev.belfry.node.member;

import dev.belfry.core.store.NodeRow;

/** Two processes have one name: only one of them can be that node. */
public final class NameClash extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public NameClash(NodeRow living) {
        super(
                "another process is alive under the name %s, at %s: give each server a node.id of its own"
                        .formatted(living.incarnation().node(), living.address()));
    }
}
