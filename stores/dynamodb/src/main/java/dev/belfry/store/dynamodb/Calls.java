package dev.belfry.store.dynamodb;

import dev.belfry.core.store.Parallel;
import dev.belfry.store.common.RetryPatience;
import dev.belfry.store.common.Ticker;
import java.time.Duration;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Function;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;

/**
 * Calls to DynamoDB, and the one place that tries again: the SDK's own retries are off.
 * Thread-safe.
 */
final class Calls implements AutoCloseable {
    /** As many calls of one request as are made at the same time, with a connection each. */
    static final Parallel PARALLEL = new Parallel(32);

    /**
     * Far below the ten minutes for which DynamoDB knows a transaction by its token, and about as
     * long as a node may be silent anyway before its shards are taken.
     */
    private static final RetryPatience.Waits WAITS =
            new RetryPatience.Waits(
                    Duration.ofMillis(20), Duration.ofMillis(500), Duration.ofSeconds(4));

    private final DynamoDbClient client;
    private final ServerClock clock;
    private final Ticker ticker;

    /** Held by each call, so that closing waits for those under way. */
    private final ReadWriteLock use = new ReentrantReadWriteLock();

    Calls(DynamoDbClient client, ServerClock clock, Ticker ticker) {
        this.client = client;
        this.clock = clock;
        this.ticker = ticker;
    }

    /** A read, sent until there is an answer. */
    <T extends DynamoDbResponse> T read(Function<DynamoDbClient, T> call) {
        return new DynamoSending(this, DynamoSending.Kind.READ).send(call);
    }

    /** A write, not yet sent. */
    DynamoSending write() {
        return new DynamoSending(this, DynamoSending.Kind.WRITE);
    }

    RetryPatience patience() {
        return new RetryPatience(ticker, WAITS);
    }

    ServerClock clock() {
        return clock;
    }

    /** One call, and what its answer says about the time. */
    <T extends DynamoDbResponse> T once(Function<DynamoDbClient, T> call) {
        var sent = clock.local();
        var answer = sent(call);
        var http = answer.sdkHttpResponse();
        if (http != null) {
            http.firstMatchingHeader("Date").ifPresent(date -> clock.answered(sent, date));
        }
        return answer;
    }

    private <T> T sent(Function<DynamoDbClient, T> call) {
        use.readLock().lock();
        try {
            return call.apply(client);
        } finally {
            use.readLock().unlock();
        }
    }

    /** Waits for calls under way. */
    @Override
    public void close() {
        use.writeLock().lock();
        try {
            client.close();
        } catch (SdkException _) {
            // There is nothing left to lose.
        } finally {
            use.writeLock().unlock();
        }
    }
}
