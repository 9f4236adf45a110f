package dev.belfry.node.member;

import dev.belfry.core.shard.Incarnation;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * When owners and marks of shards were first seen in a state that must last before anybody acts on
 * it. Confined to one thread at a time.
 */
public final class FirstSightings {
    private final Duration wait;
    private final Map<Incarnation, Long> since = new HashMap<>();

    public FirstSightings(Duration wait) {
        this.wait = wait;
    }

    /** Whether it was seen so long ago for the first time; the first call is the first sight. */
    public boolean isLongAgo(Incarnation seen, long nowNanos) {
        return nowNanos - since.computeIfAbsent(seen, _ -> nowNanos) >= wait.toNanos();
    }
}
