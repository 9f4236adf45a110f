package dev.belfry.bench.harness;

import dev.belfry.bench.harness.Place.Reading;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/** What a process and the database use from here on. */
public record Cost(Supplier<Duration> cpu, Place place, Duration own, Optional<Reading> database) {
    public static final String CPU = "CPU ms each";

    /** Without the database: not to be compared with the other. */
    static final String CPU_OF_SERVER = "server CPU ms each";

    public static final String COMMITS = "commits each";

    /**
     * Begins to count.
     *
     * @param cpu tells the CPU time of the process by now
     */
    static Cost begin(Supplier<Duration> cpu, Place place) throws Exception {
        return new Cost(cpu, place, cpu.get(), place.read());
    }

    /** To be called when the work is done; a database that is not asked has no part in it. */
    Spent end() throws Exception {
        var read = place.read();
        return new Spent(
                cpu.get().minus(own),
                database.flatMap(start -> read.map(now -> now.since(start))),
                place.seesAll());
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
