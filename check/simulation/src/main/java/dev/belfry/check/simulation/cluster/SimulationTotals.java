package dev.belfry.check.simulation.cluster;

import dev.belfry.check.history.check.DuplicateCause;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What many runs came to together. Thread-safe. */
final class SimulationTotals {
    private static final double MILLION = 1_000_000.0;

    private final Map<Strike, Hits> strikes = new EnumMap<>(Strike.class);
    private final Map<DuplicateCause, Long> duplicates = new EnumMap<>(DuplicateCause.class);
    private final Map<Long, String> failed = new TreeMap<>();
    private final Map<Long, RuntimeException> thrown = new TreeMap<>();
    private long runs;
    private long events;
    private long attempts;
    private long timers;
    private long undecided;
    private long excused;

    /** How often a fault struck, and in how many runs. */
    private record Hits(long times, long seeds) {
        Hits plus(Hits other) {
            return new Hits(times + other.times, seeds + other.seeds);
        }
    }

    synchronized void add(Simulation.Result result) {
        runs++;
        events += result.events();
        attempts += result.report().counts().attempts();
        result.strikes()
                .forEach((strike, count) -> strikes.merge(strike, new Hits(count, 1), Hits::plus));
        result.report()
                .duplicates()
                .forEach((cause, count) -> duplicates.merge(cause, (long) count, Long::sum));
        timers += result.report().counts().timers();
        undecided += result.report().undecided().size();
        excused += result.excused();
        if (!result.isClean()) {
            failed.put(result.seed(), result.wrong());
        }
    }

    synchronized void add(long seed, RuntimeException failure) {
        runs++;
        thrown.put(seed, failure);
    }

    synchronized Map<Long, RuntimeException> thrown() {
        return new TreeMap<>(thrown);
    }

    /** The seeds that were not clean, and what was wrong. */
    synchronized Map<Long, String> failed() {
        return new TreeMap<>(failed);
    }

    synchronized long runs() {
        return runs;
    }

    /**
     * Kinds of faults that never hit: a run that should have met them all proves less than it says.
     */
    synchronized List<Strike> missed() {
        return Stream.of(Strike.values()).filter(strike -> !strikes.containsKey(strike)).toList();
    }

    @Override
    public synchronized String toString() {
        long repeated = duplicates.values().stream().mapToLong(Long::longValue).sum();
        return """
        fault                          hits      seeds
        %s
        seeds      %d
        events     %d
        attempts   %d
        duplicates %s, %.0f per million attempts
        timers     %d, too ambiguous to decide %d
        excuses    %d used
        violations in %d seeds %s\
        """
                .formatted(
                        table(),
                        runs,
                        events,
                        attempts,
                        duplicates,
                        attempts == 0 ? 0 : repeated * MILLION / attempts,
                        timers,
                        undecided,
                        excused,
                        failed.size(),
                        failed);
    }

    private String table() {
        return Stream.of(Strike.values()).map(this::row).collect(Collectors.joining("\n"));
    }

    private String row(Strike strike) {
        var hits = strikes.getOrDefault(strike, new Hits(0, 0));
        return "%-25s %10d %10d".formatted(strike, hits.times(), hits.seeds());
    }
}
