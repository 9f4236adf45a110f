package dev.belfry.store.cassandra;

import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.NoNodeAvailableException;
import com.datastax.oss.driver.api.core.NodeUnavailableException;
import com.datastax.oss.driver.api.core.RequestThrottlingException;
import com.datastax.oss.driver.api.core.auth.AuthenticationException;
import com.datastax.oss.driver.api.core.connection.BusyConnectionException;
import com.datastax.oss.driver.api.core.connection.FrameTooLongException;
import com.datastax.oss.driver.api.core.servererrors.BootstrappingException;
import com.datastax.oss.driver.api.core.servererrors.OverloadedException;
import com.datastax.oss.driver.api.core.servererrors.QueryValidationException;
import com.datastax.oss.driver.api.core.servererrors.ReadFailureException;
import com.datastax.oss.driver.api.core.servererrors.UnavailableException;
import com.datastax.oss.driver.api.core.servererrors.WriteTimeoutException;
import dev.belfry.core.store.StoreException;
import java.util.List;
import java.util.function.Predicate;

/** Turns the driver's failures into what the caller may do next. */
final class CqlErrors {
    private CqlErrors() {}

    /** A failure of something that writes nothing. */
    static StoreException ofRead(RuntimeException failure) {
        return isRefusal(failure)
                ? refused(failure)
                : new StoreException.Unavailable("not read: " + failure.getMessage(), failure);
    }

    /** A failure of a conditional write. */
    static StoreException ofWrite(RuntimeException failure) {
        if (isRefusal(failure)) {
            return refused(failure);
        }
        return neverBegan(failure)
                ? new StoreException.Unavailable(
                        "nothing was written: " + failure.getMessage(), failure)
                : new StoreException.OutcomeUnknown(
                        "the write may or may not have happened: " + failure.getMessage(), failure);
    }

    /**
     * Whether servers gave up a read. The reason that they have for it is too many tombstones; this
     * version of the protocol does not say so.
     */
    static boolean isGivenUp(StoreException failure) {
        return failure.getCause() instanceof ReadFailureException;
    }

    /** Whether a serial read lost against writers of the same shard: it may be sent again. */
    static boolean isContended(StoreException failure) {
        return failure.getCause() instanceof WriteTimeoutException;
    }

    private static StoreException refused(RuntimeException failure) {
        return new StoreException.Rejected(
                "the database refuses this: " + failure.getMessage(), failure);
    }

    private static boolean isRefusal(Throwable failure) {
        return failure instanceof QueryValidationException
                || failure instanceof FrameTooLongException
                || failure instanceof AuthenticationException
                || all(failure, CqlErrors::isRefusal);
    }

    /**
     * Whether the write certainly did not begin. A timeout of a read inside a conditional write is
     * not among these: an earlier round of the same write may have left a promise behind that a
     * later round of another finds and completes.
     */
    private static boolean neverBegan(Throwable failure) {
        return switch (failure) {
            case UnavailableException e -> isBeforeTheProposal(e);
            case NoNodeAvailableException _,
                    OverloadedException _,
                    BootstrappingException _,
                    NodeUnavailableException _,
                    BusyConnectionException _,
                    RequestThrottlingException _ ->
                    true;
            // Of a session that is closed.
            case IllegalStateException _ -> true;
            default -> all(failure, CqlErrors::neverBegan);
        };
    }

    /**
     * The level of the exception names the phase: the rounds of agreement are serial, and only what
     * comes after them, when the write is already decided, waits for the other level.
     */
    private static boolean isBeforeTheProposal(UnavailableException failure) {
        return failure.getConsistencyLevel().isSerial();
    }

    private static boolean all(Throwable failure, Predicate<Throwable> condition) {
        return failure instanceof AllNodesFailedException failed
                && !failed.getAllErrors().isEmpty()
                && failed.getAllErrors().values().stream()
                        .<Throwable>mapMulti(List::forEach)
                        .allMatch(condition);
    }
}
