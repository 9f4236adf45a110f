package dev.belfry.store.routed;

import dev.belfry.core.timer.GroupId;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * Groups whose homes are to be looked at again: those for which a database did not answer, soon,
 * and all of them in a slow round, since whoever moved a shard may have died before it said so.
 * Thread-safe.
 */
final class DueLooks {
    /** A round begins after so many calls, of which there is one a second. */
    private static final int CALLS = 60;

    /**
     * Of each kind in one call: a thousand groups are looked at once a minute, more take longer.
     */
    private static final int MOST = 16;

    private final AtomicBoolean isLooking = new AtomicBoolean();
    private final SequencedSet<GroupId> unanswered = new LinkedHashSet<>();

    // Used by whoever looks.
    private final SequencedSet<GroupId> round = new LinkedHashSet<>();
    private int calls;

    /** A database that was down when a group was looked at may know more than the others. */
    void looked(GroupId group, boolean allAnswered) {
        synchronized (unanswered) {
            if (allAnswered) {
                unanswered.remove(group);
            } else {
                unanswered.add(group);
            }
        }
    }

    /** Hands out the next groups, unless another call still does. */
    void eachNext(Collection<GroupId> all, Consumer<GroupId> look) {
        if (isLooking.compareAndSet(false, true)) {
            try {
                nextUnanswered().forEach(look);
                nextOfRound(all).forEach(look);
            } finally {
                isLooking.set(false);
            }
        }
    }

    private List<GroupId> nextUnanswered() {
        synchronized (unanswered) {
            return taken(unanswered);
        }
    }

    private List<GroupId> nextOfRound(Collection<GroupId> all) {
        calls++;
        if (round.isEmpty() && calls >= CALLS) {
            calls = 0;
            round.addAll(all);
        }
        return taken(round);
    }

    private static List<GroupId> taken(SequencedSet<GroupId> groups) {
        var some = groups.stream().limit(MOST).toList();
        some.forEach(groups::remove);
        return some;
    }
}
