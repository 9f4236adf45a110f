package dev.belfry.bench.harness;

import java.util.Collections;
import java.util.List;
import java.util.Locale;

/** One figure, measured once in every round. */
public record RoundValues(List<Double> values) {
    public RoundValues {
        values = List.copyOf(values);
    }

    public double median() {
        var sorted = values.stream().sorted().toList();
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1
                ? sorted.get(middle)
                : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }

    /** As many digits as say something. */
    public static String number(double value) {
        return String.format(Locale.ROOT, "%,." + decimals(value) + "f", value);
    }

    private static int decimals(double value) {
        double size = Math.abs(value);
        return value == Math.rint(value) || size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3;
    }

    /** The median and, if there are several, the range in brackets. */
    String text() {
        var number = "%,." + decimals(median()) + "f";
        var format = values.size() == 1 ? number : number + " (" + number + "-" + number + ")";
        return String.format(
                Locale.ROOT, format, median(), Collections.min(values), Collections.max(values));
    }
}
