package dev.belfry.http.watch;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.http.api.JsonBytes;
import dev.belfry.operate.metrics.StoreFigures;
import dev.belfry.operate.metrics.StoreFigures.CommitSizes;
import dev.belfry.operate.metrics.StoreFigures.Operation;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;

/** How the store does, with one node or with all. Immutable. */
record StoreReport(List<Operation> operations, CommitSizes commitSizes) {
    StoreReport {
        operations = List.copyOf(operations);
    }

    static StoreReport of(StoreFigures figures) {
        return new StoreReport(figures.operations(), figures.commitSizes());
    }

    StoreReport plus(StoreReport other) {
        var byName = new TreeMap<String, Operation>();
        Stream.concat(operations.stream(), other.operations.stream())
                .forEach(it -> byName.merge(it.name(), it, StoreReport::together));
        return new StoreReport(
                List.copyOf(byName.values()), together(commitSizes, other.commitSizes));
    }

    /** As with lateness: the median is weighted, of the others the worst holds. */
    private static Operation together(Operation a, Operation b) {
        return new Operation(
                a.name(),
                a.count() + b.count(),
                Series.LATENESS_P50.merged(
                        a.p50Millis(), (double) a.count(), b.p50Millis(), (double) b.count()),
                Series.LATENESS_P99.merged(
                        a.p99Millis(), (double) a.count(), b.p99Millis(), (double) b.count()),
                a.errors() + b.errors());
    }

    private static CommitSizes together(CommitSizes a, CommitSizes b) {
        return new CommitSizes(
                a.count() + b.count(),
                Series.LATENESS_P50.merged(
                        a.p50(), (double) a.count(), b.p50(), (double) b.count()),
                Series.LATENESS_P99.merged(
                        a.p99(), (double) a.count(), b.p99(), (double) b.count()),
                Series.LATENESS_MAX.merged(
                        a.max(), (double) a.count(), b.max(), (double) b.count()));
    }

    void write(JsonBytes json) throws IOException {
        json.list("operations", operations, StoreReport::write)
                .object(
                        "commitSizes",
                        it ->
                                it.number("count", commitSizes.count())
                                        .decimalOrNull("p50", commitSizes.p50())
                                        .decimalOrNull("p99", commitSizes.p99())
                                        .decimalOrNull("max", commitSizes.max()));
    }

    private static void write(JsonBytes json, Operation operation) throws IOException {
        json.text("name", operation.name())
                .number("count", operation.count())
                .decimalOrNull("p50Millis", operation.p50Millis())
                .decimalOrNull("p99Millis", operation.p99Millis())
                .number("errors", operation.errors());
    }

    static StoreReport read(JsonNode json) {
        var operations = new ArrayList<Operation>();
        json.path("operations")
                .forEach(
                        it ->
                                operations.add(
                                        new Operation(
                                                it.path("name").asText(),
                                                it.path("count").asLong(),
                                                it.path("p50Millis").asDouble(Double.NaN),
                                                it.path("p99Millis").asDouble(Double.NaN),
                                                it.path("errors").asLong())));
        var sizes = json.path("commitSizes");
        return new StoreReport(
                operations,
                new CommitSizes(
                        sizes.path("count").asLong(),
                        sizes.path("p50").asDouble(Double.NaN),
                        sizes.path("p99").asDouble(Double.NaN),
                        sizes.path("max").asDouble(Double.NaN)));
    }
}
