package dev.belfry.store.dynamodb;

import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import javax.net.ssl.SSLHandshakeException;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/** What a failed call says about itself. Failed conditions are answers and none of these. */
enum DynamoFault {
    /** It was not done, and may succeed in a moment. */
    BUSY,
    /** It was not done, and somebody has to change something outside before it is. */
    SHUT,
    /** It may have been done, or may yet be. */
    SILENT,
    /** It was not done, and never will be. */
    REFUSED;

    private static final Set<String> THROTTLED =
            Set.of(
                    "ProvisionedThroughputExceeded",
                    "ProvisionedThroughputExceededException",
                    "ThrottlingException",
                    "ThrottlingError",
                    "RequestLimitExceeded",
                    "LimitExceededException",
                    "TransactionConflict",
                    "TransactionConflictException",
                    "ReplicatedWriteConflictException",
                    // Clocks that differ are mended by the SDK after the first such answer.
                    "RequestTimeTooSkewed",
                    "RequestExpired",
                    "InvalidSignatureException");

    private static final Set<String> DATA =
            Set.of(
                    "ValidationException",
                    "ValidationError",
                    "ItemCollectionSizeLimitExceeded",
                    "ItemCollectionSizeLimitExceededException",
                    "SerializationException",
                    "IdempotentParameterMismatchException");

    /** An earlier copy of the same transaction is still on its way. */
    private static final String IN_PROGRESS = "TransactionInProgressException";

    static DynamoFault of(SdkException failure) {
        return switch (failure) {
            case TransactionCanceledException cancelled -> of(cancelled.cancellationReasons());
            case AwsServiceException answered -> of(answered);
            default -> isBeforeSending(failure) ? BUSY : SILENT;
        };
    }

    private static DynamoFault of(List<CancellationReason> reasons) {
        var codes =
                reasons.stream().map(CancellationReason::code).filter(Objects::nonNull).toList();
        if (codes.stream().anyMatch(DATA::contains)) {
            return REFUSED;
        }
        return codes.stream().anyMatch(THROTTLED::contains) ? BUSY : SHUT;
    }

    private static DynamoFault of(AwsServiceException answered) {
        var code = answered.awsErrorDetails() == null ? "" : answered.awsErrorDetails().errorCode();
        if (answered.statusCode() >= 500 || IN_PROGRESS.equals(code)) {
            return SILENT;
        }
        if (code != null && DATA.contains(code)) {
            return REFUSED;
        }
        return code != null && THROTTLED.contains(code) ? BUSY : SHUT;
    }

    /** Without a connection, or without a name to connect to, nothing was sent. */
    private static boolean isBeforeSending(Throwable failure) {
        for (var cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof ConnectException
                    || cause instanceof NoRouteToHostException
                    || cause instanceof UnknownHostException
                    || cause instanceof SSLHandshakeException
                    || isWithoutCredentials(cause)) {
                return true;
            }
        }
        return false;
    }

    /** The SDK has no class of its own for this. */
    private static boolean isWithoutCredentials(Throwable cause) {
        var message = cause.getMessage();
        return message != null && message.startsWith("Unable to load credentials");
    }
}
