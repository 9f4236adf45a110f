package dev.belfry.bench;

import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/** One figure, measured once in every round. */
record Series(List<Double> values) {
    Series {
        values = List.copyOf(values);
    }

    double median() {
        var sorted = values.stream().sorted().toList();
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1
                ? sorted.get(middle)
                : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }

    double lowest() {
        return values.stream().mapToDouble(Double::doubleValue).min().orElseThrow();
    }

    double highest() {
        return values.stream().mapToDouble(Double::doubleValue).max().orElseThrow();
    }

    /** This figure in relation to another one of the same rounds. */
    Series over(Series other) {
        return new Series(
                IntStream.range(0, values.size())
                        .mapToObj(round -> values.get(round) / other.values.get(round))
                        .toList());
    }

    /** As many digits as say something. */
    static String number(double value) {
        return String.format(Locale.ROOT, "%,." + decimals(value) + "f", value);
    }

    private static int decimals(double value) {
        double size = Math.abs(value);
        return value == Math.rint(value) || size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3;
    }

    String text() {
        return text(decimals(median()));
    }

    /** The median and, in brackets, the range. */
    String text(int decimals) {
        var number = "%,." + decimals + "f";
        var format = values.size() == 1 ? number : number + " (" + number + "-" + number + ")";
        return String.format(Locale.ROOT, format, median(), lowest(), highest());
    }
}
