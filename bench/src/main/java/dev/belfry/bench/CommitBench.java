package dev.belfry.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.LongStream;

/**
 * Timers created and settled per second on SQLite or PostgreSQL: through the engine and the store,
 * beside the same rows in raw JDBC. All ways take turns in every round, so that a busy moment of
 * the machine hits all.
 */
final class CommitBench {
    private static final int CLIENTS = 64;
    private static final int BATCH = 1_000;

    /** Twice a batch: the engine's two loops then have about one each. */
    private static final int CLIENTS_FOR_BATCHES = 2 * BATCH;

    private static final int SINGLE_TIMERS = 3_000;
    private static final int SHARED_TIMERS = 20_000;
    private static final int BATCHED_TIMERS = 50_000;

    private final int rounds;
    private final String url;
    private final List<BenchDatabase> databases = new ArrayList<>();
    private final List<Lane> lanes = new ArrayList<>();
    private final List<Double> fsyncMicros = new ArrayList<>();

    private CommitBench(int rounds, String url) {
        this.rounds = rounds;
        this.url = url;
    }

    static CommitBench of(Options options) {
        var bench = new CommitBench(options.number("rounds", 5), options.text("url", ""));
        options.requireNoMore();
        return bench;
    }

    /** One way to commit, and what it was compared with. */
    private static class Lane {
        private final String name;
        private final TimerWriter writer;
        private final int timersPerRound;
        private final String rawName;
        private final SampleTimers timers;
        private final List<Double> perSecond = new ArrayList<>();
        private final List<Double> cpuMicros = new ArrayList<>();
        private final List<Double> waitedMicros = new ArrayList<>();
        private long written;

        Lane(String name, TimerWriter writer, int timersPerRound, String rawName) {
            this.name = name;
            this.writer = writer;
            this.timersPerRound = timersPerRound;
            this.rawName = rawName;
            this.timers = new SampleTimers("order-reminder");
        }

        void run(boolean isMeasured) throws Exception {
            var batch =
                    LongStream.range(written, written + timersPerRound)
                            .mapToObj(timers::waiting)
                            .toList();
            written += timersPerRound;
            prepare(batch);
            var start = Usage.now();
            work(batch);
            var used = Usage.now().since(start);
            if (isMeasured) {
                perSecond.add(used.perSecond(timersPerRound));
                cpuMicros.add(used.cpuMicrosEach(timersPerRound));
                waitedMicros.add(used.waitedMicrosEach(timersPerRound));
            }
        }

        void prepare(List<NewTimer> batch) throws Exception {}

        void work(List<NewTimer> batch) throws Exception {
            writer.write(batch);
        }

        Series rate() {
            return new Series(perSecond);
        }
    }

    /** A way to settle timers that were written just before. */
    private static final class SettlingLane extends Lane {
        private final TimerSettler settler;

        SettlingLane(String name, TimerSettler settler, int timersPerRound, String rawName) {
            super(name, settler, timersPerRound, rawName);
            this.settler = settler;
        }

        @Override
        void prepare(List<NewTimer> batch) throws Exception {
            settler.write(batch);
        }

        @Override
        void work(List<NewTimer> batch) throws Exception {
            settler.settle();
        }
    }

    /** What goes to the result file. */
    private record Figure(
            String name,
            Series timersPerSecond,
            Series ratioToRaw,
            Series cpuMicrosEach,
            Series waitedMicrosEach,
            double timersPerCommit) {}

    void run() throws Exception {
        try (var workspace = Workspace.open(false)) {
            open(workspace);
            for (int round = 0; round <= rounds; round++) {
                System.out.printf("Round %d of %d%n", round, rounds);
                runRound(round, workspace);
            }
            report();
            for (var lane : lanes) {
                lane.writer.close();
            }
        } finally {
            for (var database : databases) {
                database.remove();
            }
        }
    }

    private void open(Workspace workspace) throws Exception {
        var rawSingle = "raw JDBC, 1 a transaction";
        var rawBatched = "raw JDBC, 1,000 a transaction";
        add(rawSingle, RawWriter.onNew(database(workspace), 1), SINGLE_TIMERS, rawSingle);
        add(
                "store, 1 a commit",
                new StoreWriter(database(workspace).open(), 1, 1),
                SINGLE_TIMERS,
                rawSingle);
        add(
                "engine, 1 client",
                new EngineWriter(database(workspace).open(), 1),
                SINGLE_TIMERS,
                rawSingle);
        add(
                "store, 1 a commit, 64 callers",
                new StoreWriter(database(workspace).open(), 1, CLIENTS),
                CLIENTS * (SINGLE_TIMERS / CLIENTS),
                rawSingle);
        add(
                "engine, 64 clients",
                new EngineWriter(database(workspace).open(), CLIENTS),
                SHARED_TIMERS,
                rawSingle);
        add(rawBatched, RawWriter.onNew(database(workspace), BATCH), BATCHED_TIMERS, rawBatched);
        add(
                "store, 1,000 a commit",
                new StoreWriter(database(workspace).open(), BATCH, 1),
                BATCHED_TIMERS,
                rawBatched);
        add(
                "engine, 2,000 clients",
                new EngineWriter(database(workspace).open(), CLIENTS_FOR_BATCHES),
                BATCHED_TIMERS,
                rawBatched);
        addSettling(workspace, "1 a transaction", 1, SINGLE_TIMERS);
        addSettling(workspace, "1,000 a transaction", BATCH, BATCHED_TIMERS);
    }

    private void addSettling(Workspace workspace, String size, int batch, int timers)
            throws Exception {
        var raw = "raw JDBC deletes, " + size;
        lanes.add(new SettlingLane(raw, RawWriter.onNew(database(workspace), batch), timers, raw));
        lanes.add(
                new SettlingLane(
                        "store settles, " + size,
                        new StoreWriter(database(workspace).open(), batch, 1),
                        timers,
                        raw));
    }

    private BenchDatabase database(Workspace workspace) {
        var name = "bench_%d_%d".formatted(ProcessHandle.current().pid(), lanes.size());
        var database =
                url.isEmpty()
                        ? new SqliteFile(workspace.file(name + ".db"))
                        : new PostgresSchema(url, name);
        databases.add(database);
        return database;
    }

    private void add(String name, TimerWriter writer, int timersPerRound, String rawName) {
        lanes.add(new Lane(name, writer, timersPerRound, rawName));
    }

    /** Round 0 is not measured; the order turns, so that no lane always follows the same one. */
    private void runRound(int round, Workspace workspace) throws Exception {
        var order = new ArrayList<>(lanes);
        Collections.rotate(order, round);
        for (var lane : order) {
            lane.run(round > 0);
        }
        if (round > 0) {
            fsyncMicros.add(FsyncProbe.micros(workspace.folder()));
        }
    }

    private void report() throws IOException {
        var figures = lanes.stream().map(this::figure).toList();
        var table =
                new Table(
                        "way",
                        "timers/s",
                        "ratio to raw JDBC",
                        "CPU us each",
                        "waited us each",
                        "a commit");
        for (var figure : figures) {
            table.row(
                    figure.name(),
                    figure.timersPerSecond().text(0),
                    figure.ratioToRaw().text(2),
                    figure.cpuMicrosEach().text(0),
                    figure.waitedMicrosEach().text(0),
                    "%.0f".formatted(figure.timersPerCommit()));
        }
        System.out.println("\nMedian (range) of " + rounds + " rounds, every commit durable\n");
        table.print();
        System.out.printf(
                "Waited: the threads were ready to run and other work had the processors. Where that is most of%n"
                        + "a timer's time, the rates say more about the machine than about the ways; compare CPU.%n%n"
                        + "fsync of a 4 KiB append takes %s us here, waiting included. Where it takes longer, single commits slow down%n"
                        + "as much on both sides, and shared commits hardly at all.%n%n",
                new Series(fsyncMicros).text(0));
        var results = new Results();
        results.add("fsyncMicros", new Series(fsyncMicros));
        results.add("figures", figures);
        results.write(url.isEmpty() ? "commit" : "commit-postgres");
    }

    private Figure figure(Lane lane) {
        return new Figure(
                lane.name,
                lane.rate(),
                lane.rate().over(lane(lane.rawName).rate()),
                new Series(lane.cpuMicros),
                new Series(lane.waitedMicros),
                lane.writer.timersPerCommit());
    }

    private Lane lane(String name) {
        return lanes.stream().filter(lane -> lane.name.equals(name)).findFirst().orElseThrow();
    }
}
