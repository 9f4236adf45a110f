package dev.belfry.check.simulation;

import dev.belfry.core.shard.Rate;
import java.util.Optional;

/**
 * Says whether more started than a rate allows: in no time, however short or long, more than the
 * rate times that time and one burst.
 */
public final class RateJudge {
    private static final double NANOS_OF_A_SECOND = 1e9;

    /** Far less than one start. */
    private static final double ROUNDING = 1e-3;

    private final double perNano;
    private final double atOnce;
    private int starts;

    /** What had not been used of the rate, at most, when something started. */
    private double leastUsed = Double.MAX_VALUE;

    private double worst;
    private long worstNanos;

    /**
     * @param fast how much faster than true time the clocks may go that measure it
     * @param owners who share the rate and may each have one token before its time
     */
    public RateJudge(Rate rate, double fast, int owners) {
        perNano = rate.perSecond() * fast / NANOS_OF_A_SECOND;
        atOnce = rate.burst() + owners;
    }

    /** Something starts; instants never go back. */
    public void started(long nanos) {
        double allowed = perNano * nanos;
        leastUsed = Math.min(leastUsed, starts - allowed);
        starts++;
        double since = starts - allowed - leastUsed;
        if (since > worst) {
            worst = since;
            worstNanos = nanos;
        }
    }

    public int starts() {
        return starts;
    }

    /** What was too much, in words. */
    public Optional<String> exceeded() {
        return worst <= atOnce + ROUNDING
                ? Optional.empty()
                : Optional.of(
                        "%.1f starts at once and not %.1f, until %.3f s"
                                .formatted(worst, atOnce, worstNanos / NANOS_OF_A_SECOND));
    }
}
