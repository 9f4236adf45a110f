package dev.belfry.bench.harness;

import dev.belfry.bench.harness.CallbackReceiver.Arrival;
import dev.belfry.bench.harness.ContenderProcess.Row;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;

/** What every workload has around it: who is called, where timers are kept, what is noted. */
public record Stage(
        Vertx vertx, CallbackReceiver receiver, Workspace workspace, Place place, Notes notes)
        implements AutoCloseable {
    private static final int TRIES = 4;

    /** One whose databases are files of SQLite. */
    public static Stage open(Workspace workspace) {
        var vertx = Vertx.vertx(new VertxOptions().setPreferNativeTransport(true));
        return new Stage(
                vertx,
                CallbackReceiver.start(vertx),
                workspace,
                new SqliteFolder(workspace.folder()),
                Notes.begin());
    }

    public Stage at(Place other) {
        return new Stage(vertx, receiver, workspace, other, notes);
    }

    /** With figures of its own, that are in no report. */
    public Stage apart() {
        return new Stage(
                vertx, receiver, workspace, place, new Notes(new Figures(), notes.start()));
    }

    /** Timers that are stored and not yet due, and the callbacks that will come of them. */
    record Stored(Row row, CallbackReceiver.Expected expected) {
        /** Returns when the first one is due. */
        void awaitDue() throws InterruptedException {
            Thread.sleep(Duration.between(Instant.now(), row.first()));
        }

        /** What came by now; timers that were stored too slowly, before these, come as well. */
        List<Arrival> arrivals() {
            return expected.arrivals().stream()
                    .filter(arrival -> arrival.timerId().startsWith(row.name() + "-"))
                    .toList();
        }

        /** Waits for all callbacks; in the order in which they came. */
        List<Arrival> await() throws Exception {
            awaitDue();
            return expected.await();
        }
    }

    /**
     * Stores timers so that all of them are there before the first is due. How long that takes is
     * not known beforehand: if it took too long, they fire, and others take their place.
     */
    Stored store(
            ContenderProcess process,
            ContenderVariant variant,
            String name,
            int count,
            Duration apart)
            throws Exception {
        var pace = variant.contender().pace();
        var ahead = pace.ahead(count);
        for (int attempt = 0; attempt < TRIES; attempt++) {
            var first = Instant.now().plus(ahead).truncatedTo(ChronoUnit.MILLIS);
            var row = new Row(name + "-" + attempt, count, first, apart);
            var stored = store(process, variant, row);
            if (Instant.now().plus(pace.notice()).isBefore(first.plusSeconds(1))) {
                return stored;
            }
            notes.say("%s stored too slowly, once more", variant.title());
            awaitSettled(process);
            ahead = ahead.multipliedBy(2);
        }
        throw new IllegalStateException("the timers were due before all were stored");
    }

    /** Stores timers of which the first may be due before the last is there. */
    Stored storeAnyhow(
            ContenderProcess process,
            ContenderVariant variant,
            String name,
            int count,
            Duration apart)
            throws Exception {
        var first = Instant.now().plus(variant.contender().pace().ahead(count));
        return store(
                process,
                variant,
                new Row(name, count, first.truncatedTo(ChronoUnit.MILLIS), apart));
    }

    private Stored store(ContenderProcess process, ContenderVariant variant, Row row)
            throws Exception {
        process.use(variant.client());
        var expected = receiver.expect(row.count());
        process.schedule(row);
        return new Stored(row, expected);
    }

    /** Waits until nothing is left to do; returns when that was seen. */
    public Instant awaitSettled(ContenderProcess process) throws Exception {
        StallLimit.USUAL.await(
                "timers to be done", () -> !process.hasPending(), receiver::arrivedInAll);
        return Instant.now();
    }

    @Override
    public void close() throws IOException {
        receiver.close();
        vertx.close().toCompletionStage().toCompletableFuture().join();
        workspace.close();
    }
}
