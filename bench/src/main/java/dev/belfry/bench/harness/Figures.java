package dev.belfry.bench.harness;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * What was measured: for each figure the values of each contender, and what could not be measured
 * and why. Confined to one thread.
 */
public final class Figures {
    private final Map<Figure, Map<String, List<Double>>> values = new LinkedHashMap<>();
    private final Map<String, Map<String, List<String>>> failures = new LinkedHashMap<>();

    /**
     * One kind of number.
     *
     * @param work what was done
     * @param measure what was measured of it
     */
    public record Figure(String work, String measure) {
        public static final String RATE = "per second";

        public String name() {
            return work + ", " + measure;
        }

        /** How many times better the first number is. */
        public double better(double one, double other) {
            return measure.endsWith(RATE) ? one / other : other / one;
        }
    }

    public void add(Figure figure, String contender, double value) {
        values.computeIfAbsent(figure, _ -> new LinkedHashMap<>())
                .computeIfAbsent(contender, _ -> new ArrayList<>())
                .add(value);
    }

    void fail(String work, String contender, String reason) {
        failures.computeIfAbsent(work, _ -> new LinkedHashMap<>())
                .computeIfAbsent(contender, _ -> new ArrayList<>())
                .add(reason);
    }

    /** The figures in the order in which they came up, each with its contenders. */
    Map<Figure, Map<String, RoundValues>> series() {
        var all = new LinkedHashMap<Figure, Map<String, RoundValues>>();
        values.forEach(
                (figure, contenders) -> {
                    var series = new LinkedHashMap<String, RoundValues>();
                    contenders.forEach((name, list) -> series.put(name, new RoundValues(list)));
                    all.put(figure, series);
                });
        return all;
    }

    public Optional<Double> median(Figure figure, String contender) {
        return Optional.ofNullable(values.getOrDefault(figure, Map.of()).get(contender))
                .map(list -> new RoundValues(list).median());
    }

    public Optional<Double> lowest(Figure figure, String contender) {
        return Optional.ofNullable(values.getOrDefault(figure, Map.of()).get(contender))
                .map(Collections::min);
    }

    /** How many times better one contender's median is than another's. */
    public Optional<Double> better(Figure figure, String one, String other) {
        return median(figure, one)
                .flatMap(a -> median(figure, other).map(b -> figure.better(a, b)));
    }

    /**
     * How many times better one contender was than another in the same turn, in the median: a
     * machine that slows down for a while slows both.
     */
    public Optional<Double> betterInTurn(Figure figure, String one, String other) {
        var series = values.getOrDefault(figure, Map.of());
        var ours = series.getOrDefault(one, List.of());
        var theirs = series.getOrDefault(other, List.of());
        var ratios =
                IntStream.range(0, Math.min(ours.size(), theirs.size()))
                        .mapToObj(turn -> figure.better(ours.get(turn), theirs.get(turn)))
                        .toList();
        return ratios.isEmpty() ? Optional.empty() : Optional.of(new RoundValues(ratios).median());
    }

    /** For each work the reasons for which contenders failed in it. */
    Map<String, Map<String, List<String>>> failures() {
        return failures;
    }
}
