package dev.belfry.store.dynamodb;

import dev.belfry.core.store.StoreException;
import dev.belfry.store.common.RetryPatience;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/**
 * One call that is sent until its outcome is known or patience ends. Confined to a call.
 *
 * <p>A write is sent again only if that applies it once: a transaction has a token by which
 * DynamoDB knows it, a single write has a condition that its own success makes false. Once a copy
 * got no answer, the others' failures say nothing about that one: the doubt stays until a success,
 * or a failed condition that no copy can pass any more.
 */
final class DynamoSending {
    static final String CONDITION_FAILED = "ConditionalCheckFailed";

    /** What a call does, and so what is certain when it was not done. */
    enum Kind {
        READ("nothing was read"),
        WRITE("nothing was written");

        private final String certainty;

        Kind(String certainty) {
            this.certainty = certainty;
        }
    }

    private final Calls calls;
    private final Kind kind;
    private final RetryPatience patience;
    private boolean inDoubt;

    DynamoSending(Calls calls, Kind kind) {
        this.calls = calls;
        this.kind = kind;
        this.patience = calls.patience();
    }

    /** Whether a copy got no answer, and so may have been applied. */
    boolean inDoubt() {
        return inDoubt;
    }

    /**
     * Sends until there is an answer.
     *
     * @throws ConditionalCheckFailedException if that is the answer
     * @throws TransactionCanceledException if the answer is that a condition in it does not hold
     */
    <T extends DynamoDbResponse> T send(Function<DynamoDbClient, T> call) {
        while (true) {
            try {
                return calls.once(call);
            } catch (SdkException e) {
                if (isFailedCondition(e)) {
                    throw e;
                }
                var fault = DynamoFault.of(e);
                inDoubt |= fault == DynamoFault.SILENT;
                if (fault == DynamoFault.SHUT
                        || fault == DynamoFault.REFUSED
                        || !patience.waits()) {
                    throw failure(fault, e);
                }
            }
        }
    }

    /** Reads in the course of this write: if that fails, a doubt about the write stays. */
    <T> T reading(Supplier<T> read) {
        try {
            return read.get();
        } catch (StoreException e) {
            throw inDoubt
                    ? new StoreException.OutcomeUnknown(
                            "the write may or may not have happened, and " + e.getMessage(), e)
                    : e;
        }
    }

    /** Sends all of it as one transaction, under a new token unless a copy may be on its way. */
    void transact(List<TransactWriteItem> items) {
        var token = new Token();
        send(
                client ->
                        client.transactWriteItems(
                                request ->
                                        request.transactItems(items)
                                                .clientRequestToken(token.next(inDoubt))));
    }

    /** A token that stays the same from the first doubt on. */
    private static final class Token {
        private String value = newToken();

        String next(boolean inDoubt) {
            if (!inDoubt) {
                value = newToken();
            }
            return value;
        }

        private static String newToken() {
            return UUID.randomUUID().toString();
        }
    }

    private static boolean isFailedCondition(SdkException e) {
        return e instanceof ConditionalCheckFailedException
                || (e instanceof TransactionCanceledException cancelled
                        && cancelled.cancellationReasons().stream()
                                .anyMatch(reason -> CONDITION_FAILED.equals(reason.code())));
    }

    private StoreException failure(DynamoFault fault, SdkException e) {
        if (inDoubt && kind == Kind.WRITE) {
            return new StoreException.OutcomeUnknown(
                    "the write may or may not have happened: " + e.getMessage(), e);
        }
        return fault == DynamoFault.REFUSED
                ? new StoreException.Rejected("DynamoDB refuses this: " + e.getMessage(), e)
                : new StoreException.Unavailable(kind.certainty + ": " + e.getMessage(), e);
    }
}
