package dev.belfry.store.dynamodb;

import dev.belfry.core.store.StoreException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import java.util.function.Supplier;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;

/**
 * Calls to DynamoDB, and the one place that tries again: the SDK's own retries are off.
 * Thread-safe.
 */
final class Calls implements AutoCloseable {
    /** As many calls of one request as are made at the same time, with a connection each. */
    static final int PARALLEL = 32;

    private final DynamoDbClient client;
    private final ServerClock clock;
    private final Ticker ticker;
    private final Semaphore places = new Semaphore(PARALLEL);
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    Calls(DynamoDbClient client, ServerClock clock, Ticker ticker) {
        this.client = client;
        this.clock = clock;
        this.ticker = ticker;
    }

    /** A read, sent until there is an answer. */
    <T extends DynamoDbResponse> T read(Function<DynamoDbClient, T> call) {
        return new Sending(this, Sending.Kind.READ).send(call);
    }

    /** A write, not yet sent. */
    Sending write() {
        return new Sending(this, Sending.Kind.WRITE);
    }

    Patience patience() {
        return new Patience(ticker);
    }

    ServerClock clock() {
        return clock;
    }

    /** One call, and what its answer says about the time. */
    <T extends DynamoDbResponse> T once(Function<DynamoDbClient, T> call) {
        var sent = clock.local();
        var answer = call.apply(client);
        var http = answer.sdkHttpResponse();
        if (http != null) {
            http.firstMatchingHeader("Date").ifPresent(date -> clock.answered(sent, date));
        }
        return answer;
    }

    /** Does something for each of a list, many at the same time; the results are in order. */
    <A, R> List<R> each(List<A> list, Function<A, R> work) {
        if (list.size() == 1) {
            return List.of(work.apply(list.getFirst()));
        }
        var running = new ArrayList<Future<R>>(list.size());
        for (var one : list) {
            running.add(threads.submit(() -> inItsPlace(() -> work.apply(one))));
        }
        return running.stream().map(Calls::result).toList();
    }

    private <R> R inItsPlace(Supplier<R> work) throws InterruptedException {
        places.acquire();
        try {
            return work.get();
        } finally {
            places.release();
        }
    }

    private static <R> R result(Future<R> running) {
        try {
            return running.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            throw new IllegalStateException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StoreException.OutcomeUnknown("interrupted while calls were under way", e);
        }
    }

    /** Waits for calls under way. */
    @Override
    public void close() {
        threads.close();
        try {
            client.close();
        } catch (SdkException _) {
            // There is nothing left to lose.
        }
    }
}
