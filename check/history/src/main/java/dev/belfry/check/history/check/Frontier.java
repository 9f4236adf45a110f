package dev.belfry.check.history.check;

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
    /** Up to here comparing is cheaper than hashing; few timers ever get further. */
    private static final int FEW = 8;

    private final long unknown;
    private final List<Config> few = new ArrayList<>(4);
    private final Map<Config, List<Config>> many = new HashMap<>(0);
    private final Queue<Config> waiting = new ArrayDeque<>(4);
    private int size;

    /**
     * @param unknown the slots of unknown operations
     */
    Frontier(long unknown) {
        this.unknown = unknown;
    }

    void add(Config config) {
        var rivals = size < FEW ? few : rivalsOf(config);
        for (var rival : rivals) {
            if (covers(rival, config)) {
                return;
            }
        }
        rivals.add(config);
        waiting.add(config);
        size++;
        if (size == FEW) {
            few.forEach(each -> rivalsOf(each).add(each));
        }
    }

    private List<Config> rivalsOf(Config config) {
        return many.computeIfAbsent(known(config), _ -> new ArrayList<>(1));
    }

    private Config known(Config config) {
        return new Config(config.state(), config.ends(), config.done() & ~unknown);
    }

    private boolean covers(Config rival, Config config) {
        long more = config.done() & ~rival.done();
        return (rival.done() & ~config.done()) == 0
                && (more & ~unknown) == 0
                && rival.state().equals(config.state())
                && rival.ends().equals(config.ends());
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
