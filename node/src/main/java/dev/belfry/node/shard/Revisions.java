package dev.belfry.node.shard;

import dev.belfry.core.mutation.Stamp;
import dev.belfry.core.timer.Revision;
import dev.belfry.node.EngineClock;
import java.time.temporal.ChronoUnit;
import java.util.random.RandomGenerator;

/**
 * Makes stamps whose revisions rise with time and are never made twice: milliseconds, then random
 * bits, so that no two owners of a shard make the same one. Confined to one loop.
 */
final class Revisions {
    private final EngineClock clock;
    private final RandomGenerator random;
    private long last;

    Revisions(EngineClock clock, RandomGenerator random) {
        this.clock = clock;
        this.random = random;
    }

    Stamp next() {
        var now = clock.now().truncatedTo(ChronoUnit.MILLIS);
        int bits = Revision.RANDOM_BITS;
        long fresh = (now.toEpochMilli() << bits) + random.nextInt(1 << bits);
        last = Math.max(last + 1, fresh);
        return new Stamp(new Revision(last), now);
    }

    /** A revision that an owner with a faster clock made: ours must lie above it. */
    void seen(Revision revision) {
        last = Math.max(last, revision.value());
    }
}
