package dev.belfry.http.watch;

import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One resolution of a group's history: a ring of slots of equal length, each numbered by the time
 * it begins at, so that the slots of all nodes lie side by side. Confined to the chronicle.
 */
final class Tier {
    private static final double MILLIS = 1_000;

    private final long stepMillis;
    private final int slots;
    private final Map<Series, float[]> values = new EnumMap<>(Series.class);
    private @Nullable Sample opened;
    private long openSlot;
    private double mostLate;
    private long mostBacklog;
    private long mostInFlight;

    Tier(Duration step, int slots) {
        this.stepMillis = step.toMillis();
        this.slots = slots;
        for (var series : Series.values()) {
            values.put(series, unknown());
        }
    }

    private float[] unknown() {
        var figures = new float[slots];
        Arrays.fill(figures, Float.NaN);
        return figures;
    }

    long stepMillis() {
        return stepMillis;
    }

    void take(Sample sample) {
        long slot = Math.floorDiv(sample.atMillis(), stepMillis);
        mostLate = Math.max(mostLate, sample.lateness().mostMillis());
        mostBacklog = Math.max(mostBacklog, sample.backlogMillis());
        mostInFlight = Math.max(mostInFlight, sample.totals().inFlight());
        var since = opened;
        if (since == null || slot < openSlot) {
            open(sample, slot);
        } else if (slot > openSlot && sample.atMillis() > since.atMillis()) {
            close(since, sample, slot);
            open(sample, slot);
        }
    }

    private void open(Sample sample, long slot) {
        opened = sample;
        openSlot = slot;
        mostLate = 0;
        mostBacklog = 0;
        mostInFlight = 0;
    }

    /** What happened since is spread evenly over the slots that have passed. */
    private void close(Sample since, Sample until, long slot) {
        double seconds = (until.atMillis() - since.atMillis()) / MILLIS;
        var rates = until.totals().ratesSince(since.totals(), seconds);
        var late = until.lateness().millis().minus(since.lateness().millis());
        boolean any = late.total() > 0;
        for (long past = Math.max(openSlot, slot - slots); past < slot; past++) {
            put(Series.CREATED, past, rates.created());
            put(Series.FIRED, past, rates.fired());
            put(Series.ATTEMPTS, past, rates.attempts());
            put(Series.RETRIED, past, rates.retried());
            put(Series.FAILED, past, rates.failed());
            put(Series.LATENESS_P50, past, Math.min(mostLate, late.quantile(0.5)));
            put(Series.LATENESS_P99, past, Math.min(mostLate, late.quantile(0.99)));
            put(Series.LATENESS_MAX, past, any ? mostLate : Double.NaN);
            put(Series.BACKLOG_AGE, past, (double) mostBacklog);
            put(Series.IN_FLIGHT, past, (double) mostInFlight);
        }
    }

    private void put(Series series, long slot, double value) {
        of(series)[index(slot)] = (float) value;
    }

    private float[] of(Series series) {
        return values.computeIfAbsent(series, _ -> unknown());
    }

    private int index(long slot) {
        return (int) Math.floorMod(slot, (long) slots);
    }

    /** The figures of so many slots before one, oldest first; what is not known is no number. */
    double[] read(Series series, long untilSlot, int count) {
        var figures = new double[count];
        for (int i = 0; i < count; i++) {
            long slot = untilSlot - count + i;
            boolean isKept = opened != null && slot < openSlot && slot >= openSlot - slots;
            figures[i] = isKept ? of(series)[index(slot)] : Double.NaN;
        }
        return figures;
    }
}
