package dev.belfry.check.history.check;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * All ways in which the history of one timer can be understood, up to where it has been read.
 * Confined to one check.
 *
 * <p>Operations take effect as late as possible: when one returns, or when an attempt is seen,
 * every order of the open ones that explains it is pursued. What explains nothing is dropped. A
 * promise is broken when nothing is left.
 */
final class Search {
    private final PossibleMoves moves;
    private final int maxStates;
    private final List<Slot> open = new ArrayList<>(2);
    private List<Config> configs = List.of(Config.start());
    private boolean exhausted;

    Search(PossibleMoves moves, int maxStates) {
        this.moves = moves;
        this.maxStates = maxStates;
    }

    List<Config> configs() {
        return configs;
    }

    /** Whether there are more ways than can be pursued. */
    boolean isExhausted() {
        return exhausted;
    }

    void open(Op op) {
        long used = 0;
        for (var slot : open) {
            used |= Config.bit(slot.number());
        }
        if (open.size() == Slot.MAX) {
            exhausted = true;
        } else {
            open.add(new Slot(Long.numberOfTrailingZeros(~used), op));
        }
    }

    /** Keeps what agrees with the answer of an operation. */
    void close(Op op, Moment now) {
        var slot = open.stream().filter(s -> s.op().equals(op)).findFirst().orElseThrow();
        var done = reach(now, config -> config.isDone(slot.number()));
        open.remove(slot);
        keep(done.stream().map(config -> config.freed(slot.number())).toList());
    }

    /** Keeps only these, which were reached before. */
    void keep(List<Config> chosen) {
        var frontier = new Frontier(unknown());
        chosen.forEach(frontier::add);
        var kept = new ArrayList<Config>(chosen.size());
        while (!frontier.isEmpty()) {
            kept.add(frontier.next());
        }
        configs = kept;
    }

    /** Everything that may be the case at a moment. */
    List<Config> reachable(Moment now) {
        var all = new ArrayList<Config>();
        reach(
                now,
                config -> {
                    all.add(config);
                    return false;
                });
        return all;
    }

    private List<Config> reach(Moment now, Predicate<Config> isGoal) {
        var frontier = new Frontier(unknown());
        configs.forEach(frontier::add);
        var goals = new ArrayList<Config>(2);
        while (!frontier.isEmpty() && !exhausted) {
            var config = frontier.next();
            if (isGoal.test(config)) {
                goals.add(config);
            } else {
                expand(config, now, frontier);
            }
            exhausted = frontier.size() > maxStates;
        }
        return goals;
    }

    private void expand(Config config, Moment now, Frontier frontier) {
        for (var slot : open) {
            if (!config.isDone(slot.number()) && !hasOpenTwin(config, slot)) {
                moves.operate(config, slot, frontier::add);
            }
        }
        moves.proceed(config, now, frontier::add);
    }

    /** Of equal operations that are unknown the first invoked may as well be the first to act. */
    private boolean hasOpenTwin(Config config, Slot slot) {
        return slot.op().isUnknown()
                && open.stream()
                        .takeWhile(other -> other.number() != slot.number())
                        .anyMatch(other -> isTwin(other, slot) && !config.isDone(other.number()));
    }

    private static boolean isTwin(Slot other, Slot slot) {
        return other.op().isUnknown() && other.op().operation().equals(slot.op().operation());
    }

    private long unknown() {
        long mask = 0;
        for (var slot : open) {
            mask |= slot.op().isUnknown() ? Config.bit(slot.number()) : 0;
        }
        return mask;
    }
}
