package dev.belfry.bench.harness;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a number is to be, by medians of one run.
 *
 * @param least whether the bound is the least it may be, or the most
 */
public record Goal(String figure, double bound, boolean least, Measured measured) {
    /** Takes the number out of the figures; nothing if it was not measured. */
    public interface Measured {
        Optional<Double> of(Figures figures);
    }

    private boolean isMet(double value) {
        return least ? value >= bound : value <= bound;
    }

    private String wanted() {
        return (least ? "at least " : "at most ") + RoundValues.number(bound);
    }

    public static String table(List<Goal> goals, Figures figures) {
        var table = new TextTable(List.of("Belfry", "goal", "measured", ""));
        for (var goal : goals) {
            var measured = goal.measured.of(figures);
            table.row(
                    List.of(
                            goal.figure,
                            goal.wanted(),
                            measured.map(RoundValues::number).orElse("-"),
                            measured.map(it -> goal.isMet(it) ? "met" : "NOT MET").orElse("")));
        }
        return table.toString();
    }

    /** Those that were measured, for a file. */
    public static List<Map<String, Object>> results(List<Goal> goals, Figures figures) {
        var results = new ArrayList<Map<String, Object>>();
        for (var goal : goals) {
            goal.measured.of(figures).ifPresent(value -> results.add(goal.result(value)));
        }
        return results;
    }

    private Map<String, Object> result(double value) {
        var result = new LinkedHashMap<String, Object>();
        result.put("figure", figure);
        result.put("goal", wanted());
        result.put("measured", value);
        result.put("met", isMet(value));
        return result;
    }
}
