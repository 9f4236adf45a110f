package dev.belfry.client;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** What calls come back with, where it is more than a timer. */
public final class Answers {
    private Answers() {}

    /**
     * A timer that is stored as asked.
     *
     * @param isNew false if an identical one was there, or if a put replaced one
     */
    public record Stored(BelfryTimer timer, boolean isNew) implements BatchItem {}

    /** A timer of a batch that was not stored, or perhaps was. */
    public record Refused(ApiProblem problem) implements BatchItem {}

    /** What became of one timer of a batch. */
    public sealed interface BatchItem permits Stored, Refused {}

    /** What a delete found. */
    public enum Deletion {
        NOT_FOUND,
        DELETED,
        /** It is gone, but an attempt had started and may still arrive. */
        DELETED_IN_FLIGHT,
        /** It is gone; an attempt may have started on a server that was lost just before. */
        DELETED_PERHAPS_IN_FLIGHT
    }

    /**
     * Some timers of a list.
     *
     * @param nextCursor where the list goes on; empty at its end
     */
    public record Page(List<BelfryTimer> timers, Optional<String> nextCursor) {}

    /**
     * Whether a group is paused.
     *
     * @param unconfirmedShards those whose owners have not heard of it yet
     */
    public record Pause(
            boolean paused,
            Optional<Instant> since,
            Optional<String> reason,
            List<Integer> unconfirmedShards) {}
}
