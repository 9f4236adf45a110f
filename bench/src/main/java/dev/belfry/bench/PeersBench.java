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
    static final String EVERYBODY = "floors,belfry,db-scheduler,jobrunr,quartz";

    private final Size size;
    private final int rounds;
    private final List<String> only;
    private final Vertx vertx = Vertx.vertx(new VertxOptions().setPreferNativeTransport(true));
    private final DatabaseServer database = DatabaseServer.open();
    private final Workspace workspace;
    private final Stage stage;
    private final Starts starts;

    private PeersBench(Size size, int rounds, List<String> only, Workspace workspace)
            throws Exception {
        this.size = size;
        this.rounds = rounds;
        this.only = only;
        this.workspace = workspace;
        this.stage = new Stage(CallbackReceiver.start(vertx), database, Notes.begin());
        this.starts = new Starts(stage, workspace, vertx, database);
    }

    static void run(Options options) throws Exception {
        var size =
                (options.flag("full") ? Size.FULL : Size.QUICK)
                        .percent(options.number("percent", 100));
        int rounds = options.number("rounds", size.rounds());
        var only = List.of(options.text("only", EVERYBODY).toLowerCase(Locale.ROOT).split(","));
        var keep = options.flag("keep");
        options.requireNoMore();
        try (var workspace = Workspace.open(keep)) {
            new PeersBench(size, rounds, only, workspace).run();
        }
    }

    private void run() throws Exception {
        try {
            var entrants =
                    new ArrayList<>(Entrant.ALL.stream().filter(it -> it.isAmong(only)).toList());
            stage.notes().say("This should take %s", minutes(planned(entrants)));
            if (size.calibrated()) {
                entrants.replaceAll(this::calibrated);
            }
            for (int round = 1; round <= rounds; round++) {
                stage.notes().say("Round %d of %d", round, rounds);
                round(entrants);
                Collections.rotate(entrants, 1);
                Report.of("peers", stage.notes(), entrants, Goals.besidePeers()).write();
            }
        } finally {
            stage.receiver().close();
            vertx.close().toCompletionStage().toCompletableFuture().join();
        }
    }

    private void round(List<Entrant> entrants) throws Exception {
        if (only.contains(Entrant.FLOORS)) {
            new Floors(stage, database, workspace, vertx).run(size);
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
        var all = new Works(stage, size);
        var works = new ArrayList<>(all.firing(entrant));
        if (entrant.isPreciseAsItIs() && !entrant.isFloor()) {
            works.addAll(all.lateness(entrant));
        }
        works.addAll(all.creating(entrant));
        var throughput = new Part(entrant.throughput(), works);
        return entrant.isPreciseAsItIs()
                ? List.of(throughput)
                : List.of(throughput, new Part(entrant.precision(), all.lateness(entrant)));
    }

    private boolean crashes(Entrant entrant) {
        return size.crash() && !entrant.isFloor();
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
        var round = only.contains(Entrant.FLOORS) ? Floors.planned(size) : Duration.ZERO;
        var trials = Duration.ZERO;
        for (var entrant : entrants) {
            for (var part : parts(entrant)) {
                round = round.plus(Starts.planned(entrant, size));
                for (var work : part.works()) {
                    round = round.plus(work.planned());
                }
            }
            round = crashes(entrant) ? round.plus(CrashWork.PLANNED) : round;
            trials = trials.plus(Calibration.planned(entrant, size));
        }
        return round.multipliedBy(rounds).plus(size.calibrated() ? trials : Duration.ZERO);
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
