package dev.belfry.store.mongodb;

import com.mongodb.MongoBulkWriteException;
import com.mongodb.MongoException;
import com.mongodb.MongoExecutionTimeoutException;
import com.mongodb.MongoSecurityException;
import com.mongodb.MongoSocketOpenException;
import com.mongodb.MongoTimeoutException;
import com.mongodb.MongoWriteConcernException;
import dev.belfry.core.store.StoreException;
import java.util.Set;
import org.bson.BSONException;
import org.bson.BsonMaximumSizeExceededException;

/** Turns the driver's failures into what the caller may do next. */
final class MongoErrors {
    private static final int DUPLICATE_KEY = 11_000;

    /**
     * The server's word that the data or the user will never do: Unauthorized,
     * AuthenticationFailed, TransactionTooLargeForCache, BSONObjectTooLarge, and what is larger
     * than a message.
     */
    private static final Set<Integer> REFUSALS = Set.of(13, 18, 257, 10_334, 17_419, 17_420);

    /**
     * The server's word that it has not begun: LockTimeout, MaxTimeMSExpired, WriteConflict,
     * NotWritablePrimary, NotPrimaryNoSecondaryOk, NotPrimaryOrSecondary. Being interrupted by a
     * change of roles is not among them: what was written may be waiting for its copies then.
     */
    private static final Set<Integer> NEVER_BEGAN = Set.of(24, 50, 112, 10_107, 13_435, 13_436);

    private MongoErrors() {}

    /** A failure of something that writes nothing. */
    static StoreException ofRead(RuntimeException failure) {
        return isRefusal(failure)
                ? refused(failure)
                : new StoreException.Unavailable("not read: " + failure.getMessage(), failure);
    }

    /** A failure inside a transaction of which no commit was sent. */
    static StoreException ofUncommitted(RuntimeException failure) {
        return isRefusal(failure)
                ? refused(failure)
                : new StoreException.Unavailable(
                        "nothing was written: " + failure.getMessage(), failure);
    }

    /** A failure of a single write. */
    static StoreException ofWrite(RuntimeException failure) {
        return isRefusal(failure) || neverBegan(failure)
                ? ofUncommitted(failure)
                : unknown(failure);
    }

    static StoreException unknown(RuntimeException failure) {
        return new StoreException.OutcomeUnknown(
                "the write may or may not have happened: " + failure.getMessage(), failure);
    }

    /** Whether the same transaction may do when it is begun anew; it has changed nothing. */
    static boolean isTransient(MongoException failure) {
        return failure.hasErrorLabel(MongoException.TRANSIENT_TRANSACTION_ERROR_LABEL);
    }

    /** Whether a commit that was sent may have happened. It may be sent again. */
    static boolean isInDoubt(MongoException failure) {
        return failure.hasErrorLabel(MongoException.UNKNOWN_TRANSACTION_COMMIT_RESULT_LABEL);
    }

    static boolean isDuplicateKey(MongoException failure) {
        return code(failure) == DUPLICATE_KEY;
    }

    private static StoreException refused(RuntimeException failure) {
        return new StoreException.Rejected(
                "the database refuses this: " + failure.getMessage(), failure);
    }

    private static boolean isRefusal(RuntimeException failure) {
        return failure instanceof MongoSecurityException
                || failure instanceof BsonMaximumSizeExceededException
                || (failure instanceof BSONException && !(failure instanceof MongoException))
                || (failure instanceof MongoException e && REFUSALS.contains(code(e)));
    }

    /** A write that waits for its copies has a failure of another kind when its time is over. */
    private static boolean neverBegan(RuntimeException failure) {
        return switch (failure) {
            case MongoWriteConcernException _ -> false;
            case MongoTimeoutException _, MongoSocketOpenException _ -> true;
            case MongoExecutionTimeoutException _ -> true;
            case MongoException e -> NEVER_BEGAN.contains(code(e));
            default -> false;
        };
    }

    private static int code(MongoException failure) {
        return failure instanceof MongoBulkWriteException bulk && !bulk.getWriteErrors().isEmpty()
                ? bulk.getWriteErrors().getFirst().getCode()
                : failure.getCode();
    }
}
