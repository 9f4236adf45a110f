package dev.belfry.bench;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;

/** One that keeps timers and fires them, in a process of its own. Confined to one thread. */
interface Contender extends AutoCloseable {
    /** Timers that are due later than this wait, and are no work to be done. */
    Duration SOON = Duration.ofDays(1);

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

    /**
     * How creating went.
     *
     * @param refused calls that were made again because the first was refused
     */
    record Created(double perSecond, double p99Millis, int refused) {}

    /** How many callbacks ended since the client was chosen, and when the first began. */
    record Ran(int count, Instant first) {}

    void use(Client client) throws IOException;

    /** Stores timers by the quickest way there is; returns when all are durable. */
    void schedule(Row row) throws Exception;

    /** Stores timers that are not due for long, by so many clients in calls of so many timers. */
    Created create(String name, int count, int clients, int batch) throws Exception;

    /** Its own count, for work that calls nobody. */
    Ran ran() throws IOException;

    /** Whether a timer is stored that is soon due and not done. */
    boolean hasPending() throws Exception;

    /** The process of its own. */
    ChildJvm jvm();

    default Duration cpu() {
        return jvm().cpu();
    }

    /** Of the process that stores timers for {@link #create}. */
    default Duration cpuOfCreating() {
        return cpu();
    }

    default long pid() {
        return jvm().process().pid();
    }

    /** Ends it as a lost machine would. */
    default void kill() {
        jvm().kill();
    }

    @Override
    default void close() {
        jvm().close();
    }
}
