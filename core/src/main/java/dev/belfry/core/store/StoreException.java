package dev.belfry.core.store;

import dev.belfry.core.shard.Group;

/** A store's failure, named after what the caller may do next. */
public abstract sealed class StoreException extends RuntimeException {
    private StoreException(String message, Throwable cause) {
        super(message, cause);
    }

    private StoreException(String message) {
        super(message);
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
