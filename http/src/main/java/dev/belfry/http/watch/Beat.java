package dev.belfry.http.watch;

import com.fasterxml.jackson.databind.JsonNode;
import dev.belfry.http.api.JsonBytes;
import dev.belfry.operate.metrics.Totals;
import java.io.IOException;

/** What a group did in the last second. */
record Beat(Totals perSecond, double p50Millis, double p99Millis, double maxMillis, long inFlight) {
    static final Beat NONE = new Beat(Totals.NONE, Double.NaN, Double.NaN, Double.NaN, 0);

    private static final double MILLIS = 1_000;

    static Beat between(Sample before, Sample after) {
        double seconds = Math.max(1, after.atMillis() - before.atMillis()) / MILLIS;
        var late = after.lateness().millis().minus(before.lateness().millis());
        double most = after.lateness().mostMillis();
        return new Beat(
                after.totals().ratesSince(before.totals(), seconds),
                Math.min(most, late.quantile(0.5)),
                Math.min(most, late.quantile(0.99)),
                late.total() > 0 ? most : Double.NaN,
                after.totals().inFlight());
    }

    Beat plus(Beat other) {
        double mine = perSecond.attempts();
        double others = other.perSecond.attempts();
        return new Beat(
                perSecond.plus(other.perSecond),
                Series.LATENESS_P50.merged(p50Millis, mine, other.p50Millis, others),
                Series.LATENESS_P99.merged(p99Millis, mine, other.p99Millis, others),
                Series.LATENESS_MAX.merged(maxMillis, mine, other.maxMillis, others),
                inFlight + other.inFlight);
    }

    void write(JsonBytes json) throws IOException {
        json.decimalOrNull("createdPerSecond", perSecond.created())
                .decimalOrNull("firedPerSecond", perSecond.fired())
                .decimalOrNull("attemptsPerSecond", perSecond.attempts())
                .decimalOrNull("retriedPerSecond", perSecond.retried())
                .decimalOrNull("reachedPerSecond", perSecond.reached())
                .decimalOrNull("failedPerSecond", perSecond.failed())
                .decimalOrNull("latenessP50Millis", p50Millis)
                .decimalOrNull("latenessP99Millis", p99Millis)
                .decimalOrNull("latenessMaxMillis", maxMillis)
                .number("inFlight", inFlight);
    }

    static Beat read(JsonNode json) {
        return new Beat(
                new Totals(
                        json.path("createdPerSecond").asDouble(),
                        json.path("firedPerSecond").asDouble(),
                        json.path("attemptsPerSecond").asDouble(),
                        json.path("reachedPerSecond").asDouble(),
                        json.path("failedPerSecond").asDouble(),
                        0),
                json.path("latenessP50Millis").asDouble(Double.NaN),
                json.path("latenessP99Millis").asDouble(Double.NaN),
                json.path("latenessMaxMillis").asDouble(Double.NaN),
                json.path("inFlight").asLong());
    }
}
