package dev.belfry.core.store;

import dev.belfry.core.timer.GroupId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The pauses of the memory store. Thread-safe: one lock around everything. */
final class MemoryPauses implements GroupPauses {
    private final Map<GroupId, Pause> pauses = new LinkedHashMap<>();

    @Override
    public synchronized void pause(Pause pause) {
        pauses.put(pause.group(), pause);
    }

    @Override
    public synchronized void resume(GroupId group) {
        pauses.remove(group);
    }

    @Override
    public synchronized List<Pause> inForce() {
        return List.copyOf(pauses.values());
    }
}
