package dev.belfry.bench;

import java.time.Duration;

/**
 * How much is done.
 *
 * @param firing for which a contender fires timers as fast as it can
 * @param creating for which it creates them
 * @param span of timers at a steady pace
 * @param herd for which it fires those of one instant; none if zero
 * @param calibrated whether settings are tried out first
 * @param crash whether a node is killed
 */
record Size(
        int rounds,
        Duration firing,
        Duration creating,
        Duration span,
        Duration herd,
        boolean calibrated,
        boolean crash) {
    static final Size QUICK =
            new Size(
                    1,
                    Duration.ofSeconds(2),
                    Duration.ofSeconds(1),
                    Duration.ofSeconds(4),
                    Duration.ZERO,
                    false,
                    false);
    static final Size FULL =
            new Size(
                    3,
                    Duration.ofSeconds(4),
                    Duration.ofSeconds(3),
                    Duration.ofSeconds(10),
                    Duration.ofMillis(12_500),
                    true,
                    true);

    /** So few would be no work at all. */
    private static final int LEAST = 500;

    /** A part of the work only, to see that all of it runs. */
    Size percent(int percent) {
        return new Size(
                rounds,
                part(firing, percent),
                part(creating, percent),
                Duration.ofSeconds(Math.max(1, part(span, percent).toSeconds())),
                part(herd, percent),
                calibrated,
                crash);
    }

    private static Duration part(Duration whole, int percent) {
        return whole.multipliedBy(percent).dividedBy(100);
    }

    /** How many are done in this time. */
    static int count(int perSecond, Duration time) {
        return Math.max(LEAST, (int) (perSecond * time.toMillis() / 1_000));
    }
}
