package dev.belfry.bench.harness;

import dev.belfry.bench.harness.CallbackReceiver.Arrival;
import java.util.List;

/**
 * How late callbacks were.
 *
 * @param sorted milliseconds after the instant of each
 */
public record CallbackLateness(List<Double> sorted) {
    public static final String P99 = "p99 ms";
    public static final String EARLIEST = "earliest ms";

    public static CallbackLateness of(List<Arrival> arrivals) {
        if (arrivals.isEmpty()) {
            throw new IllegalStateException("no callback came whose lateness could be told");
        }
        return new CallbackLateness(
                arrivals.stream()
                        .map(arrival -> arrival.lateness().toNanos() / 1e6)
                        .sorted()
                        .toList());
    }

    /** Writes it down as figures of a work, in a row of its table. */
    public void note(Notes notes, String work, String row) {
        notes.add(work, P99, row, sorted.get((int) Math.ceil(0.99 * sorted.size()) - 1));
        notes.add(work, "p50 ms", row, sorted.get(sorted.size() / 2));
        notes.add(work, "max ms", row, sorted.getLast());
        notes.add(work, EARLIEST, row, sorted.getFirst());
    }
}
