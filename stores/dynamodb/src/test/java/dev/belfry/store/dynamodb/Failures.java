package dev.belfry.store.dynamodb;

import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.util.stream.Stream;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/** Failures as the documentation of DynamoDB and its SDK describe them. */
final class Failures {
    private Failures() {}

    static SdkException answered(int status, String code) {
        return DynamoDbException.builder()
                .statusCode(status)
                .message(code)
                .awsErrorDetails(AwsErrorDetails.builder().errorCode(code).build())
                .build();
    }

    /** A transaction that was cancelled for a reason of each of its items. */
    static SdkException cancelled(String... codes) {
        return TransactionCanceledException.builder()
                .statusCode(400)
                .message("Transaction cancelled")
                .awsErrorDetails(
                        AwsErrorDetails.builder().errorCode("TransactionCanceledException").build())
                .cancellationReasons(
                        Stream.of(codes)
                                .map(code -> CancellationReason.builder().code(code).build())
                                .toList())
                .build();
    }

    static SdkException noAnswer() {
        return SdkClientException.create("Read timed out", new SocketTimeoutException());
    }

    static SdkException noConnection() {
        return SdkClientException.create("Connection refused", new ConnectException());
    }

    static SdkException noCredentials() {
        return SdkClientException.create("Unable to load credentials from any of the providers");
    }
}
