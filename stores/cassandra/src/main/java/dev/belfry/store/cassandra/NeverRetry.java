package dev.belfry.store.cassandra;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.context.DriverContext;
import com.datastax.oss.driver.api.core.retry.RetryDecision;
import com.datastax.oss.driver.api.core.retry.RetryPolicy;
import com.datastax.oss.driver.api.core.servererrors.CoordinatorException;
import com.datastax.oss.driver.api.core.servererrors.WriteType;
import com.datastax.oss.driver.api.core.session.Request;

/**
 * Sends nothing twice. A conditional write that is repeated meets its own work and looks refused;
 * what to do after a failure is the engine's to decide.
 */
@SuppressWarnings("deprecation") // The newer methods of the policy ask these.
public final class NeverRetry implements RetryPolicy {
    /** Called by the driver, which finds the class by its name. */
    public NeverRetry(DriverContext context, String profileName) {}

    @Override
    public RetryDecision onReadTimeout(
            Request request,
            ConsistencyLevel consistency,
            int blockFor,
            int received,
            boolean dataPresent,
            int retryCount) {
        return RetryDecision.RETHROW;
    }

    @Override
    public RetryDecision onWriteTimeout(
            Request request,
            ConsistencyLevel consistency,
            WriteType writeType,
            int blockFor,
            int received,
            int retryCount) {
        return RetryDecision.RETHROW;
    }

    @Override
    public RetryDecision onUnavailable(
            Request request,
            ConsistencyLevel consistency,
            int required,
            int alive,
            int retryCount) {
        return RetryDecision.RETHROW;
    }

    @Override
    public RetryDecision onRequestAborted(Request request, Throwable error, int retryCount) {
        return RetryDecision.RETHROW;
    }

    @Override
    public RetryDecision onErrorResponse(
            Request request, CoordinatorException error, int retryCount) {
        return RetryDecision.RETHROW;
    }

    @Override
    public void close() {}
}
