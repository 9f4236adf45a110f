package dev.belfry.operate.metrics;

/**
 * How often things have happened since the start.
 *
 * @param answered attempts that have their reply
 */
public record Totals(
        double created,
        double fired,
        double attempts,
        double reached,
        double failed,
        double answered) {
    public static final Totals NONE = new Totals(0, 0, 0, 0, 0, 0);

    /** Attempts that are not the first of their schedule. */
    public double retried() {
        return attempts - fired;
    }

    public long inFlight() {
        return Math.max(0, Math.round(attempts - answered));
    }

    public Totals plus(Totals other) {
        return new Totals(
                created + other.created,
                fired + other.fired,
                attempts + other.attempts,
                reached + other.reached,
                failed + other.failed,
                answered + other.answered);
    }

    /** What has come in between, for each second of it. */
    public Totals ratesSince(Totals earlier, double seconds) {
        return new Totals(
                (created - earlier.created) / seconds,
                (fired - earlier.fired) / seconds,
                (attempts - earlier.attempts) / seconds,
                (reached - earlier.reached) / seconds,
                (failed - earlier.failed) / seconds,
                (answered - earlier.answered) / seconds);
    }
}
