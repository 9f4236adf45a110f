package dev.belfry.bench;

import dev.belfry.bench.harness.BenchmarkReport;
import dev.belfry.bench.harness.Options;
import dev.belfry.bench.harness.Pace;
import dev.belfry.bench.harness.PostgresPlace;
import dev.belfry.bench.harness.Stage;
import dev.belfry.bench.harness.Workspace;
import dev.belfry.bench.tenants.BulkWork;
import dev.belfry.bench.tenants.GroupsWork;
import dev.belfry.bench.tenants.HangingWork;
import dev.belfry.bench.tenants.NeighbourWork;
import dev.belfry.bench.tenants.RateWork;
import dev.belfry.bench.tenants.TenantsStage;
import dev.belfry.bench.tenants.TenantsWork;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What groups get that share servers, on PostgreSQL and on SQLite. */
final class TenantsBench {
    static final String POSTGRES = "PostgreSQL";
    static final String SQLITE = "SQLite";

    private static final List<String> DATABASES = List.of("postgres", "sqlite");

    /** What can be measured. */
    private enum Work {
        NEIGHBOUR,
        HANGING,
        GROUPS,
        RATE,
        BULK;

        private static final List<String> WORDS = Arrays.stream(values()).map(Work::word).toList();

        private String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private final int rounds;
    private final int timers;
    private final int groups;
    private final List<String> databases;
    private final List<String> works;
    private final boolean keep;

    private TenantsBench(Options options) {
        boolean full = options.flag("full");
        this.rounds = options.number("rounds", 1);
        this.timers = options.number("timers", full ? 1_000_000 : 100_000);
        this.groups = options.number("groups", full ? 10_000 : 2_000);
        this.databases = options.words("only", DATABASES, DATABASES);
        this.works = options.words("works", Work.WORDS, Work.WORDS);
        this.keep = options.flag("keep");
        options.requireNoMore();
    }

    static void run(Options options) throws Exception {
        var bench = new TenantsBench(options);
        try (var stage = Stage.open(Workspace.open(bench.keep))) {
            bench.run(stage);
        }
    }

    private void run(Stage stage) throws Exception {
        var notes = stage.notes();
        var all = works(stage);
        notes.plan(
                all.stream()
                        .map(TenantsWork::planned)
                        .reduce(Duration.ZERO, Duration::plus)
                        .multipliedBy(rounds));
        for (int round = 1; round <= rounds; round++) {
            notes.say("Round %d of %d", round, rounds);
            for (var work : all) {
                notes.attempt(work.title(), work.row(), work::run);
                BenchmarkReport.of("tenants", notes, List.of(Contenders.BELFRY), Goals.ofTenants())
                        .write();
            }
        }
    }

    private List<TenantsWork> works(Stage stage) throws SQLException {
        var all = new ArrayList<TenantsWork>();
        if (databases.contains("postgres")) {
            var postgres = on(stage.at(PostgresPlace.open()), POSTGRES);
            all.addAll(ofOneNode(postgres));
            if (works.contains(Work.RATE.word())) {
                all.add(new RateWork(postgres));
            }
            if (works.contains(Work.BULK.word())) {
                all.add(new BulkWork(postgres, timers));
            }
        }
        if (databases.contains("sqlite")) {
            all.addAll(ofOneNode(on(stage, SQLITE)));
        }
        return all;
    }

    private static TenantsStage on(Stage stage, String database) {
        return new TenantsStage(stage, Contenders.belfry(database, Map.of(), Pace.BELFRY));
    }

    private List<TenantsWork> ofOneNode(TenantsStage stage) {
        var all = new ArrayList<TenantsWork>();
        if (works.contains(Work.NEIGHBOUR.word())) {
            all.add(new NeighbourWork(stage, timers));
        }
        if (works.contains(Work.HANGING.word())) {
            all.add(new HangingWork(stage));
        }
        if (works.contains(Work.GROUPS.word())) {
            all.add(new GroupsWork(stage, groups));
        }
        return all;
    }
}
