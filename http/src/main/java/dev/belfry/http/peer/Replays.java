package dev.belfry.http.peer;

import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Tells a signed call from a copy of it that somebody sends once more. A call says when it was
 * signed, by whom and as which of the signer's calls. One that is too old is refused, one from
 * before this node's start too, and of the others it is remembered that they have come. Memory is
 * bounded, and only who can sign gets to it. Thread-safe.
 */
final class Replays {
    /** The clocks of nodes are far closer together, or they do not fire. */
    static final Duration TOLERANCE = Duration.ofSeconds(10);

    /** 8 KiB each; more than a cluster has nodes, and starts of nodes within the tolerance. */
    static final int MOST_SENDERS = 1_024;

    private final InstantSource clock;
    private final long startMillis;
    private final Map<Long, SequenceWindow> bySender = new ConcurrentHashMap<>();

    Replays(InstantSource clock) {
        this.clock = clock;
        this.startMillis = clock.millis();
    }

    /** Whether a call may be from now, by its time alone. */
    boolean isOfNow(long signedMillis) {
        return signedMillis >= startMillis
                && Math.abs(clock.millis() - signedMillis) <= TOLERANCE.toMillis();
    }

    /**
     * Whether a call comes for the first time; only for calls whose signature is right.
     *
     * @param sender a number that a node draws when it starts
     * @param number of the sender's calls, each one more than the one before
     */
    boolean isFirst(long sender, long number) {
        long now = clock.millis();
        if (!bySender.containsKey(sender) && bySender.size() >= MOST_SENDERS) {
            forgetSilent(now);
        }
        if (!bySender.containsKey(sender) && bySender.size() >= MOST_SENDERS) {
            return false;
        }
        return bySender.computeIfAbsent(sender, _ -> new SequenceWindow()).takes(number, now);
    }

    /** What a sender signed before it fell silent for so long is too old by now. */
    private void forgetSilent(long now) {
        bySender.values().removeIf(it -> it.isSilentSince(now - 2 * TOLERANCE.toMillis()));
    }
}
