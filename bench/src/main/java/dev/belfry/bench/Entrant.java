package dev.belfry.bench;

import dev.belfry.bench.Contender.Client;
import dev.belfry.bench.PeerContender.Library;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * One that takes part.
 *
 * @param throughput its settings for many timers
 * @param precision its settings for timers at a steady pace
 */
record Entrant(
        String name, Map<String, String> throughput, Map<String, String> precision, Pace pace) {
    static final String BELFRY = "Belfry";

    /** One without a scheduler, that only reads, calls and deletes. */
    static final String FLOOR = "floor";

    private static final Pace OF_BELFRY =
            new Pace(8_000, 8_000, 12_000, Duration.ofSeconds(1), Duration.ZERO);
    private static final Pace OF_DB_SCHEDULER =
            new Pace(1_500, 4_000, 6_000, Duration.ofSeconds(1), Duration.ZERO);
    private static final Pace OF_JOBRUNR =
            new Pace(1_000, 2_000, 3_000, Duration.ofSeconds(2), Duration.ofSeconds(5));
    private static final Pace OF_QUARTZ =
            new Pace(300, 500, 500, Duration.ofSeconds(1), Duration.ofSeconds(1));

    static final List<Entrant> ALL =
            List.of(
                    same(BELFRY, OF_BELFRY),
                    dbScheduler(50, "4.0", "20.0"),
                    same(Library.JOBRUNR.title, OF_JOBRUNR),
                    same(Library.QUARTZ.title, OF_QUARTZ));

    private static Entrant same(String name, Pace pace) {
        return new Entrant(name, Map.of(), Map.of(), pace);
    }

    static Entrant dbScheduler(int threads, String lower, String upper) {
        var count = Integer.toString(threads);
        return new Entrant(
                Library.DB_SCHEDULER.title,
                Map.of("threads", count, "lower", lower, "upper", upper),
                Map.of("threads", count, "lower", "0.5", "upper", "4.0", "poll", "100"),
                OF_DB_SCHEDULER);
    }

    boolean isBelfry() {
        return name.equals(BELFRY);
    }

    boolean isPreciseAsItIs() {
        return precision.equals(throughput);
    }

    /** The way its users make callbacks. */
    Lane lane() {
        return new Lane(this, isBelfry() ? Client.OWN : Client.JDK);
    }

    List<Lane> lanes() {
        return isBelfry()
                ? List.of(lane())
                : List.of(lane(), new Lane(this, Client.LEAN), new Lane(this, Client.NONE));
    }
}
