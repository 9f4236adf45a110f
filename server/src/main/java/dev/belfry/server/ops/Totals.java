package dev.belfry.server.ops;

/** How often things have happened since the start. */
record Totals(double created, double fired, double attempts, double reached, double failed) {
    static final Totals NONE = new Totals(0, 0, 0, 0, 0);

    /** What has come in between, for each second of it. */
    Totals ratesSince(Totals earlier, double seconds) {
        return new Totals(
                (created - earlier.created) / seconds,
                (fired - earlier.fired) / seconds,
                (attempts - earlier.attempts) / seconds,
                (reached - earlier.reached) / seconds,
                (failed - earlier.failed) / seconds);
    }
}
