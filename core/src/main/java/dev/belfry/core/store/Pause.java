package dev.belfry.core.store;

import dev.belfry.core.timer.GroupId;
import dev.belfry.core.timer.Instants;
import java.time.Instant;
import java.util.Optional;

/** A stop to a group's firing. */
public record Pause(GroupId group, Instant since, Optional<String> reason) {
    public Pause {
        since = Instants.floorToMillis(since);
    }
}
