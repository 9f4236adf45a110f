package dev.belfry.bench;

import dev.belfry.bench.harness.BenchmarkReport;
import dev.belfry.bench.harness.Contender;
import dev.belfry.bench.harness.ContenderProcess;
import dev.belfry.bench.harness.CreateWorkload;
import dev.belfry.bench.harness.Figures;
import dev.belfry.bench.harness.Figures.Figure;
import dev.belfry.bench.harness.FiringWorkload;
import dev.belfry.bench.harness.MemoryWorkload;
import dev.belfry.bench.harness.Options;
import dev.belfry.bench.harness.PostgresPlace;
import dev.belfry.bench.harness.RoundValues;
import dev.belfry.bench.harness.Size;
import dev.belfry.bench.harness.SqliteFolder;
import dev.belfry.bench.harness.Stage;
import dev.belfry.bench.harness.Starts;
import dev.belfry.bench.harness.StockPlace;
import dev.belfry.bench.harness.TextTable;
import dev.belfry.bench.harness.Topic;
import dev.belfry.bench.harness.Turn;
import dev.belfry.bench.harness.Workload;
import dev.belfry.bench.harness.Workspace;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
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
    private static final String START = "start";
    private static final String FIRST_CALLBACK = "ms to the first callback";

    /** The figures that the floor has too: without H5 and without the number of timers. */
    static final List<Figure> COMPARED =
            List.of(
                    new Figure(FIRING, Figure.RATE),
                    new Figure(CreateWorkload.title(16, 1), Figure.RATE),
                    new Figure(CreateWorkload.title(4, 100), Figure.RATE),
                    new Figure(START, FIRST_CALLBACK));

    /** Not the first node on its database, which would make the tables. */
    private static final String RESTARTED = "b";

    private static final String SQLITE = "sqlite";
    private static final int FEW = 10_000;

    /** Guesses, on the low side. */
    private static final int FILLED_PER_SECOND = 30_000;

    private static final int COPIED_PER_SECOND = 250_000;

    /** With the copy that a turn has, its log, and indexes. */
    private static final long BYTES_PER_TIMER = 2_000;

    private final int rounds;
    private final int many;
    private final int manyOfLibraries;
    private final int due;
    private final String heap;
    private final Size size;
    private final boolean onSqlite;
    private final List<Contender> contenders;
    private final boolean keep;
    private final Set<String> filled = new HashSet<>();

    private SizeBench(Options options) {
        this.rounds = options.number("rounds", 3);
        this.many = options.number("timers", 10_000_000);
        this.manyOfLibraries = options.number("peers", 1_000_000);
        this.due = options.number("due", 100);
        this.heap = options.text("heap", "256m");
        this.size = Size.FULL.percent(options.number("percent", 100));
        this.onSqlite =
                options.words("store", List.of("postgres", SQLITE), List.of("postgres"))
                        .contains(SQLITE);
        var chosen = Contenders.chosen(options);
        this.contenders = onSqlite ? List.of(Contenders.BELFRY) : chosen;
        this.keep = options.flag("keep");
        options.requireNoMore();
    }

    static void run(Options options) throws Exception {
        var bench = new SizeBench(options);
        try (var stage = Stage.open(Workspace.open(bench.keep))) {
            bench.requireRoom(stage.workspace());
            var place =
                    bench.onSqlite
                            ? new SqliteFolder(stage.workspace().folder())
                            : PostgresPlace.open();
            bench.run(stage.at(place), place);
        }
    }

    private void requireRoom(Workspace workspace) throws IOException {
        if (workspace.freeBytes() < many * BYTES_PER_TIMER) {
            throw new IOException(
                    "%,d bytes are free, too few for %,d timers"
                            .formatted(workspace.freeBytes(), many));
        }
    }

    static String title(String work, long stored) {
        return String.format(Locale.ROOT, "H5 %s, %,d stored", work, stored);
    }

    static Figure figure(Figure compared, long stored) {
        return new Figure(title(compared.work(), stored), compared.measure());
    }

    private void run(Stage stage, StockPlace place) throws Exception {
        var notes = stage.notes();
        try {
            notes.plan(planned(stage));
            for (int round = 1; round <= rounds; round++) {
                notes.say("Round %d of %d", round, rounds);
                for (var contender : contenders) {
                    for (int stored : sizes(contender, round)) {
                        notes.say("%s with %,d timers stored", contender.name(), stored);
                        new Turn(notes, () -> start(stage, place, contender, stored))
                                .run(works(stage, contender, stored));
                    }
                }
                BenchmarkReport.of("size", notes, contenders, Goals.ofSizes(FEW, many)).write();
                System.out.println(changes(notes.figures()));
            }
        } finally {
            for (var name : filled) {
                place.drop(name);
            }
        }
    }

    private Duration planned(Stage stage) {
        var round = Duration.ZERO;
        var filling = Duration.ZERO;
        for (var contender : contenders) {
            for (int stored : sizes(contender, 1)) {
                round = round.plus(Starts.planned(contender, size.warmUp()));
                round = round.plusSeconds(stored / COPIED_PER_SECOND);
                for (var work : works(stage, contender, stored)) {
                    round = round.plus(work.planned());
                }
                if (!contender.isFloor()) {
                    filling = filling.plusSeconds(stored / FILLED_PER_SECOND);
                }
            }
        }
        return filling.plus(round.multipliedBy(rounds));
    }

    /** The other way round in every second round. */
    private List<Integer> sizes(Contender contender, int round) {
        var sizes = List.of(FEW, contender.isLibrary() ? manyOfLibraries : many);
        return round % 2 == 1 ? sizes : sizes.reversed();
    }

    private List<Workload> works(Stage stage, Contender contender, int stored) {
        var pace = contender.pace();
        return List.of(
                new FiringWorkload(
                        stage,
                        contender.usual(),
                        title(FIRING, stored),
                        Size.count(pace.fires(), size.firing()),
                        Duration.ofSeconds(1)),
                creates(stage, contender, stored, pace.creates(), 16, 1),
                creates(stage, contender, stored, pace.stores(), 4, 100),
                new MemoryWorkload(stage.notes(), contender, title("memory", stored)));
    }

    private CreateWorkload creates(
            Stage stage, Contender contender, int stored, int perSecond, int clients, int batch) {
        return new CreateWorkload(
                stage,
                contender,
                title(CreateWorkload.title(clients, batch), stored),
                Size.count(perSecond, size.creating()),
                clients,
                batch);
    }

    /** What the many cost: each contender beside itself. */
    private TextTable changes(Figures figures) {
        var table = new TextTable(List.of("H5", "few stored", "many stored", "better with few by"));
        for (var contender : contenders) {
            for (var compared : COMPARED) {
                var row =
                        compared.work().equals(FIRING)
                                ? contender.usual().title()
                                : contender.name();
                var few = figures.median(figure(compared, FEW), row);
                var lot = figures.median(figure(compared, sizes(contender, 1).getLast()), row);
                var better = few.flatMap(a -> lot.map(b -> compared.better(a, b)));
                table.row(
                        List.of(
                                row + ", " + compared.name(),
                                few.map(RoundValues::number).orElse("-"),
                                lot.map(RoundValues::number).orElse("-"),
                                better.map(RoundValues::number).orElse("-")));
            }
        }
        return table;
    }

    // ---- starting on what is stored

    private ContenderProcess start(Stage stage, StockPlace place, Contender contender, int stored)
            throws Exception {
        var starts = new Starts(stage);
        var stock = Stock.of(contender, stage);
        var url = place.copy(filled(stage, place, contender, stored), contender.database());
        stock.makeDue(url);
        var expected = stage.receiver().expect(due);
        var began = Instant.now();
        return Starts.ready(
                starts.start(contender, settings(contender), url, RESTARTED),
                process -> {
                    var first = expected.await().getFirst().at();
                    var last = stage.awaitSettled(process);
                    note(stage, contender, stored, FIRST_CALLBACK, Duration.between(began, first));
                    note(
                            stage,
                            contender,
                            stored,
                            "ms until all %,d are done".formatted(due),
                            Duration.between(began, last));
                    starts.warmUp(process, contender, url, size.warmUp());
                });
    }

    private static void note(
            Stage stage, Contender contender, int stored, String measure, Duration took) {
        stage.notes().add(title(START, stored), measure, contender.name(), took.toNanos() / 1e6);
    }

    /** What is due at the start is called back at once. */
    private Map<String, String> settings(Contender contender) {
        var settings = new HashMap<>(contender.settingsFor(Topic.FIRING));
        settings.put("heap", heap);
        settings.put("client", "jdk");
        return settings;
    }

    /** The name of a database that holds so many, filled at the first time. */
    private String filled(Stage stage, StockPlace place, Contender contender, int stored)
            throws Exception {
        var name = (contender.isLibrary() ? contender.database() : "bench_stock") + "_" + stored;
        if (!filled.contains(name)) {
            var url = place.fresh(name);
            var began = Instant.now();
            Stock.of(contender, stage).fill(url, stored, due);
            place.tidy(url);
            filled.add(name);
            long seconds = Duration.between(began, Instant.now()).toSeconds();
            stage.notes().say("%,d timers were stored in %d s", stored, seconds);
            stage.notes()
                    .add(
                            title("size", stored),
                            "bytes each",
                            contender.isLibrary() ? contender.name() : Contender.BELFRY,
                            (double) place.bytes(url) / stored);
        }
        return name;
    }
}
