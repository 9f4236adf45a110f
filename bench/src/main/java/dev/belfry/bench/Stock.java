package dev.belfry.bench;

import dev.belfry.bench.Contender.Row;
import dev.belfry.bench.PeerContender.Library;
import java.sql.DriverManager;
import java.time.Duration;
import java.time.Instant;
import java.util.stream.LongStream;

/** Timers that lie in the database of a contender before it starts. */
interface Stock {
    /** How many are due at the start. */
    int DUE = 100;

    /** Fills an empty database with timers that wait, past the contender. */
    void fill(String url, int timers) throws Exception;

    /** Lets some be due now. */
    void makeDue(String url) throws Exception;

    /** The rows of Belfry, which the floor has too. */
    record OfBelfry(String receiver) implements Stock {
        private static final int BATCH = 100;

        @Override
        public void fill(String url, int timers) throws Exception {
            new BulkLoader(FloorContender.schema(url), new LoadPlan(timers, 1, 0), true).load();
        }

        @Override
        public void makeDue(String url) throws Exception {
            var due = Instant.now().minusSeconds(1);
            var samples = SampleTimers.calling(receiver, "first");
            try (var writer = new RawWriter(FloorContender.schema(url), BATCH)) {
                writer.write(LongStream.range(0, DUE).mapToObj(it -> samples.at(it, due)).toList());
            }
        }
    }

    /** The rows that a library has made of one timer, many times over. */
    record OfLibrary(Starts starts, Entrant entrant) implements Stock {
        private static final Duration LATER = Duration.ofDays(200);
        private static final Duration MUCH_LATER = Duration.ofDays(300);

        @Override
        public void fill(String url, int timers) throws Exception {
            try (var contender = starts.start(entrant, entrant.throughput(), url, "a")) {
                contender.schedule(row("first", DUE, LATER));
                contender.schedule(row("waiting", 1, MUCH_LATER));
            }
            run(url, library().multiplied.formatted(timers));
        }

        private static Row row(String name, int count, Duration ahead) {
            return new Row(name, count, Instant.now().plus(ahead), Duration.ofMillis(1));
        }

        @Override
        public void makeDue(String url) throws Exception {
            run(url, library().madeDue);
        }

        private Library library() {
            return Library.called(entrant.name());
        }

        private static void run(String url, String sql) throws Exception {
            try (var connection = DriverManager.getConnection(url);
                    var statement = connection.createStatement()) {
                statement.execute(sql);
            }
        }
    }
}
