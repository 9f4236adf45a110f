package dev.belfry.core.store;

import dev.belfry.core.timer.GroupId;
import java.util.List;

/** The groups whose firing is stopped. Calls block; thread-safe. */
public interface GroupPauses {
    /** Writes a pause down; the last one stays. Idempotent. */
    void pause(Pause pause);

    /** Takes a group's pause away, if it has one. Idempotent. */
    void resume(GroupId group);

    /** All pauses in force: as new as the last one acknowledged before the call. */
    List<Pause> inForce();
}
