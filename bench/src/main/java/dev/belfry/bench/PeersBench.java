package dev.belfry.bench;

import dev.belfry.bench.floors.Floors;
import dev.belfry.bench.harness.BenchmarkReport;
import dev.belfry.bench.harness.Contender;
import dev.belfry.bench.harness.CrashWorkload;
import dev.belfry.bench.harness.Options;
import dev.belfry.bench.harness.PostgresPlace;
import dev.belfry.bench.harness.Size;
import dev.belfry.bench.harness.Stage;
import dev.belfry.bench.harness.Starts;
import dev.belfry.bench.harness.Topic;
import dev.belfry.bench.harness.Turn;
import dev.belfry.bench.harness.Workspace;
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
    private final List<Contender> contenders;
    private final Set<Topic> topics;
    private final boolean keep;

    private PeersBench(Options options) {
        this.size =
                (options.flag("full") ? Size.FULL : Size.QUICK)
                        .percent(options.number("percent", 100));
        this.rounds = options.number("rounds", size.rounds());
        this.contenders = new ArrayList<>(Contenders.chosen(options));
        this.topics =
                Topic.among(
                        options.words("works", Topic.words(Topic.ALL), Topic.words(size.topics())));
        this.keep = options.flag("keep");
        options.requireNoMore();
    }

    static void run(Options options) throws Exception {
        var bench = new PeersBench(options);
        try (var stage = Stage.open(Workspace.open(bench.keep))) {
            bench.run(stage.at(PostgresPlace.open()));
        }
    }

    private void run(Stage stage) throws Exception {
        var plan = new PeersPlan(stage, size, topics);
        stage.notes().plan(plan.time(contenders, rounds));
        if (size.calibrated()) {
            for (int i = 0; i < contenders.size(); i++) {
                contenders.set(i, plan.calibration().best(contenders.get(i)));
            }
        }
        for (int round = 1; round <= rounds; round++) {
            stage.notes().say("Round %d of %d", round, rounds);
            round(stage, plan);
            Collections.rotate(contenders, 1);
            BenchmarkReport.of("peers", stage.notes(), contenders, Goals.besidePeers()).write();
        }
    }

    private void round(Stage stage, PeersPlan plan) throws InterruptedException {
        var starts = new Starts(stage);
        var notes = stage.notes();
        if (contenders.stream().anyMatch(Contender::isFloor)) {
            new Floors(stage).run(size);
        }
        for (var contender : contenders) {
            for (var part : plan.parts(contender)) {
                notes.say("%s starts, %s", contender.name(), part.settings());
                new Turn(notes, () -> starts.warm(contender, part.settings(), size.warmUp()))
                        .run(part.works());
            }
            if (plan.crashes(contender)) {
                notes.attempt(
                        CrashWorkload.TITLE,
                        contender.usual().title(),
                        () -> starts.crash(contender));
            }
        }
    }
}
