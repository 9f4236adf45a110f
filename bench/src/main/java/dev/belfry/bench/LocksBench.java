package dev.belfry.bench;

import dev.belfry.bench.harness.BenchmarkReport;
import dev.belfry.bench.harness.Contender;
import dev.belfry.bench.harness.Options;
import dev.belfry.bench.harness.PostgresPlace;
import dev.belfry.bench.harness.Size;
import dev.belfry.bench.harness.Stage;
import dev.belfry.bench.harness.Starts;
import dev.belfry.bench.harness.Topic;
import dev.belfry.bench.harness.Turn;
import dev.belfry.bench.harness.Workload;
import dev.belfry.bench.harness.Works;
import dev.belfry.bench.harness.Workspace;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** What keys and TLS cost: the same server without, with keys, and with both, in turns. */
final class LocksBench {
    private static final Set<Topic> TOPICS = EnumSet.of(Topic.FIRING, Topic.CREATING);

    private final Size size;
    private final int rounds;
    private final List<Contender> contenders = new ArrayList<>(Contenders.LOCKED);
    private final boolean keep;

    private LocksBench(Options options) {
        this.size = Size.QUICK.percent(options.number("percent", 100));
        this.rounds = options.number("rounds", 5);
        this.keep = options.flag("keep");
        options.requireNoMore();
    }

    static void run(Options options) throws Exception {
        var bench = new LocksBench(options);
        try (var stage = Stage.open(Workspace.open(bench.keep))) {
            bench.run(stage.at(PostgresPlace.open()));
        }
    }

    private void run(Stage stage) throws Exception {
        stage.notes().plan(planned(stage));
        for (int round = 1; round <= rounds; round++) {
            stage.notes().say("Round %d of %d", round, rounds);
            for (var contender : contenders) {
                turn(stage, contender);
            }
            Collections.rotate(contenders, 1);
            BenchmarkReport.of("locks", stage.notes(), contenders, Goals.ofLocks()).write();
        }
    }

    private Duration planned(Stage stage) {
        var round = Duration.ZERO;
        for (var contender : contenders) {
            round = round.plus(Starts.planned(contender, size.warmUp()));
            for (var work : works(stage, contender)) {
                round = round.plus(work.planned());
            }
        }
        return round.multipliedBy(rounds);
    }

    private List<Workload> works(Stage stage, Contender contender) {
        return new Works(stage, size).of(contender, TOPICS);
    }

    private void turn(Stage stage, Contender contender) throws InterruptedException {
        stage.notes().say("%s starts", contender.name());
        var settings = contender.settingsFor(Topic.FIRING);
        new Turn(stage.notes(), () -> new Starts(stage).warm(contender, settings, size.warmUp()))
                .run(works(stage, contender));
    }
}
