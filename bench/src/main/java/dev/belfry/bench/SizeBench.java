package dev.belfry.bench;

import dev.belfry.bench.Figures.Figure;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Few timers stored against very many: what it changes for Belfry, beside the floor on the same
 * rows and beside the libraries. Databases are filled once, and each turn has a copy of its own.
 */
final class SizeBench {
    private static final String FIRING = "firing";
    private static final String FIRST_CALLBACK = "ms to the first callback";

    /** The figures that the floor has too: without H5 and without the number of timers. */
    static final List<Figure> COMPARED =
            List.of(
                    new Figure(FIRING, Figure.RATE),
                    new Figure(CreateWork.title(16, 1), Figure.RATE),
                    new Figure(CreateWork.title(4, 100), Figure.RATE),
                    new Figure("start", FIRST_CALLBACK));

    /** Not the first node on its database, which would make the tables. */
    private static final String RESTARTED = "b";

    private static final int FEW = 10_000;
    private static final String NAME = "size";

    /** Guesses, on the low side. */
    private static final int FILLED_PER_SECOND = 30_000;

    private static final int COPIED_PER_SECOND = 250_000;

    /** With the copy that a turn has, its log, and indexes. */
    private static final long BYTES_PER_TIMER = 2_000;

    private final int rounds;
    private final int many;
    private final int manyOfLibraries;
    private final String heap;
    private final Size size;
    private final List<Entrant> entrants;
    private final DatabaseServer database = DatabaseServer.open();
    private final Vertx vertx = Vertx.vertx(new VertxOptions().setPreferNativeTransport(true));
    private final Stage stage;
    private final Starts starts;
    private final Set<String> filled = new HashSet<>();

    /** What was asked for. */
    private record Asked(
            int rounds, int many, int manyOfLibraries, String heap, Size size, List<String> only) {
        static Asked of(Options options) {
            return new Asked(
                    options.number("rounds", 3),
                    options.number("timers", 10_000_000),
                    options.number("peers", 1_000_000),
                    options.text("heap", "256m"),
                    Size.FULL.percent(options.number("percent", 100)),
                    options.words("only", Entrant.words(), Entrant.words()));
        }
    }

    private SizeBench(Asked asked, Workspace workspace) throws Exception {
        this.rounds = asked.rounds;
        this.many = asked.many;
        this.manyOfLibraries = asked.manyOfLibraries;
        this.heap = asked.heap;
        this.size = asked.size;
        this.entrants = Entrant.ALL.stream().filter(it -> it.isAmong(asked.only)).toList();
        this.stage = new Stage(CallbackReceiver.start(vertx), database, Notes.begin());
        this.starts = new Starts(stage, workspace, vertx, database);
    }

    static void run(Options options) throws Exception {
        var asked = Asked.of(options);
        boolean keep = options.flag("keep");
        options.requireNoMore();
        try (var workspace = Workspace.open(keep)) {
            requireRoom(workspace, asked.many);
            new SizeBench(asked, workspace).run();
        }
    }

    private static void requireRoom(Workspace workspace, int many) throws IOException {
        if (workspace.freeBytes() < many * BYTES_PER_TIMER) {
            throw new IOException(
                    "%,d bytes are free, too few for %,d timers"
                            .formatted(workspace.freeBytes(), many));
        }
    }

    static String title(String work, long stored) {
        return String.format(Locale.ROOT, "H5 %s, %,d stored", work, stored);
    }

    private void run() throws Exception {
        try {
            stage.notes().plan(planned());
            for (int round = 1; round <= rounds; round++) {
                stage.notes().say("Round %d of %d", round, rounds);
                for (var entrant : entrants) {
                    for (int stored : sizes(entrant, round)) {
                        turn(entrant, stored);
                    }
                }
                Report.of(NAME, stage.notes(), entrants, Goals.ofSizes(FEW, many)).write();
                System.out.println(changes());
            }
        } finally {
            for (var name : filled) {
                database.drop(name);
            }
            stage.receiver().close();
            vertx.close().toCompletionStage().toCompletableFuture().join();
        }
    }

    private Duration planned() {
        var round = Duration.ZERO;
        var filling = Duration.ZERO;
        for (var entrant : entrants) {
            for (int stored : sizes(entrant, 1)) {
                round = round.plus(Starts.planned(entrant, size.warmUp()));
                round = round.plusSeconds(stored / COPIED_PER_SECOND);
                for (var work : works(entrant, stored)) {
                    round = round.plus(work.planned());
                }
                filling =
                        entrant.isFloor()
                                ? filling
                                : filling.plusSeconds(stored / FILLED_PER_SECOND);
            }
        }
        return filling.plus(round.multipliedBy(rounds));
    }

    /** The other way round in every second round. */
    private List<Integer> sizes(Entrant entrant, int round) {
        var sizes = List.of(FEW, entrant.isLibrary() ? manyOfLibraries : many);
        return round % 2 == 1 ? sizes : sizes.reversed();
    }

    private void turn(Entrant entrant, int stored) throws InterruptedException {
        stage.notes().say("%s with %,d timers stored", entrant.name(), stored);
        new Turn(stage.notes(), () -> start(entrant, stored)).run(works(entrant, stored));
    }

    private List<Work> works(Entrant entrant, int stored) {
        var pace = entrant.pace();
        var works = new ArrayList<Work>();
        works.add(
                new FiringWork(
                        stage,
                        entrant.lane(),
                        title(FIRING, stored),
                        Size.count(pace.fires(), size.firing()),
                        Duration.ofSeconds(1)));
        works.add(creates(entrant, stored, pace.creates(), 16, 1));
        works.add(creates(entrant, stored, pace.stores(), 4, 100));
        works.add(new MemoryWork(stage.notes(), entrant, title("memory", stored)));
        return works;
    }

    private CreateWork creates(Entrant entrant, int stored, int perSecond, int clients, int batch) {
        return new CreateWork(
                stage,
                entrant,
                title(CreateWork.title(clients, batch), stored),
                Size.count(perSecond, size.creating()),
                clients,
                batch);
    }

    /** What the many cost: each contender beside itself. */
    private Table changes() {
        var table = new Table("H5", "few stored", "many stored", "better with few by");
        for (var entrant : entrants) {
            for (var compared : COMPARED) {
                var lane = compared.work().equals(FIRING) ? entrant.lane().title() : entrant.name();
                var few = figure(compared, FEW);
                var lot = figure(compared, sizes(entrant, 1).getLast());
                table.row(
                        lane + ", " + compared.name(),
                        median(few, lane),
                        median(lot, lane),
                        stage.notes()
                                .figures()
                                .median(few, lane)
                                .flatMap(
                                        a ->
                                                stage.notes()
                                                        .figures()
                                                        .median(lot, lane)
                                                        .map(b -> compared.better(a, b)))
                                .map(Series::number)
                                .orElse("-"));
            }
        }
        return table;
    }

    private String median(Figure figure, String contender) {
        return stage.notes().figures().median(figure, contender).map(Series::number).orElse("-");
    }

    static Figure figure(Figure compared, long stored) {
        return new Figure(title(compared.work(), stored), compared.measure());
    }

    // ---- starting on what is stored

    private Contender start(Entrant entrant, int stored) throws Exception {
        var stock = stock(entrant);
        var url = database.copy(filled(entrant, stock, stored), Starts.databaseOf(entrant));
        stock.makeDue(url);
        var expected = stage.receiver().expect(Stock.DUE);
        var began = Instant.now();
        var contender = starts.start(entrant, settings(entrant), url, RESTARTED);
        try {
            var first = Duration.between(began, expected.await().getFirst().at());
            stage.notes()
                    .add(
                            title("start", stored),
                            FIRST_CALLBACK,
                            entrant.name(),
                            first.toNanos() / 1e6);
            stage.awaitSettled(contender);
            starts.warmUp(contender, entrant, url, size.warmUp());
            return contender;
        } catch (Exception e) {
            contender.kill();
            contender.close();
            throw e;
        }
    }

    /** What is due at the start is called back at once. */
    private Map<String, String> settings(Entrant entrant) {
        var settings = new HashMap<>(entrant.throughput());
        settings.put("heap", heap);
        settings.put("client", "jdk");
        return settings;
    }

    private Stock stock(Entrant entrant) {
        return entrant.isLibrary()
                ? new Stock.OfLibrary(starts, entrant)
                : new Stock.OfBelfry(stage.receiver().url());
    }

    /** The name of a database that holds so many, filled at the first time. */
    private String filled(Entrant entrant, Stock stock, int stored) throws Exception {
        var name =
                (entrant.isLibrary() ? Starts.databaseOf(entrant) : "bench_stock") + "_" + stored;
        if (!filled.contains(name)) {
            var url = database.fresh(name);
            var began = Instant.now();
            stock.fill(url, stored);
            database.tidy(url);
            filled.add(name);
            stage.notes()
                    .say(
                            "%,d timers were stored in %d s",
                            stored, Duration.between(began, Instant.now()).toSeconds());
            stage.notes()
                    .add(
                            title("size", stored),
                            "bytes each",
                            entrant.isLibrary() ? entrant.name() : Entrant.BELFRY,
                            (double) database.tableBytes(url) / stored);
        }
        return name;
    }
}
