package dev.belfry.node.shard;

import dev.belfry.core.store.Pause;
import dev.belfry.core.timer.GroupId;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Which groups are paused, as far as a loop knows. Confined to the loop. */
final class Pauses {
    private Set<GroupId> paused = new HashSet<>();
    private int version;
    private boolean stale;
    private final Runnable changed;

    /**
     * @param changed is told when timers may have to stop, or may start again
     */
    Pauses(Runnable changed) {
        this.changed = changed;
    }

    boolean contains(GroupId group) {
        return paused.contains(group);
    }

    /** Raised by every change that was told, so that a read can be known to be older than it. */
    int version() {
        return version;
    }

    /** What is told may come in another order than it was written: the store has the last word. */
    void pause(GroupId group) {
        version++;
        paused.add(group);
        stale = true;
        changed.run();
    }

    /** Told of a resume, which may be older than a pause that is known: it is only looked up. */
    void resumed() {
        version++;
        stale = true;
    }

    /** Takes over what the store shows; a read that a change has overtaken must be repeated. */
    void read(List<Pause> inStore, int versionAtStart) {
        if (version == versionAtStart) {
            paused = new HashSet<>(inStore.stream().map(Pause::group).toList());
            stale = false;
        } else {
            inStore.stream().map(Pause::group).forEach(paused::add);
            stale = true;
        }
        changed.run();
    }

    /** Whether the last read was overtaken, so that another is needed. */
    boolean isStale() {
        return stale;
    }

    void stale(boolean isStale) {
        stale = isStale;
    }
}
