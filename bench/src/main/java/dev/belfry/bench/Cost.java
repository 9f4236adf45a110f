package dev.belfry.bench;

import dev.belfry.bench.Meter.Reading;
import java.time.Duration;
import java.util.Optional;

/** What a process and the database use from here on. */
final class Cost {
    static final String CPU = "CPU ms each";

    /** Without the database: not to be compared with the other. */
    static final String CPU_OF_SERVER = "server CPU ms each";

    static final String COMMITS = "commits each";

    /** Tells the CPU time of a process by now. */
    interface Cpu {
        Duration now();
    }

    private final Cpu cpu;
    private final Stage stage;
    private final Duration own;
    private final Optional<Reading> database;

    private Cost(Cpu cpu, Stage stage) throws Exception {
        this.cpu = cpu;
        this.stage = stage;
        this.own = cpu.now();
        this.database = stage.meter().read();
    }

    static Cost ofFiring(Contender contender, Stage stage) throws Exception {
        return new Cost(contender::cpu, stage);
    }

    static Cost ofCreating(Contender contender, Stage stage) throws Exception {
        return new Cost(contender::cpuOfCreating, stage);
    }

    /** To be called when the work is done; a database that is not asked has no part in it. */
    Spent end() throws Exception {
        var read = stage.meter().read();
        return new Spent(
                cpu.now().minus(own),
                database.flatMap(start -> read.map(now -> now.since(start))),
                stage.meter().seesAll());
    }

    /** What was used from the beginning to the end. */
    record Spent(Duration own, Optional<Reading> database, boolean all) {
        void note(Notes notes, String work, String title, int count) {
            var ofDatabase = database.map(Reading::cpu).orElse(Duration.ZERO);
            notes.add(
                    work,
                    all ? CPU : CPU_OF_SERVER,
                    title,
                    own.plus(ofDatabase).toNanos() / 1e6 / count);
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
