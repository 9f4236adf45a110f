package dev.belfry.bench;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;

/** One that keeps timers and fires them, in a process of its own. Confined to one thread. */
interface Contender extends AutoCloseable {
    /** How its callbacks are made. */
    enum Client {
        /** What it has itself. */
        OWN,
        /** The HTTP client of the JDK. */
        JDK,
        /** The Vert.x client, which Belfry uses. */
        LEAN,
        /** No callback at all. */
        NONE
    }

    /** Timers in a row: the first's instant, and how far apart they are. */
    record Row(String name, int count, Instant first, Duration apart) {
        Instant executeAt(int number) {
            return first.plus(apart.multipliedBy(number));
        }
    }

    /** How creating went. */
    record Created(double perSecond, double p99Millis) {}

    /** How many callbacks ended since the client was chosen, and when the first began. */
    record Ran(int count, Instant first) {}

    void use(Client client) throws IOException;

    /** Stores timers by the quickest way there is; returns when all are durable. */
    void schedule(Row row) throws IOException;

    /** Stores timers that are not due for long, by so many clients in calls of so many timers. */
    Created create(String name, int count, int clients, int batch) throws IOException;

    /** Its own count, for work that calls nobody. */
    Ran ran() throws IOException;

    /** Whether a timer is stored that is not done. */
    boolean hasPending() throws Exception;

    /** How long before its instant a timer must be stored at least, not to be fired early. */
    Duration notice();

    /** How long storing a timer by the quickest way takes on a busy machine: a guess. */
    Duration storing();

    Duration cpu();

    /** Ends it as a lost machine would. */
    void kill();

    @Override
    void close();
}
