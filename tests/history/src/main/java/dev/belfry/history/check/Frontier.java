package dev.belfry.history.check;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;

/**
 * The understandings met so far, without those that add nothing: of two that differ only in unknown
 * operations having taken effect, the one with fewer can still become the other. Confined to one
 * search.
 */
final class Frontier {
    private final long unknown;
    private final Map<Config, List<Long>> met = new HashMap<>();
    private final Queue<Config> waiting = new ArrayDeque<>();
    private int size;

    /**
     * @param unknown the slots of unknown operations
     */
    Frontier(long unknown) {
        this.unknown = unknown;
    }

    void add(Config config) {
        var known = new Config(config.state(), config.ends(), config.done() & ~unknown);
        var masks = met.computeIfAbsent(known, _ -> new ArrayList<>(1));
        for (long mask : masks) {
            if ((mask & ~config.done()) == 0) {
                return;
            }
        }
        masks.add(config.done());
        waiting.add(config);
        size++;
    }

    boolean isEmpty() {
        return waiting.isEmpty();
    }

    Config next() {
        return waiting.remove();
    }

    /** How many were met in all. */
    int size() {
        return size;
    }
}
