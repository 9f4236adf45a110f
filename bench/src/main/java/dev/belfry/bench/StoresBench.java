package dev.belfry.bench;

import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

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

        Entrant entrant() {
            return Entrant.belfry(
                    "Belfry on " + title,
                    new Pace(fires, fires, creates, stores, Duration.ofSeconds(1), Duration.ZERO));
        }

        String word() {
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
    private final Workspace workspace;
    private final Vertx vertx = Vertx.vertx(new VertxOptions().setPreferNativeTransport(true));
    private final CallbackReceiver receiver = CallbackReceiver.start(vertx);
    private final Notes notes = Notes.begin();

    /** What was asked for. */
    private record Asked(int rounds, Size size, List<String> only) {
        static Asked of(Options options) {
            return new Asked(
                    options.number("rounds", 3),
                    Size.QUICK.percent(options.number("percent", 100)),
                    options.words("only", EVERY, EVERY));
        }
    }

    private StoresBench(Asked asked, Workspace workspace) {
        this.rounds = asked.rounds;
        this.size = asked.size;
        this.stores =
                Arrays.stream(Store.values()).filter(it -> asked.only.contains(it.word())).toList();
        this.workspace = workspace;
    }

    static void run(Options options) throws Exception {
        var asked = Asked.of(options);
        boolean keep = options.flag("keep");
        options.requireNoMore();
        try (var workspace = Workspace.open(keep)) {
            new StoresBench(asked, workspace).run();
        }
    }

    private void run() throws Exception {
        try {
            notes.plan(planned());
            for (var store : stores) {
                notes.attempt("server", store.word(), () -> measure(store));
                Report.of("stores", notes, stores.stream().map(Store::entrant).toList(), List.of())
                        .write();
            }
        } finally {
            receiver.close();
            vertx.close().toCompletionStage().toCompletableFuture().join();
        }
    }

    private Duration planned() {
        var time = Duration.ZERO;
        for (var store : stores) {
            var round = Starts.planned(store.entrant(), size.warmUp());
            for (var work : works(new Stage(receiver, Meter.NOT_ASKED, notes), store.entrant())) {
                round = round.plus(work.planned());
            }
            time = time.plus(STARTING).plus(round.multipliedBy(rounds));
        }
        return time;
    }

    private List<Work> works(Stage stage, Entrant entrant) {
        return new Works(stage, size).of(entrant, size.topics());
    }

    private void measure(Store store) throws Exception {
        switch (store) {
            case SQLITE ->
                    measure(
                            store,
                            name -> "sqlite:" + workspace.unused(name).toAbsolutePath() + ".db",
                            Meter.INSIDE);
            case POSTGRES -> {
                var database = DatabaseServer.open();
                measure(store, database, database);
            }
            case MYSQL, CASSANDRA, MONGODB, DYNAMODB -> {
                try (var server = StoreServer.start(store.word())) {
                    measure(store, server, Meter.NOT_ASKED);
                }
            }
        }
    }

    private void measure(Store store, Place place, Meter meter) throws InterruptedException {
        var stage = new Stage(receiver, meter, notes);
        var starts = new Starts(stage, workspace, vertx, place);
        var entrant = store.entrant();
        for (int round = 1; round <= rounds; round++) {
            notes.say("%s, round %d of %d", entrant.name(), round, rounds);
            new Turn(notes, () -> starts.warm(entrant, entrant.throughput(), size.warmUp()))
                    .run(works(stage, entrant));
        }
    }
}
