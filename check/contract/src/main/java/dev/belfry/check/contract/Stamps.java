package dev.belfry.check.contract;

import dev.belfry.core.mutation.Stamp;
import dev.belfry.core.timer.Revision;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;

/** Stamps as an engine makes them: a revision of its own for each change, and a rising clock. */
public final class Stamps {
    private static final Instant START = Instant.parse("2031-05-06T11:00:00.001Z");

    /** Beyond what a double holds exactly. */
    private static final long FIRST_REVISION = (1L << 60) + 1;

    private static final AtomicLong COUNT = new AtomicLong();

    private Stamps() {}

    public static Stamp next() {
        long count = COUNT.getAndIncrement();
        return new Stamp(new Revision(FIRST_REVISION + count), START.plusMillis(count));
    }
}
