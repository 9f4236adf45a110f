package dev.belfry.check.history.check;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One way the history can be understood so far.
 *
 * @param ends how the last schedules ended, latest last
 * @param done slots of the open operations that have taken effect
 */
record Config(State state, List<End> ends, long done) {
    /** Attempts of schedules that ended longer ago are not told apart any more. */
    private static final int MAX_ENDS = 4;

    static Config start() {
        return new Config(new State.Absent(), List.of(), 0);
    }

    Config state(State next) {
        return new Config(next, ends, done);
    }

    Config after(State next, Optional<End> end) {
        return new Config(next, end.map(this::with).orElse(ends), done);
    }

    private List<End> with(End end) {
        var all = new ArrayList<End>(ends);
        all.add(end);
        return List.copyOf(all.subList(Math.max(0, all.size() - MAX_ENDS), all.size()));
    }

    boolean isDone(int slot) {
        return (done & bit(slot)) != 0;
    }

    Config done(int slot) {
        return new Config(state, ends, done | bit(slot));
    }

    Config freed(int slot) {
        return new Config(state, ends, done & ~bit(slot));
    }

    static long bit(int slot) {
        return 1L << slot;
    }
}
