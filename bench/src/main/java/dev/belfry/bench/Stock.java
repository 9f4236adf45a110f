package dev.belfry.bench;

import dev.belfry.bench.floors.BulkLoader;
import dev.belfry.bench.floors.LoadPlan;
import dev.belfry.bench.floors.TimerTables;
import dev.belfry.bench.harness.Contender;
import dev.belfry.bench.harness.ContenderProcess.Row;
import dev.belfry.bench.harness.Stage;
import dev.belfry.bench.harness.Starts;
import dev.belfry.bench.harness.Topic;
import dev.belfry.bench.peers.Library;
import java.sql.DriverManager;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Timers that lie in the database of a contender before it starts, some of which are due then. */
interface Stock {
    /** Fills an empty database, past the contender. */
    void fill(String url, int timers, int due) throws Exception;

    /** Lets those be due that are to be, if they are not. */
    default void makeDue(String url) throws Exception {}

    static Stock of(Contender contender, Stage stage) {
        return contender.isLibrary() ? new OfLibrary(contender, stage) : new OfBelfry(stage);
    }

    /** The rows of Belfry, which the floor has too; what is due lies everywhere among them. */
    record OfBelfry(Stage stage) implements Stock {
        @Override
        public void fill(String url, int timers, int due) throws Exception {
            var tables = TimerTables.at(url);
            tables.create();
            var now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
            var plan = new LoadPlan(timers, due, now, stage.receiver().url());
            new BulkLoader(tables, plan, stage.notes()).load();
        }
    }

    /** The rows that a library has made of one timer, many times over. */
    record OfLibrary(Contender contender, Stage stage) implements Stock {
        private static final Duration LATER = Duration.ofDays(200);
        private static final Duration MUCH_LATER = Duration.ofDays(300);

        @Override
        public void fill(String url, int timers, int due) throws Exception {
            var settings = contender.settingsFor(Topic.FIRING);
            try (var process = new Starts(stage).start(contender, settings, url, "a")) {
                process.schedule(row("first", due, LATER));
                process.schedule(row("waiting", 1, MUCH_LATER));
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
            return Library.called(contender.name());
        }

        private static void run(String url, String sql) throws Exception {
            try (var connection = DriverManager.getConnection(url);
                    var statement = connection.createStatement()) {
                statement.execute(sql);
            }
        }
    }
}
