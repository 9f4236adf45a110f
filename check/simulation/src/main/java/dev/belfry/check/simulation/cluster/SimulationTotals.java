package dev.belfry.check.simulation.cluster;

import dev.belfry.check.history.check.DuplicateCause;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** What many runs came to together. Thread-safe. */
final class SimulationTotals {
    private static final double MILLION = 1_000_000.0;

    private final Map<Strike, Long> strikes = new EnumMap<>(Strike.class);
    private final Map<DuplicateCause, Long> duplicates = new EnumMap<>(DuplicateCause.class);
    private final List<Long> failed = new ArrayList<>();
    private final Map<Long, RuntimeException> thrown = new TreeMap<>();
    private long runs;
    private long events;
    private long attempts;
    private long timers;
    private long undecided;

    synchronized void add(Simulation.Result result) {
        runs++;
        events += result.events();
        attempts += result.report().counts().attempts();
        result.strikes().forEach((strike, count) -> strikes.merge(strike, (long) count, Long::sum));
        result.report()
                .duplicates()
                .forEach((cause, count) -> duplicates.merge(cause, (long) count, Long::sum));
        timers += result.report().counts().timers();
        undecided += result.report().undecided().size();
        if (!result.isClean()) {
            failed.add(result.seed());
        }
    }

    synchronized void add(long seed, RuntimeException failure) {
        runs++;
        thrown.put(seed, failure);
    }

    synchronized Map<Long, RuntimeException> thrown() {
        return new TreeMap<>(thrown);
    }

    synchronized List<Long> failed() {
        return failed.stream().sorted().toList();
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
        seeds      %d
        events     %d
        attempts   %d
        faults     %s
        duplicates %s, %.0f per million attempts
        timers     %d, too ambiguous to decide %d
        violations in %d seeds %s\
        """
                .formatted(
                        runs,
                        events,
                        attempts,
                        strikes,
                        duplicates,
                        attempts == 0 ? 0 : repeated * MILLION / attempts,
                        timers,
                        undecided,
                        failed.size(),
                        failed());
    }
}
