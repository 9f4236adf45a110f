package dev.belfry.bench;

import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Belfry beside the libraries that users would take instead, on one PostgreSQL and one receiver.
 * Contenders take turns in rounds, each time in a new process and a new database.
 */
final class PeersBench {
    private static final String FLOORS = "floors";
    private static final String EVERYBODY = "floors,belfry,db-scheduler,jobrunr,quartz";

    private final Size size;
    private final List<String> only;
    private final Vertx vertx = Vertx.vertx(new VertxOptions().setPreferNativeTransport(true));
    private final Workspace workspace;
    private final Stage stage;
    private final Starts starts;

    private PeersBench(Size size, List<String> only, boolean sqlite, Workspace workspace)
            throws Exception {
        this.size = size;
        this.only = only;
        this.workspace = workspace;
        this.stage = new Stage(CallbackReceiver.start(vertx), DatabaseServer.open(), Notes.begin());
        this.starts = new Starts(stage, workspace, vertx, sqlite);
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
            new PeersBench(size, only, sqlite, workspace).run();
        }
    }

    private void run() throws Exception {
        try {
            var entrants =
                    new ArrayList<>(
                            Entrant.ALL.stream().filter(it -> takesPart(it.name())).toList());
            stage.notes().say("This should take %s", minutes(planned(entrants)));
            if (size.calibrated()) {
                entrants.replaceAll(this::calibrated);
            }
            for (int round = 1; round <= size.rounds(); round++) {
                stage.notes().say("Round %d of %d", round, size.rounds());
                round(entrants);
                Collections.rotate(entrants, 1);
                new PeersReport(stage.notes(), entrants).write();
            }
        } finally {
            stage.receiver().close();
            vertx.close().toCompletionStage().toCompletableFuture().join();
        }
    }

    private boolean takesPart(String name) {
        return only.contains(name.toLowerCase(Locale.ROOT));
    }

    private void round(List<Entrant> entrants) throws Exception {
        if (takesPart(FLOORS)) {
            new Floors(stage, workspace, vertx).run(size);
        }
        for (var entrant : entrants) {
            for (var part : parts(entrant)) {
                stage.notes().say("%s starts, %s", entrant.name(), part.settings());
                new Turn(stage.notes(), () -> starts.warm(entrant, part.settings(), size))
                        .run(part.works());
            }
            if (crashes(entrant)) {
                crash(entrant);
            }
        }
    }

    // ---- one contender's work

    /** What is done with the same settings. */
    private record Part(Map<String, String> settings, List<Work> works) {}

    /** What is stored for later comes last, so that before it an empty table means: all is done. */
    private List<Part> parts(Entrant entrant) {
        var works = new ArrayList<>(firing(entrant));
        if (entrant.isPreciseAsItIs()) {
            works.addAll(lateness(entrant));
        }
        works.addAll(creating(entrant));
        var throughput = new Part(entrant.throughput(), works);
        return entrant.isPreciseAsItIs()
                ? List.of(throughput)
                : List.of(throughput, new Part(entrant.precision(), lateness(entrant)));
    }

    private List<Work> firing(Entrant entrant) {
        int fires = entrant.pace().fires();
        var works = new ArrayList<Work>();
        for (var lane : entrant.lanes()) {
            works.add(FiringWork.firing(stage, lane, Size.count(fires, size.firing())));
        }
        if (!size.herd().isZero()) {
            works.add(FiringWork.herd(stage, entrant.lane(), Size.count(fires, size.herd())));
        }
        return works;
    }

    private List<Work> lateness(Entrant entrant) {
        return List.of(
                new LatenessWork(stage, entrant.lane(), 100, size.span()),
                new LatenessWork(stage, entrant.lane(), 1_000, size.span()));
    }

    private List<Work> creating(Entrant entrant) {
        int singles = Size.count(entrant.pace().creates(), size.creating());
        int batched = Size.count(entrant.pace().stores(), size.creating());
        return List.of(
                new CreateWork(stage, entrant, singles, 16, 1),
                new CreateWork(stage, entrant, singles, 256, 1),
                new CreateWork(stage, entrant, batched, 4, 100));
    }

    private boolean crashes(Entrant entrant) {
        return size.crash() && starts.canCrash(entrant);
    }

    private void crash(Entrant entrant) throws InterruptedException {
        stage.notes()
                .attempt(
                        CrashWork.TITLE,
                        entrant.lane().title(),
                        () -> {
                            try (var nodes = starts.pair(entrant)) {
                                new CrashWork(stage, entrant.lane())
                                        .run(nodes.killed(), nodes.survivor());
                            }
                        });
    }

    // ---- how long it takes

    private Duration planned(List<Entrant> entrants) {
        var round = takesPart(FLOORS) ? Floors.planned(size) : Duration.ZERO;
        var trials = Duration.ZERO;
        for (var entrant : entrants) {
            for (var part : parts(entrant)) {
                round = round.plus(starts.planned(entrant, size));
                for (var work : part.works()) {
                    round = round.plus(work.planned());
                }
            }
            round = crashes(entrant) ? round.plus(CrashWork.PLANNED) : round;
            trials = trials.plus(Calibration.planned(entrant, starts, size));
        }
        return round.multipliedBy(size.rounds()).plus(size.calibrated() ? trials : Duration.ZERO);
    }

    private static String minutes(Duration time) {
        return "%d:%02d minutes".formatted(time.toMinutes(), time.toSecondsPart());
    }

    private Entrant calibrated(Entrant entrant) {
        try {
            return new Calibration(stage, starts, size).best(entrant);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
