package dev.belfry.bench;

import dev.belfry.bench.floors.FloorProcess;
import dev.belfry.bench.harness.Contender;
import dev.belfry.bench.harness.Contender.Kind;
import dev.belfry.bench.harness.Contender.Launcher;
import dev.belfry.bench.harness.Options;
import dev.belfry.bench.harness.Pace;
import dev.belfry.bench.harness.Topic;
import dev.belfry.bench.peers.BelfryProcess;
import dev.belfry.bench.peers.Library;
import dev.belfry.bench.peers.LibraryProcess;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** Who takes part. */
final class Contenders {
    private static final Launcher SERVER = BelfryProcess::start;
    private static final Launcher LIBRARY = LibraryProcess::start;
    private static final Pace OF_FLOOR =
            new Pace(40_000, 40_000, 8_000, 40_000, Duration.ofSeconds(1), Duration.ZERO);
    private static final Pace OF_DB_SCHEDULER =
            new Pace(3_500, 8_000, 5_000, 20_000, Duration.ofSeconds(1), Duration.ZERO);
    private static final Pace OF_JOBRUNR =
            new Pace(1_500, 2_200, 3_000, 8_000, Duration.ofSeconds(2), Duration.ofSeconds(5));
    private static final Pace OF_QUARTZ =
            new Pace(300, 350, 600, 1_500, Duration.ofSeconds(1), Duration.ofSeconds(1));

    static final Contender BELFRY = belfry(Contender.BELFRY, Map.of(), Pace.BELFRY);
    static final Contender FLOOR =
            Contender.of(Contender.FLOOR, Kind.FLOOR, FloorProcess.LAUNCHER, Map.of(), OF_FLOOR);

    /** Those of a benchmark in which nobody is asked for. */
    static final List<Contender> USUAL =
            List.of(
                    BELFRY,
                    FLOOR,
                    dbScheduler(50, "4.0", "20.0"),
                    library(Library.JOBRUNR, Map.of(), OF_JOBRUNR),
                    library(Library.QUARTZ, Map.of(), OF_QUARTZ));

    /** What more nodes, and people who look on, cost. */
    private static final List<Contender> OTHERS =
            List.of(
                    belfry("Belfry, 2 nodes", Map.of("nodes", "2"), Pace.BELFRY),
                    belfry("Belfry, 3 nodes", Map.of("nodes", "3"), Pace.BELFRY),
                    belfry("Belfry, consoles", Map.of("consoles", "3"), Pace.BELFRY));

    static final String KEYS = "Belfry, keys";
    static final String KEYS_AND_TLS = "Belfry, keys and TLS";

    /** What keys and TLS cost. */
    static final List<Contender> LOCKED =
            List.of(
                    BELFRY,
                    belfry(KEYS, Map.of("locks", "keys"), Pace.BELFRY),
                    belfry(KEYS_AND_TLS, Map.of("locks", "tls"), Pace.BELFRY));

    private Contenders() {}

    /** Those that the option {@code only} names. */
    static List<Contender> chosen(Options options) {
        var known = Stream.of(USUAL, OTHERS).flatMap(List::stream).toList();
        var words = options.words("only", words(known), words(USUAL));
        return known.stream().filter(it -> words.contains(it.word())).toList();
    }

    private static List<String> words(List<Contender> contenders) {
        return contenders.stream().map(Contender::word).toList();
    }

    static Contender belfry(String name, Map<String, String> settings, Pace pace) {
        return Contender.of(name, Kind.BELFRY, SERVER, settings, pace);
    }

    private static Contender library(Library library, Map<String, String> settings, Pace pace) {
        return Contender.of(library.title, Kind.LIBRARY, LIBRARY, settings, pace);
    }

    static Contender dbScheduler(int threads, String lower, String upper) {
        var settings = Map.of("threads", Integer.toString(threads), "lower", lower, "upper", upper);
        return library(Library.DB_SCHEDULER, settings, OF_DB_SCHEDULER)
                .with(
                        Set.of(Topic.LATENESS, Topic.CRASH),
                        Map.of("lower", "0.5", "upper", "4.0", "poll", "100"));
    }
}
