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

    /** A change of a batch that was not made, or perhaps was. */
    public record Refused(ApiProblem problem) implements BatchItem, ImportedItem {}

    /** A timer that a batch deleted, or did not find. */
    public record Removed(Deletion deletion) implements BatchItem {}

    /** What became of one change of a batch. */
    public sealed interface BatchItem permits Stored, Refused, Removed {}

    /** What became of one line of an import. */
    public sealed interface ImportedItem permits Imported, Refused {}

    /** What became of a line that was not refused. */
    public enum Imported implements ImportedItem {
        CREATED,
        /** It took the place of another timer, or of an earlier state of the same. */
        REPLACED,
        /** The timer is there already, or was kept until now only. */
        UNCHANGED;

        static Imported of(int status) {
            return switch (status) {
                case 201 -> CREATED;
                case 200 -> REPLACED;
                default -> UNCHANGED;
            };
        }
    }

    /**
     * A page of an export.
     *
     * @param lines each a JSON object, and each with its line break
     * @param nextCursor where the export goes on; empty at its end
     */
    public record ExportedLines(String lines, Optional<String> nextCursor) {
        /** Those that are timers, for {@link BelfryClient#importLines}. */
        public List<String> timers() {
            return lines.lines().filter(line -> line.startsWith("{\"state\"")).toList();
        }
    }

    /**
     * What would be moved to another database.
     *
     * @param pending timers of these shards that have not fired
     * @param kept timers of these shards that are over
     */
    public record CountedMoves(List<BelfryMove> moves, long pending, long kept) {}

    /** What a delete found. */
    public enum Deletion {
        NOT_FOUND,
        DELETED,
        /** It is gone, but an attempt had started and may still arrive. */
        DELETED_IN_FLIGHT,
        /** It is gone; an attempt may have started on a server that was lost just before. */
        DELETED_PERHAPS_IN_FLIGHT;

        /** By the word of the API for an attempt under way; empty if there was none. */
        static Deletion of(String inFlight) {
            return switch (inFlight) {
                case "" -> DELETED;
                case "true" -> DELETED_IN_FLIGHT;
                default -> DELETED_PERHAPS_IN_FLIGHT;
            };
        }
    }

    /**
     * Why a timer has not fired yet.
     *
     * @param state a word for programs, such as SCHEDULED, PAUSED or BACKING_OFF
     * @param text a sentence for people
     */
    public record Explained(String state, String text, Optional<Instant> nextAttemptAt) {}

    /**
     * Some timers of a list.
     *
     * @param nextCursor where the list goes on; empty at its end
     */
    public record Page(List<BelfryTimer> timers, Optional<String> nextCursor) {}

    /**
     * Some groups of a list.
     *
     * @param nextCursor where the list goes on; empty at its end
     */
    public record GroupPage(List<TimerGroup> groups, Optional<String> nextCursor) {}

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
