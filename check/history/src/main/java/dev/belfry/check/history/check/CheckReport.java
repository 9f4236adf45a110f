package dev.belfry.check.history.check;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;

import dev.belfry.core.timer.TimerKey;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a history came to.
 *
 * @param duplicates attempts made once more, by cause
 * @param excused attempts that the stated exception allows
 * @param undecided timers with more possible states than the bounds allow: nothing is known of them
 */
public record CheckReport(
        Counts counts,
        Map<DuplicateCause, Integer> duplicates,
        ObservedLateness lateness,
        List<Violation> violations,
        List<Evidence> excused,
        List<TimerKey> undecided) {
    private static final double MILLION = 1_000_000.0;
    private static final int SHOWN = 20;

    public CheckReport {
        duplicates = Map.copyOf(duplicates);
        violations = List.copyOf(violations);
        excused = List.copyOf(excused);
        undecided = List.copyOf(undecided);
    }

    /** Whether no promise was broken, as far as that could be decided. */
    public boolean isClean() {
        return violations.isEmpty();
    }

    public boolean isDecided() {
        return undecided.isEmpty();
    }

    public int duplicates(DuplicateCause cause) {
        return duplicates.getOrDefault(cause, 0);
    }

    public double duplicatesPerMillion() {
        int all = duplicates.values().stream().mapToInt(Integer::intValue).sum();
        return counts.attempts() == 0 ? 0 : all * MILLION / counts.attempts();
    }

    @Override
    public String toString() {
        return """
        %s
        duplicates %s, %.1f per million; lateness %s
        undecided %d; violations %d %s
        %s"""
                .formatted(
                        counts,
                        new TreeMap<>(duplicates),
                        duplicatesPerMillion(),
                        lateness,
                        undecided.size(),
                        violations.size(),
                        byName(),
                        shown());
    }

    private Map<String, Long> byName() {
        return violations.stream().collect(groupingBy(Violation::name, TreeMap::new, counting()));
    }

    private String shown() {
        return violations.stream()
                .limit(SHOWN)
                .map(violation -> violation.name() + " " + violation.evidence() + "\n")
                .collect(joining());
    }
}
