package dev.belfry.bench;

import dev.belfry.bench.PeerContender.Library;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Belfry beside the libraries that users would take instead, on one PostgreSQL and one receiver.
 * Contenders take turns in rounds, each time in a new process and a new database.
 */
final class PeersBench {
    /** How much is done. */
    private record Size(
            int rounds, double share, Duration span, int herd, boolean calibrated, boolean crash) {
        static final Size QUICK = new Size(1, 0.5, Duration.ofSeconds(4), 0, false, false);
        static final Size FULL = new Size(3, 1, Duration.ofSeconds(10), 100_000, true, true);

        /** A part of the work only, to see that all of it runs. */
        Size percent(int percent) {
            return new Size(
                    rounds,
                    share * percent / 100,
                    Duration.ofSeconds(Math.max(1, span.toSeconds() * percent / 100)),
                    herd * percent / 100,
                    calibrated,
                    crash);
        }

        int floorSeconds() {
            return (int) Math.max(1, span.toSeconds() / 2);
        }

        /** At least some batches. */
        int of(int count) {
            return Math.max(5 * BATCH, (int) (count * share));
        }
    }

    private static final String FLOORS = "floors";
    private static final String EVERYBODY = "floors,belfry,db-scheduler,jobrunr,quartz";
    private static final Duration NEARLY_AT_ONCE = Duration.ofSeconds(1);

    /** In which two nodes have found each other and divided the work. */
    private static final Duration TO_SHARE = Duration.ofSeconds(6);

    private static final int[] CLIENTS = {16, 256};
    private static final int BATCH = 100;

    private final Size size;
    private final List<String> only;

    /** Whether Belfry has a file of its own instead of a database of the server. */
    private final boolean sqlite;

    private final Vertx vertx = Vertx.vertx(new VertxOptions().setPreferNativeTransport(true));
    private final DatabaseServer database;
    private final Workspace workspace;
    private final CallbackReceiver receiver = CallbackReceiver.start(vertx);
    private final Stage stage;
    private int started;

    private PeersBench(
            Size size,
            List<String> only,
            boolean sqlite,
            DatabaseServer database,
            Workspace workspace) {
        this.size = size;
        this.only = only;
        this.sqlite = sqlite;
        this.database = database;
        this.workspace = workspace;
        this.stage = new Stage(receiver, database, new Figures(), Instant.now());
    }

    static void run(Options options) throws Exception {
        var size =
                (options.flag("full") ? Size.FULL : Size.QUICK)
                        .percent(options.number("percent", 100));
        var only = List.of(options.text("only", EVERYBODY).toLowerCase(Locale.ROOT).split(","));
        var sqlite = options.flag("sqlite");
        var keep = options.flag("keep");
        options.requireNoMore();
        try (var workspace = Workspace.open(keep)) {
            new PeersBench(size, only, sqlite, DatabaseServer.open(), workspace).run();
        }
    }

    private void run() throws Exception {
        try {
            var entrants =
                    new ArrayList<>(
                            Entrant.ALL.stream().filter(it -> takesPart(it.name())).toList());
            if (size.calibrated()) {
                entrants.replaceAll(this::calibrated);
            }
            for (int round = 1; round <= size.rounds(); round++) {
                stage.say("Round %d of %d", round, size.rounds());
                if (takesPart(FLOORS)) {
                    new Floors(stage, workspace, vertx)
                            .run(size.of(50_000), size.of(40_000), size.floorSeconds());
                }
                for (var entrant : entrants) {
                    measure(entrant);
                }
                Collections.rotate(entrants, 1);
            }
            new PeersReport(stage.figures(), entrants).write();
        } finally {
            receiver.close();
            vertx.close().toCompletionStage().toCompletableFuture().join();
        }
    }

    private boolean takesPart(String name) {
        return only.contains(name.toLowerCase(Locale.ROOT));
    }

    // ---- one contender's turn

    /** What is stored for later comes last, so that before it an empty table means: all is done. */
    private void measure(Entrant entrant) throws Exception {
        try (var contender = warm(entrant, entrant.throughput())) {
            var firing = new FiringWork(stage);
            for (var lane : entrant.lanes()) {
                firing.run(contender, lane, "H1 firing", size.of(entrant.fires()), NEARLY_AT_ONCE);
            }
            if (size.herd() > 0) {
                firing.run(contender, entrant.lane(), "H6 herd", herd(entrant), Duration.ZERO);
            }
            if (entrant.precision().equals(entrant.throughput())) {
                lateness(contender, entrant);
            }
            create(contender, entrant);
        }
        if (!entrant.precision().equals(entrant.throughput())) {
            try (var contender = warm(entrant, entrant.precision())) {
                lateness(contender, entrant);
            }
        }
        if (size.crash() && !sqlite) {
            crash(entrant);
        }
    }

    /** The whole herd for Belfry; others get as much more as it gets. */
    private int herd(Entrant entrant) {
        return (int) ((long) size.herd() * entrant.fires() / Entrant.ALL.getFirst().fires());
    }

    private void lateness(Contender contender, Entrant entrant) throws Exception {
        for (int perSecond : new int[] {100, 1_000}) {
            new LatenessWork(stage).run(contender, entrant.lane(), perSecond, size.span());
        }
    }

    private void create(Contender contender, Entrant entrant) throws Exception {
        var work = new CreateWork(stage);
        int count = size.of(entrant.creates());
        for (int clients : CLIENTS) {
            work.run(contender, entrant.name(), count, clients, 1);
        }
        work.run(contender, entrant.name(), count, 4, BATCH);
    }

    private void crash(Entrant entrant) throws Exception {
        var url = database.fresh(databaseOf(entrant));
        try (var killed = start(entrant, entrant.precision(), url, "a");
                var survivor = start(entrant, entrant.precision(), url, "b")) {
            Thread.sleep(TO_SHARE);
            new CrashWork(stage).run(killed, survivor, entrant.lane());
        }
    }

    // ---- starting

    private Contender warm(Entrant entrant, Map<String, String> settings) throws Exception {
        stage.say("%s starts, %s", entrant.name(), settings);
        var contender = start(entrant, settings, database.fresh(databaseOf(entrant)), "a");
        contender.use(entrant.lane().client());
        var stored =
                stage.store(
                        contender, "warm", size.of(entrant.fires()) / 2, Duration.ofNanos(1_000));
        stored.expected().await();
        stage.awaitSettled(contender);
        return contender;
    }

    private static String databaseOf(Entrant entrant) {
        return "bench_" + entrant.name().toLowerCase(Locale.ROOT).replace("-", "_");
    }

    private Contender start(Entrant entrant, Map<String, String> settings, String url, String node)
            throws IOException, InterruptedException {
        var place = workspace.file("%s-%d".formatted(entrant.name(), started++));
        var log = place.resolveSibling(place.getFileName() + ".log");
        if (entrant.isBelfry()) {
            var store = sqlite ? "sqlite:" + place.toAbsolutePath() + ".db" : url;
            return BelfryContender.start(log, node, store, receiver.url(), vertx);
        }
        var library =
                Stream.of(Library.values())
                        .filter(it -> it.title.equals(entrant.name()))
                        .findFirst()
                        .orElseThrow();
        return PeerContender.start(library, log, node, url, receiver.url(), settings);
    }

    // ---- calibration

    /** Tries the settings that its documentation offers, and takes what fires most. */
    private Entrant calibrated(Entrant entrant) {
        if (!entrant.name().equals(Library.DB_SCHEDULER.title)) {
            return entrant;
        }
        var best = entrant;
        double most = 0;
        for (int threads : new int[] {20, 50, 100}) {
            for (var limits : List.of(List.of("4.0", "20.0"), List.of("1.0", "6.0"))) {
                var candidate = Entrant.dbScheduler(threads, limits.getFirst(), limits.getLast());
                double fired = trial(candidate);
                if (fired > most) {
                    best = candidate;
                    most = fired;
                }
            }
        }
        stage.say("%s is best with %s", best.name(), best.throughput());
        return best;
    }

    private double trial(Entrant entrant) {
        var trial = new Stage(receiver, database, new Figures(), stage.start());
        try (var contender = warm(entrant, entrant.throughput())) {
            return new FiringWork(trial)
                    .run(
                            contender,
                            entrant.lane(),
                            "H1 trial",
                            entrant.fires() / 2,
                            NEARLY_AT_ONCE);
        } catch (Exception e) {
            throw new IllegalStateException("calibration failed", e);
        }
    }
}
