package dev.belfry.http.watch;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.http.api.JsonBytes;
import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Function;

/** A stretch of history: for each series as many figures, oldest first. Immutable. */
final class History {
    private final Map<Series, double[]> series;

    private History(Map<Series, double[]> series) {
        this.series = series;
    }

    static History of(Function<Series, double[]> read) {
        var series = new EnumMap<Series, double[]>(Series.class);
        for (var one : Series.values()) {
            series.put(one, read.apply(one));
        }
        return new History(series);
    }

    static History read(JsonNode json, int slots) {
        return of(one -> figures(json.path(one.label()), slots));
    }

    private static double[] figures(JsonNode array, int slots) {
        var figures = new double[slots];
        for (int i = 0; i < slots; i++) {
            figures[i] = array.path(i).asDouble(Double.NaN);
        }
        return figures;
    }

    History plus(History other) {
        var mine = of(Series.ATTEMPTS);
        var others = other.of(Series.ATTEMPTS);
        return of(
                one -> {
                    var a = of(one);
                    var b = other.of(one);
                    var merged = new double[a.length];
                    for (int i = 0; i < merged.length; i++) {
                        merged[i] = one.merged(a[i], mine[i], b[i], others[i]);
                    }
                    return merged;
                });
    }

    private double[] of(Series one) {
        return series.getOrDefault(one, new double[0]);
    }

    void write(JsonBytes json) throws IOException {
        for (var one : Series.values()) {
            json.decimals(one.label(), of(one));
        }
    }
}
