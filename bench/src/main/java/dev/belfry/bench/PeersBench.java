package dev.belfry.bench;

import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;

/**
 * Belfry beside the libraries that users would take instead, on one PostgreSQL and one receiver.
 * Contenders take turns in rounds, each time in a new process and a new database.
 */
final class PeersBench {
    private final Size size;
    private final int rounds;
    private final List<String> only;
    private final DatabaseServer database = DatabaseServer.open();
    private final Vertx vertx = Vertx.vertx(new VertxOptions().setPreferNativeTransport(true));
    private final Workspace workspace;
    private final Stage stage;
    private final Starts starts;
    private final PeersPlan plan;

    /** What was asked for. */
    private record Asked(Size size, int rounds, List<String> only, Set<Topic> works) {
        static Asked of(Options options) {
            var size =
                    (options.flag("full") ? Size.FULL : Size.QUICK)
                            .percent(options.number("percent", 100));
            return new Asked(
                    size,
                    options.number("rounds", size.rounds()),
                    options.words("only", Entrant.words(), Entrant.words()),
                    Topic.among(
                            options.words(
                                    "works", Topic.words(Topic.ALL), Topic.words(size.topics()))));
        }
    }

    private PeersBench(Asked asked, Workspace workspace) throws Exception {
        this.size = asked.size;
        this.rounds = asked.rounds;
        this.only = asked.only;
        this.workspace = workspace;
        this.stage = new Stage(CallbackReceiver.start(vertx), database, Notes.begin());
        this.starts = new Starts(stage, workspace, vertx, database);
        this.plan = new PeersPlan(stage, size, asked.works);
    }

    static void run(Options options) throws Exception {
        var asked = Asked.of(options);
        boolean keep = options.flag("keep");
        options.requireNoMore();
        try (var workspace = Workspace.open(keep)) {
            new PeersBench(asked, workspace).run();
        }
    }

    private void run() throws Exception {
        try {
            var entrants =
                    new ArrayList<>(Entrant.ALL.stream().filter(it -> it.isAmong(only)).toList());
            stage.notes().plan(plan.time(entrants, rounds, only.contains(Entrant.FLOORS)));
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
            for (var part : plan.parts(entrant)) {
                stage.notes().say("%s starts, %s", entrant.name(), part.settings());
                new Turn(stage.notes(), () -> starts.warm(entrant, part.settings(), size.warmUp()))
                        .run(part.works());
            }
            if (plan.crashes(entrant)) {
                crash(entrant);
            }
        }
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

    private Entrant calibrated(Entrant entrant) {
        try {
            return plan.calibration().best(entrant, starts);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
