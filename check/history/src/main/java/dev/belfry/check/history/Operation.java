package dev.belfry.check.history;

import dev.belfry.core.mutation.Precondition;
import dev.belfry.core.timer.GroupId;
import dev.belfry.core.timer.TimerKey;

/** What a client asked the service to do. */
public sealed interface Operation {
    /** An operation on one timer. */
    sealed interface OnTimer extends Operation {
        TimerKey key();
    }

    /** An operation on a whole group. */
    sealed interface OnGroup extends Operation {
        GroupId group();
    }

    record Create(TimerKey key, ObservedRequest request) implements OnTimer {}

    record Put(TimerKey key, ObservedRequest request, Precondition precondition)
            implements OnTimer {}

    record Patch(TimerKey key, Change change, Precondition precondition) implements OnTimer {}

    record Delete(TimerKey key, Precondition precondition) implements OnTimer {}

    record Redrive(TimerKey key) implements OnTimer {}

    record Get(TimerKey key) implements OnTimer {}

    record Pause(GroupId group) implements OnGroup {}

    record Resume(GroupId group) implements OnGroup {}
}
