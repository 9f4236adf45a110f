package dev.belfry.bench;

import dev.belfry.bench.harness.BenchmarkReport;
import dev.belfry.bench.harness.Contender;
import dev.belfry.bench.harness.ContenderProcess;
import dev.belfry.bench.harness.Options;
import dev.belfry.bench.harness.PostgresPlace;
import dev.belfry.bench.harness.Size;
import dev.belfry.bench.harness.Stage;
import dev.belfry.bench.harness.Starts;
import dev.belfry.bench.harness.Topic;
import dev.belfry.bench.harness.WarmUp;
import dev.belfry.bench.harness.Workload;
import dev.belfry.bench.harness.Works;
import dev.belfry.bench.harness.Workspace;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * What keys and TLS cost: the same server without, with keys, and with both. In each round all
 * three are started and take turns at each work, so that they meet the same machine and none is
 * younger.
 */
final class LocksBench {
    /** In each round; a new JVM is not quite like the last, and one turn is not like the next. */
    private static final int TURNS = 8;

    private static final Set<Topic> TOPICS = EnumSet.of(Topic.FIRING, Topic.CREATING);

    private final Size size;

    /** Three per cent can not be seen in servers that still become quicker. */
    private final WarmUp warmUp;

    private final int rounds;
    private final List<Contender> contenders = new ArrayList<>(Contenders.LOCKED);
    private final boolean keep;

    private LocksBench(Options options) {
        this.size = Size.QUICK.percent(options.number("percent", 100));
        this.warmUp = Size.FULL.percent(options.number("percent", 100)).warmUp();
        this.rounds = options.number("rounds", 3);
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
            round(stage);
            BenchmarkReport.of("locks", stage.notes(), contenders, Goals.ofLocks()).write();
        }
    }

    private Duration planned(Stage stage) {
        var round = Duration.ZERO;
        for (var contender : contenders) {
            round = round.plus(Starts.planned(contender, warmUp));
            for (var work : works(stage, contender)) {
                round = round.plus(work.planned().multipliedBy(TURNS));
            }
        }
        return round.multipliedBy(rounds);
    }

    private List<Workload> works(Stage stage, Contender contender) {
        return new Works(stage, size).of(contender, TOPICS);
    }

    private void round(Stage stage) throws Exception {
        var servers = new HashMap<Contender, ContenderProcess>();
        try {
            for (var contender : contenders) {
                stage.notes().say("%s starts", contender.name());
                var settings = contender.settingsFor(Topic.FIRING);
                servers.put(contender, new Starts(stage).warm(contender, settings, warmUp));
            }
            for (int turn = 0; turn < TURNS; turn++) {
                takeTurns(stage, servers);
            }
        } finally {
            servers.values().forEach(ContenderProcess::close);
        }
    }

    private void takeTurns(Stage stage, Map<Contender, ContenderProcess> servers) throws Exception {
        for (int work = 0; work < works(stage, contenders.getFirst()).size(); work++) {
            for (var contender : contenders) {
                works(stage, contender)
                        .get(work)
                        .run(Objects.requireNonNull(servers.get(contender)));
            }
            Collections.rotate(contenders, 1);
        }
    }
}
