package dev.belfry.bench;

import dev.belfry.bench.Meter.Reading;
import java.time.Duration;
import java.util.Optional;

/** What a contender and its database use from here on. */
final class Cost {
    static final String CPU = "CPU ms each";
    static final String COMMITS = "commits each";

    private final Contender contender;
    private final Stage stage;
    private final Duration own;
    private final Optional<Reading> database;

    private Cost(Contender contender, Stage stage) throws Exception {
        this.contender = contender;
        this.stage = stage;
        this.own = contender.cpu();
        this.database = stage.meter().read();
    }

    static Cost begin(Contender contender, Stage stage) throws Exception {
        return new Cost(contender, stage);
    }

    /** To be called when the work is done; a database that is not asked has no part in it. */
    Spent end() throws Exception {
        var read = stage.meter().read();
        return new Spent(
                contender.cpu().minus(own),
                database.flatMap(start -> read.map(now -> now.since(start))));
    }

    /** What was used from the beginning to the end. */
    record Spent(Duration own, Optional<Reading> database) {
        void note(Notes notes, String work, String title, int count) {
            var ofDatabase = database.map(Reading::cpu).orElse(Duration.ZERO);
            notes.add(work, CPU, title, own.plus(ofDatabase).toNanos() / 1e6 / count);
            database.ifPresent(
                    used -> {
                        notes.add(
                                work, "database's part", title, used.cpu().toNanos() / 1e6 / count);
                        notes.add(work, COMMITS, title, (double) used.transactions() / count);
                        notes.add(work, "log bytes each", title, (double) used.logBytes() / count);
                    });
        }
    }
}
