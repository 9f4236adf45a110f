package dev.belfry.bench;

import dev.belfry.bench.Contender.Client;
import java.util.List;
import java.util.Map;

/**
 * One that takes part, and how much work it gets: enough to be measured, little enough to end soon.
 *
 * @param throughput its settings for many timers
 * @param precision its settings for timers at a steady pace
 * @param fires timers of a round of firing
 * @param creates timers of a round of creating
 */
record Entrant(
        String name,
        Map<String, String> throughput,
        Map<String, String> precision,
        int fires,
        int creates) {
    static final String BELFRY = "Belfry";

    /** Slow ones get fewer, so that each takes about as long. */
    static final List<Entrant> ALL =
            List.of(
                    new Entrant(BELFRY, Map.of(), Map.of(), 30_000, 20_000),
                    dbScheduler(50, "4.0", "20.0"),
                    new Entrant("JobRunr", Map.of(), Map.of(), 3_000, 6_000),
                    new Entrant("Quartz", Map.of(), Map.of(), 1_500, 1_500));

    static Entrant dbScheduler(int threads, String lower, String upper) {
        return new Entrant(
                PeerContender.Library.DB_SCHEDULER.title,
                Map.of("threads", Integer.toString(threads), "lower", lower, "upper", upper),
                Map.of(
                        "threads",
                        Integer.toString(threads),
                        "lower",
                        "0.5",
                        "upper",
                        "4.0",
                        "poll",
                        "100"),
                6_000,
                10_000);
    }

    boolean isBelfry() {
        return name.equals(BELFRY);
    }

    /** The way its users make callbacks. */
    Lane lane() {
        return new Lane(name, isBelfry() ? Client.OWN : Client.JDK);
    }

    List<Lane> lanes() {
        return isBelfry()
                ? List.of(lane())
                : List.of(lane(), new Lane(name, Client.LEAN), new Lane(name, Client.NONE));
    }
}
