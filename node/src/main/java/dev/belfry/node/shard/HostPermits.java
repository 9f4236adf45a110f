package dev.belfry.node.shard;

import static dev.belfry.core.Checks.invariant;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** Room for attempts in flight, in all and per host. Confined to one loop. */
final class HostPermits {
    private final LoopSettings settings;
    private final Map<String, Integer> byHost = new HashMap<>();
    private int inFlight;
    private long bytes;

    HostPermits(LoopSettings settings) {
        this.settings = settings;
    }

    /** Whether there is no room for any attempt, whatever its host. */
    boolean isFull() {
        return inFlight >= settings.maxInFlight() || bytes >= settings.inFlightBytes();
    }

    boolean hasRoom(String host) {
        return !isFull() && byHost.getOrDefault(host, 0) < settings.maxInFlightPerHost();
    }

    void take(String host, int size) {
        byHost.merge(host, 1, Integer::sum);
        inFlight++;
        bytes += size;
    }

    void giveBack(String host, int size) {
        byHost.merge(host, -1, (held, less) -> held + less == 0 ? null : held + less);
        inFlight--;
        bytes -= size;
        invariant(inFlight >= 0, "%d attempts in flight", inFlight);
    }

    Set<String> hosts() {
        return byHost.keySet();
    }

    int inFlight(String host) {
        return byHost.getOrDefault(host, 0);
    }

    int inFlight() {
        return inFlight;
    }
}
