package dev.belfry.bench;

import dev.belfry.bench.CallbackReceiver.Arrival;
import dev.belfry.bench.Contender.Row;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;

/**
 * What every piece of work has around it: receiver, meter of the database, and where figures are
 * noted.
 */
record Stage(CallbackReceiver receiver, Meter meter, Notes notes) {
    private static final int TRIES = 4;

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
    Stored store(Contender contender, Lane lane, String name, int count, Duration apart)
            throws Exception {
        var pace = lane.entrant().pace();
        var ahead = pace.ahead(count);
        for (int attempt = 0; attempt < TRIES; attempt++) {
            var first = Instant.now().plus(ahead).truncatedTo(ChronoUnit.MILLIS);
            var row = new Row(name + "-" + attempt, count, first, apart);
            var stored = store(contender, lane, row);
            if (Instant.now().plus(pace.notice()).isBefore(first.plusSeconds(1))) {
                return stored;
            }
            notes.say("%s stored too slowly, once more", lane.title());
            awaitSettled(contender);
            ahead = ahead.multipliedBy(2);
        }
        throw new IllegalStateException("the timers were due before all were stored");
    }

    /** Stores timers of which the first may be due before the last is there. */
    Stored storeAnyhow(Contender contender, Lane lane, String name, int count, Duration apart)
            throws Exception {
        var first = Instant.now().plus(lane.entrant().pace().ahead(count));
        return store(
                contender, lane, new Row(name, count, first.truncatedTo(ChronoUnit.MILLIS), apart));
    }

    private Stored store(Contender contender, Lane lane, Row row) throws Exception {
        contender.use(lane.client());
        var expected = receiver.expect(row.count());
        contender.schedule(row);
        return new Stored(row, expected);
    }

    /** Waits until nothing is left to do; returns when that was seen. */
    Instant awaitSettled(Contender contender) throws Exception {
        Patience.USUAL.await(
                "timers to be done", () -> !contender.hasPending(), receiver::arrivedInAll);
        return Instant.now();
    }
}
