package dev.belfry.bench.harness;

import dev.belfry.bench.harness.ContenderVariant.Client;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;

/**
 * One that keeps timers and fires them, in a process of its own or in several. Confined to one
 * thread.
 */
public interface ContenderProcess extends AutoCloseable {
    /** Timers that are due later than this wait, and are no work to be done. */
    Duration SOON = Duration.ofDays(1);

    /** When timers are due that are created for later. */
    static Instant farAhead() {
        return Instant.now().plus(Duration.ofDays(300)).truncatedTo(ChronoUnit.MILLIS);
    }

    /** Timers in a row: the first's instant, and how far apart they are. */
    record Row(String name, int count, Instant first, Duration apart) {
        public Instant executeAt(int number) {
            return first.plus(apart.multipliedBy(number));
        }
    }

    /** How many callbacks ended since the client was chosen, and when the first began. */
    record Ran(int count, Instant first) {}

    /** Only a library has more than its own. */
    default void use(Client client) throws IOException {
        if (client != Client.OWN) {
            throw new IllegalArgumentException("it makes its callbacks itself");
        }
    }

    /** Stores timers by the quickest way there is; returns when all are durable. */
    void schedule(Row row) throws Exception;

    /** Stores timers that are not due for long, by so many clients in calls of so many timers. */
    LoadResult create(String name, int count, int clients, int batch) throws Exception;

    /** Its own count, for work that calls nobody. */
    default Ran ran() throws IOException {
        throw new UnsupportedOperationException("callbacks are counted where they arrive");
    }

    /** Whether a timer is stored that is soon due and not done. */
    boolean hasPending() throws Exception;

    List<ChildJvm> jvms();

    /** Of all its processes together. */
    default Duration cpu() {
        return jvms().stream().map(ChildJvm::cpu).reduce(Duration.ZERO, Duration::plus);
    }

    /** Of the process that stores timers for {@link #create}. */
    default Duration cpuOfCreating() {
        return cpu();
    }

    /** Ends it as a lost machine would. */
    default void kill() {
        jvms().forEach(ChildJvm::kill);
    }

    @Override
    default void close() {
        jvms().forEach(ChildJvm::close);
    }
}
