package dev.belfry.bench;

import dev.belfry.core.store.StoreProvider;
import dev.belfry.core.store.TimerStore;
import dev.belfry.node.SystemClock;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.LongStream;

/**
 * Timers created and fired per second on any database, with changes that share commits and with
 * changes that do not. Both ways take turns in every round, each in a database of its own.
 */
final class SharingBench {
    private static final int CLIENTS = 256;

    /** Time to create what is to fire: thrice as long as it has just taken, and a bit. */
    private static final int SLOWER = 3;

    private static final Duration AT_LEAST_AHEAD = Duration.ofSeconds(2);

    private final String url;
    private final int rounds;
    private final int timers;

    private SharingBench(String url, int rounds, int timers) {
        this.url = url;
        this.rounds = rounds;
        this.timers = timers;
    }

    static SharingBench of(Options options) {
        var bench =
                new SharingBench(
                        options.text("url", ""),
                        options.number("rounds", 3),
                        options.number("timers", 5_000));
        options.requireNoMore();
        return bench;
    }

    /** One way, in its own database. */
    private final class Lane implements AutoCloseable {
        private final String name;
        private final RunningEngine engine;
        private final Clients clients = new Clients(CLIENTS);
        private final List<Double> creates = new ArrayList<>();
        private final List<Double> fires = new ArrayList<>();

        Lane(String name, TimerStore store) {
            this.name = name;
            this.engine = new RunningEngine(store, new SystemClock(), 0);
            engine.start();
        }

        void run(int round) throws Exception {
            double created = create(round);
            double fired = fire(round, ahead(created));
            if (round > 0) {
                creates.add(created);
                fires.add(fired);
            }
        }

        private double create(int round) {
            var samples = new SampleTimers("waiting-" + round);
            var batch = LongStream.range(0, timers).mapToObj(samples::waiting).toList();
            var start = Usage.now();
            clients.create(engine, batch);
            return Usage.now().since(start).perSecond(timers);
        }

        private Duration ahead(double createdPerSecond) {
            return AT_LEAST_AHEAD.plusMillis((long) (SLOWER * 1_000 * timers / createdPerSecond));
        }

        /** From the instant at which all of them are due until all are settled. */
        private double fire(int round, Duration ahead) throws Exception {
            var due = Instant.now().plus(ahead);
            var samples = new SampleTimers("due-" + round);
            var batch =
                    LongStream.range(0, timers)
                            .mapToObj(number -> samples.within(number, due, Duration.ofMillis(1)))
                            .toList();
            clients.create(engine, batch);
            long before = engine.mutations();
            Thread.sleep(Duration.between(Instant.now(), due));
            var start = Usage.now();
            Patience.USUAL.await(
                    "timers to be done",
                    () -> engine.mutations() - before >= timers,
                    engine::mutations);
            return Usage.now().since(start).perSecond(timers);
        }

        @Override
        public void close() {
            clients.close();
            engine.close();
        }
    }

    /** What goes to the result file. */
    private record Figure(
            String name, Series createsPerSecond, Series firesPerSecond, double changesPerCommit) {}

    void run() throws Exception {
        var server = new StoreServer("", url, false);
        try (var shared = new Lane("shared commits", open(server, "shared"));
                var single = new Lane("one change a commit", OneByOne.of(open(server, "single")))) {
            for (int round = 0; round <= rounds; round++) {
                System.out.printf("Round %d of %d%n", round, rounds);
                for (var lane :
                        round % 2 == 0 ? List.of(shared, single) : List.of(single, shared)) {
                    lane.run(round);
                }
            }
            report(shared, single);
        }
    }

    private TimerStore open(StoreServer server, String way) throws SQLException {
        var own = server.fresh("bench_" + way);
        return ServiceLoader.load(StoreProvider.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(provider -> own.startsWith(provider.scheme() + ":"))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no store has the URL " + own))
                .open(own);
    }

    private void report(Lane shared, Lane single) throws IOException {
        var table = new Table("way", "creates/s", "fires/s", "changes a commit");
        var figures = List.of(figure(shared), figure(single));
        for (var figure : figures) {
            table.row(
                    figure.name(),
                    figure.createsPerSecond().text(0),
                    figure.firesPerSecond().text(0),
                    "%.1f".formatted(figure.changesPerCommit()));
        }
        table.row(
                "ratio",
                new Series(shared.creates).over(new Series(single.creates)).text(2),
                new Series(shared.fires).over(new Series(single.fires)).text(2),
                "");
        System.out.printf(
                "%nMedian (range) of %d rounds of %,d timers, %d clients%n%n",
                rounds, timers, CLIENTS);
        table.print();
        var results = new Results();
        results.add("figures", figures);
        results.write("sharing-" + url.replaceFirst("^jdbc:", "").replaceFirst(":.*", ""));
    }

    private static Figure figure(Lane lane) {
        return new Figure(
                lane.name,
                new Series(lane.creates),
                new Series(lane.fires),
                lane.engine.mutationsPerCommit());
    }
}
