package dev.belfry.check.simulation.cluster;

import dev.belfry.check.simulation.VirtualClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** A readable account of a run: what struck, and what the nodes complained about. */
public final class Trace {
    private final boolean wanted;
    private final List<String> lines = new ArrayList<>();

    public Trace(boolean wanted) {
        this.wanted = wanted;
    }

    void note(Instant at, String what) {
        if (wanted) {
            var since = Duration.between(VirtualClock.BEGIN, at);
            lines.add("%9.3f  %s".formatted(since.toMillis() / 1000.0, what));
        }
    }

    public List<String> lines() {
        return List.copyOf(lines);
    }
}
