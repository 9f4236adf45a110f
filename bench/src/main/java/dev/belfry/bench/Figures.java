package dev.belfry.bench;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What was measured: for each figure the values of each contender. Confined to one thread. */
final class Figures {
    private final Map<String, Map<String, List<Double>>> values = new LinkedHashMap<>();

    void add(String figure, String contender, double value) {
        values.computeIfAbsent(figure, _ -> new LinkedHashMap<>())
                .computeIfAbsent(contender, _ -> new ArrayList<>())
                .add(value);
    }

    /** The figures in the order in which they came up, each with its contenders. */
    Map<String, Map<String, Series>> series() {
        var all = new LinkedHashMap<String, Map<String, Series>>();
        values.forEach(
                (figure, contenders) -> {
                    var series = new LinkedHashMap<String, Series>();
                    contenders.forEach((name, list) -> series.put(name, new Series(list)));
                    all.put(figure, series);
                });
        return all;
    }
}
