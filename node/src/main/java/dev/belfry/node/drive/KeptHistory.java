package dev.belfry.node.drive;

import dev.belfry.core.store.Departure.Kept;
import dev.belfry.node.EngineClock;
import dev.belfry.node.member.ProofOfLife;
import java.util.OptionalLong;

/**
 * Whether a database still has what it has acknowledged since this was made, as the node's beats
 * show. Thread-safe.
 */
final class KeptHistory {
    private final ProofOfLife beats;
    private final EngineClock clock;
    private final Runnable beatAtOnce;
    private final long lossesBefore;
    private OptionalLong askedNanos = OptionalLong.empty();

    KeptHistory(ProofOfLife beats, EngineClock clock, Runnable beatAtOnce) {
        this.beats = beats;
        this.clock = clock;
        this.beatAtOnce = beatAtOnce;
        this.lossesBefore = beats.losses();
    }

    /** The first call has the node beat; from then on a beat that was sent after it counts. */
    synchronized Kept kept() {
        if (askedNanos.isEmpty()) {
            askedNanos = OptionalLong.of(clock.nanos());
            beatAtOnce.run();
        }
        boolean isShown = beats.isProvenSince(askedNanos.getAsLong());
        if (beats.losses() != lossesBefore) {
            return Kept.LOST;
        }
        return isShown ? Kept.ALL : Kept.UNKNOWN;
    }
}
