package dev.belfry.core.store;

import dev.belfry.core.shard.Group;
import java.util.List;

/** A store's failure, named after what the caller may do next. */
public abstract sealed class StoreException extends RuntimeException {
    private StoreException(String message, Throwable cause) {
        super(message, cause);
    }

    private StoreException(String message) {
        super(message);
    }

    /**
     * The failure of a call that was made of several parts. If another part was applied, or may
     * have been, then so may the whole.
     *
     * @param parts how many parts were sent
     * @param failed those that failed, at least one
     */
    public static StoreException ofParts(int parts, List<StoreException> failed) {
        var first = failed.getFirst();
        boolean nothingWritten =
                failed.size() == parts
                        && failed.stream().noneMatch(OutcomeUnknown.class::isInstance);
        return nothingWritten
                ? first
                : new OutcomeUnknown(
                        "%d of %d parts failed: %s"
                                .formatted(failed.size(), parts, first.getMessage()),
                        first);
    }

    /** No answer: the write may or may not be there, or may yet arrive. */
    public static final class OutcomeUnknown extends StoreException {
        public OutcomeUnknown(String message, Throwable cause) {
            super(message, cause);
        }

        public OutcomeUnknown(String message) {
            super(message);
        }
    }

    /** Nothing was written and nothing will be: try again later. */
    public static final class Unavailable extends StoreException {
        public Unavailable(String message, Throwable cause) {
            super(message, cause);
        }

        public Unavailable(String message) {
            super(message);
        }
    }

    /** Nothing was written, and the same call can never succeed. */
    public static final class Rejected extends StoreException {
        /** The refusal that every store gives to a group with another shard count. */
        public static Rejected otherShardCount(Group group, int known) {
            return new Rejected(
                    "group %s has %d shards in the store and can not be opened with %d: every timer's address would change; use a new group instead"
                            .formatted(group.id(), known, group.shardCount()));
        }

        public Rejected(String message, Throwable cause) {
            super(message, cause);
        }

        public Rejected(String message) {
            super(message);
        }
    }
}
