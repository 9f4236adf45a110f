package dev.belfry.bench.harness;

import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;

/**
 * How much is done.
 *
 * @param warmUp of every contender, before it is measured
 * @param firing for which a contender fires timers as fast as it can
 * @param creating for which it creates them
 * @param span of timers at a steady pace
 * @param herd how many timers of one instant Belfry fires; others fewer, in the ratio of firing
 * @param calibrated whether settings are tried out first
 * @param topics what is done unless something else is asked for
 */
public record Size(
        int rounds,
        WarmUp warmUp,
        Duration firing,
        Duration creating,
        Duration span,
        int herd,
        boolean calibrated,
        Set<Topic> topics) {
    private static final int HERD = 100_000;

    public static final Size QUICK =
            new Size(
                    1,
                    new WarmUp(Duration.ofSeconds(3), Duration.ofSeconds(2)),
                    Duration.ofSeconds(3),
                    Duration.ofSeconds(2),
                    Duration.ofSeconds(4),
                    HERD,
                    false,
                    EnumSet.of(Topic.FIRING, Topic.LATENESS, Topic.CREATING));
    public static final Size FULL =
            new Size(
                    3,
                    new WarmUp(Duration.ofSeconds(10), Duration.ofSeconds(16)),
                    Duration.ofSeconds(5),
                    Duration.ofSeconds(3),
                    Duration.ofSeconds(10),
                    HERD,
                    true,
                    Topic.ALL);

    /** So few would be no work at all. */
    private static final int LEAST = 500;

    /** A part of the work only, to see that all of it runs. */
    public Size percent(int percent) {
        return new Size(
                rounds,
                new WarmUp(part(warmUp.firing(), percent), part(warmUp.creating(), percent)),
                part(firing, percent),
                part(creating, percent),
                Duration.ofSeconds(Math.max(1, part(span, percent).toSeconds())),
                herd * percent / 100,
                calibrated,
                topics);
    }

    private static Duration part(Duration whole, int percent) {
        return whole.multipliedBy(percent).dividedBy(100);
    }

    /** How many are done in this time. */
    public static int count(int perSecond, Duration time) {
        return Math.max(LEAST, (int) (perSecond * time.toMillis() / 1_000));
    }

    /** The herd of a contender that fires so many in a second. */
    int herdOf(int firesPerSecond) {
        return Math.max(LEAST, (int) ((long) herd * firesPerSecond / Pace.BELFRY.fires()));
    }
}
