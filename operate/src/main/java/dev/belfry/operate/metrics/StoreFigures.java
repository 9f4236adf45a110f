package dev.belfry.operate.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** What the meters of a node say of its store since the start. Thread-safe. */
public final class StoreFigures {
    private final MeterRegistry registry;

    /**
     * Calls of one operation.
     *
     * @param errors those that failed
     */
    public record Operation(
            String name, long count, double p50Millis, double p99Millis, long errors) {}

    /** How many changes share a commit; no numbers if there was none. */
    public record CommitSizes(long count, double p50, double p99, double max) {}

    public StoreFigures(MeterRegistry registry) {
        this.registry = registry;
    }

    public List<Operation> operations() {
        var byName = new TreeMap<String, List<Timer>>();
        for (var timer : registry.find("belfry.store.call").timers()) {
            var name = String.valueOf(timer.getId().getTag("operation"));
            byName.merge(name, List.of(timer), StoreFigures::joined);
        }
        return byName.entrySet().stream().map(it -> operation(it.getKey(), it.getValue())).toList();
    }

    private static List<Timer> joined(List<Timer> some, List<Timer> more) {
        return Stream.concat(some.stream(), more.stream()).toList();
    }

    private static Operation operation(String name, List<Timer> timers) {
        var times =
                timers.stream()
                        .map(it -> BucketCounts.of(it.takeSnapshot(), TimeUnit.MILLISECONDS))
                        .reduce(BucketCounts.NONE, BucketCounts::plus);
        return new Operation(
                name,
                timers.stream().mapToLong(Timer::count).sum(),
                times.quantile(0.5),
                times.quantile(0.99),
                timers.stream().filter(it -> !isOk(it)).mapToLong(Timer::count).sum());
    }

    private static boolean isOk(Timer timer) {
        return "ok".equals(timer.getId().getTag("outcome"));
    }

    public CommitSizes commitSizes() {
        var sizes = registry.find("belfry.commit.size").summary();
        if (sizes == null) {
            return new CommitSizes(0, Double.NaN, Double.NaN, Double.NaN);
        }
        var snapshot = sizes.takeSnapshot();
        var counts = BucketCounts.of(snapshot);
        return new CommitSizes(
                snapshot.count(),
                counts.quantile(0.5),
                counts.quantile(0.99),
                snapshot.count() == 0 ? Double.NaN : snapshot.max());
    }
}
