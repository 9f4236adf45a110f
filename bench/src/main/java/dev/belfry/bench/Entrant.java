package dev.belfry.bench;

import dev.belfry.bench.Contender.Client;
import dev.belfry.bench.PeerContender.Library;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * One that takes part.
 *
 * @param throughput its settings for many timers
 * @param precision its settings for timers at a steady pace
 * @param creating its settings for timers that are stored for later
 */
record Entrant(
        String name,
        Kind kind,
        Map<String, String> throughput,
        Map<String, String> precision,
        Map<String, String> creating,
        Pace pace) {
    /** How it is started and called. */
    enum Kind {
        BELFRY,
        /** One without a scheduler, that only reads, calls and deletes. */
        FLOOR,
        LIBRARY
    }

    static final String BELFRY = "Belfry";
    static final String FLOOR = "floor";

    /** The word for all of them, which take part together. */
    static final String FLOORS = "floors";

    static final Pace OF_BELFRY =
            new Pace(25_000, 25_000, 8_000, 25_000, Duration.ofSeconds(1), Duration.ZERO);
    private static final Pace OF_FLOOR =
            new Pace(40_000, 40_000, 8_000, 40_000, Duration.ofSeconds(1), Duration.ZERO);
    private static final Pace OF_DB_SCHEDULER =
            new Pace(3_500, 8_000, 5_000, 20_000, Duration.ofSeconds(1), Duration.ZERO);
    private static final Pace OF_JOBRUNR =
            new Pace(1_500, 2_200, 3_000, 8_000, Duration.ofSeconds(2), Duration.ofSeconds(5));
    private static final Pace OF_QUARTZ =
            new Pace(300, 350, 600, 1_500, Duration.ofSeconds(1), Duration.ofSeconds(1));

    static final List<Entrant> ALL =
            List.of(
                    belfry(BELFRY, OF_BELFRY),
                    same(FLOOR, Kind.FLOOR, OF_FLOOR),
                    dbScheduler(50, "4.0", "20.0"),
                    same(Library.JOBRUNR.title, Kind.LIBRARY, OF_JOBRUNR),
                    same(Library.QUARTZ.title, Kind.LIBRARY, OF_QUARTZ));

    static Entrant belfry(String name, Pace pace) {
        return same(name, Kind.BELFRY, pace);
    }

    private static Entrant same(String name, Kind kind, Pace pace) {
        return new Entrant(name, kind, Map.of(), Map.of(), Map.of(), pace);
    }

    static Entrant dbScheduler(int threads, String lower, String upper) {
        var count = Integer.toString(threads);
        var throughput = Map.of("threads", count, "lower", lower, "upper", upper);
        return new Entrant(
                Library.DB_SCHEDULER.title,
                Kind.LIBRARY,
                throughput,
                Map.of("threads", count, "lower", "0.5", "upper", "4.0", "poll", "100"),
                throughput,
                OF_DB_SCHEDULER);
    }

    Entrant preciseWith(String setting, int value) {
        return new Entrant(name, kind, throughput, with(precision, setting, value), creating, pace);
    }

    Entrant creatingWith(String setting, int value) {
        return new Entrant(name, kind, throughput, precision, with(creating, setting, value), pace);
    }

    private static Map<String, String> with(
            Map<String, String> settings, String setting, int value) {
        var changed = new TreeMap<>(settings);
        changed.put(setting, Integer.toString(value));
        return changed;
    }

    Map<String, String> settingsFor(Topic topic) {
        return switch (topic) {
            case FIRING, HERD -> throughput;
            case LATENESS, CRASH -> precision;
            case CREATING -> creating;
        };
    }

    /** The words for all that can take part. */
    static List<String> words() {
        return ALL.stream().map(Entrant::word).toList();
    }

    /** Whether one of these words means it. */
    boolean isAmong(List<String> words) {
        return words.contains(word());
    }

    private String word() {
        return isFloor() ? FLOORS : name.toLowerCase(Locale.ROOT);
    }

    boolean isFloor() {
        return kind == Kind.FLOOR;
    }

    boolean isLibrary() {
        return kind == Kind.LIBRARY;
    }

    /** The way its users make callbacks. */
    Lane lane() {
        return new Lane(this, isLibrary() ? Client.JDK : Client.OWN);
    }

    List<Lane> lanes() {
        return isLibrary()
                ? List.of(lane(), new Lane(this, Client.LEAN), new Lane(this, Client.NONE))
                : List.of(lane());
    }
}
