package dev.belfry.check.history.check;

import java.time.Instant;

/**
 * How a schedule ended, or a version of it, when that is certain.
 *
 * @param acknowledged when the client was told
 * @param announced whether an attempt sent before may be recorded a little later: a delete must
 *     have said that one was under way
 */
record End(State.Pending pending, How how, Instant acknowledged, boolean announced) {
    enum How {
        SETTLED,
        DELETED,
        REPLACED,
        /** The schedule goes on with other contents. */
        CHANGED
    }

    /** Nobody is told of a settlement. */
    static End settled(State.Pending pending) {
        return new End(pending, How.SETTLED, Instant.MAX, true);
    }

    boolean isOf(String webhookId) {
        return pending.schedule().webhookId().equals(webhookId);
    }
}
