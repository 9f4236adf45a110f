package dev.belfry.store.routed;

import dev.belfry.core.store.GroupPauses;
import dev.belfry.core.store.Pause;
import dev.belfry.core.timer.GroupId;
import java.util.LinkedHashMap;
import java.util.List;

/** The pauses, written to every database. Thread-safe. */
record RoutedPauses(RoutedParts parts) implements GroupPauses {
    @Override
    public void pause(Pause pause) {
        parts.everywhere(it -> it.store().pauses().pause(pause));
    }

    @Override
    public void resume(GroupId group) {
        parts.everywhere(it -> it.store().pauses().resume(group));
    }

    /** Every acknowledged pause is in each database, so that those that answer know all. */
    @Override
    public List<Pause> inForce() {
        var pauses = new LinkedHashMap<GroupId, Pause>();
        parts.available(it -> it.store().pauses().inForce())
                .forEach(some -> some.forEach(pause -> pauses.put(pause.group(), pause)));
        return List.copyOf(pauses.values());
    }
}
