package dev.belfry.bench;

import dev.belfry.bench.Contender.Row;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;

/** What every piece of work has around it: receiver, database, figures, and a voice. */
record Stage(CallbackReceiver receiver, DatabaseServer database, Figures figures, Instant start) {
    private static final int TRIES = 3;

    /** Timers that are stored and not yet due, and the callbacks that will come of them. */
    record Stored(Row row, CallbackReceiver.Expected expected) {}

    void note(String figure, String contender, double value) {
        figures.add(figure, contender, value);
        say("%s, %s: %,.2f", contender, figure, value);
    }

    /** A line of progress. */
    void say(String format, Object... values) {
        System.out.printf(
                Locale.ROOT,
                "[%4d s] %s%n",
                Duration.between(start, Instant.now()).toSeconds(),
                format.formatted(values));
    }

    /**
     * Stores timers so that all of them are there before the first is due. How long that takes is
     * not known beforehand: if it took too long, they fire, and others take their place.
     */
    Stored store(Contender contender, String name, int count, Duration apart) throws Exception {
        var ahead = contender.notice().plus(contender.storing().multipliedBy(count));
        for (int attempt = 0; attempt < TRIES; attempt++) {
            var first = Instant.now().plus(ahead).truncatedTo(ChronoUnit.MILLIS);
            var row = new Row(name + "-" + attempt, count, first, apart);
            var expected = receiver.expect(count);
            contender.schedule(row);
            if (Instant.now().plus(contender.notice()).isBefore(first.plusSeconds(1))) {
                return new Stored(row, expected);
            }
            expected.await();
            ahead = ahead.multipliedBy(2);
        }
        throw new IllegalStateException("the timers were due before all were stored");
    }

    /** Waits until nothing is left to do; returns when that was seen. */
    Instant awaitSettled(Contender contender) throws Exception {
        while (contender.hasPending()) {
            Thread.sleep(5);
        }
        return Instant.now();
    }
}
