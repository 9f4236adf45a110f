package dev.belfry.bench;

import dev.belfry.bench.harness.BenchmarkReport;
import dev.belfry.bench.harness.Contender;
import dev.belfry.bench.harness.Options;
import dev.belfry.bench.harness.Pace;
import dev.belfry.bench.harness.PostgresPlace;
import dev.belfry.bench.harness.Size;
import dev.belfry.bench.harness.Stage;
import dev.belfry.bench.harness.Starts;
import dev.belfry.bench.harness.StoreServer;
import dev.belfry.bench.harness.Topic;
import dev.belfry.bench.harness.Turn;
import dev.belfry.bench.harness.Workload;
import dev.belfry.bench.harness.Works;
import dev.belfry.bench.harness.Workspace;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Belfry alone, as a server over HTTP, on each database it knows and that can be had here. */
final class StoresBench {
    /** A database, and how many timers Belfry takes and fires on it in a second, roughly. */
    private enum Store {
        SQLITE("SQLite", 4_000, 4_000, 6_000),
        POSTGRES("PostgreSQL", 14_000, 8_000, 25_000),
        MYSQL("MySQL", 4_000, 4_000, 6_000),
        CASSANDRA("Cassandra", 2_000, 2_000, 3_000),
        MONGODB("MongoDB", 2_500, 2_500, 4_000),
        DYNAMODB("DynamoDB Local", 700, 700, 900);

        private final String title;
        private final int fires;
        private final int creates;
        private final int stores;

        Store(String title, int fires, int creates, int stores) {
            this.title = title;
            this.fires = fires;
            this.creates = creates;
            this.stores = stores;
        }

        private Contender contender() {
            var pace =
                    new Pace(fires, fires, creates, stores, Duration.ofSeconds(1), Duration.ZERO);
            return Contenders.belfry("Belfry on " + title, Map.of(), pace);
        }

        private String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Of a server. */
    private static final Duration STARTING = Duration.ofSeconds(15);

    private static final List<String> EVERY =
            Arrays.stream(Store.values()).map(Store::word).toList();

    private final int rounds;
    private final Size size;
    private final List<Store> stores;
    private final boolean keep;

    private StoresBench(Options options) {
        this.rounds = options.number("rounds", 3);
        this.size = Size.QUICK.percent(options.number("percent", 100));
        var only = options.words("only", EVERY, EVERY);
        this.stores = Arrays.stream(Store.values()).filter(it -> only.contains(it.word())).toList();
        this.keep = options.flag("keep");
        options.requireNoMore();
    }

    static void run(Options options) throws Exception {
        var bench = new StoresBench(options);
        try (var stage = Stage.open(Workspace.open(bench.keep))) {
            bench.run(stage);
        }
    }

    private void run(Stage stage) throws Exception {
        var contenders = stores.stream().map(Store::contender).toList();
        stage.notes().plan(planned(stage));
        for (var store : stores) {
            stage.notes().attempt("server", store.word(), () -> measure(stage, store));
            BenchmarkReport.of("stores", stage.notes(), contenders, List.of()).write();
        }
    }

    private Duration planned(Stage stage) {
        var time = Duration.ZERO;
        for (var store : stores) {
            var round = Starts.planned(store.contender(), size.warmUp());
            for (var work : works(stage, store)) {
                round = round.plus(work.planned());
            }
            time = time.plus(STARTING).plus(round.multipliedBy(rounds));
        }
        return time;
    }

    private List<Workload> works(Stage stage, Store store) {
        return new Works(stage, size).of(store.contender(), size.topics());
    }

    /** SQLite's files are what a stage has from the beginning. */
    private void measure(Stage stage, Store store) throws Exception {
        switch (store) {
            case SQLITE -> rounds(stage, store);
            case POSTGRES -> rounds(stage.at(PostgresPlace.open()), store);
            case MYSQL, CASSANDRA, MONGODB, DYNAMODB -> {
                try (var server = StoreServer.start(store.word())) {
                    rounds(stage.at(server), store);
                }
            }
        }
    }

    private void rounds(Stage stage, Store store) throws InterruptedException {
        var contender = store.contender();
        var settings = contender.settingsFor(Topic.FIRING);
        for (int round = 1; round <= rounds; round++) {
            stage.notes().say("%s, round %d of %d", contender.name(), round, rounds);
            new Turn(
                            stage.notes(),
                            () -> new Starts(stage).warm(contender, settings, size.warmUp()))
                    .run(works(stage, store));
        }
    }
}
