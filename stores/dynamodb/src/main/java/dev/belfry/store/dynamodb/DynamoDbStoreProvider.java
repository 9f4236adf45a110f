package dev.belfry.store.dynamodb;

import dev.belfry.core.store.StoreException;
import dev.belfry.core.store.StoreProvider;
import dev.belfry.core.store.TimerStore;
import dev.belfry.store.common.Ticker;
import java.time.Duration;
import java.time.InstantSource;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClientBuilder;

/**
 * Opens stores on DynamoDB by URLs such as {@code dynamodb://eu-central-1/belfry}. Credentials come
 * from where the AWS SDK looks for them: environment, profile, container or machine.
 */
public final class DynamoDbStoreProvider implements StoreProvider {
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(1);

    /** DynamoDB answers in milliseconds; what takes this long is asked about again. */
    private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(2);

    /**
     * The JDK keeps five idle connections to a host unless told otherwise, and every new one costs
     * a handshake.
     */
    private static final String IDLE_CONNECTIONS = "http.maxConnections";

    @Override
    public String scheme() {
        return TableAddress.SCHEME;
    }

    @Override
    public TimerStore open(String url) {
        var address = TableAddress.parse(url);
        if (System.getProperty(IDLE_CONNECTIONS) == null) {
            System.setProperty(IDLE_CONNECTIONS, Integer.toString(Calls.PARALLEL.atOnce()));
        }
        return open(address.table(), client(address).build(), Ticker.SYSTEM);
    }

    /** Opens a table by a client, which is the store's own from now on. */
    static TimerStore open(String table, DynamoDbClient client, Ticker ticker) {
        var clock = new ServerClock(InstantSource.system());
        return open(new DynamoTable(table, new Calls(client, clock, ticker)));
    }

    private static TimerStore open(DynamoTable table) {
        try {
            new DynamoSchema(table, Ticker.SYSTEM).prepare();
            return new DynamoDbTimerStore(table);
        } catch (StoreException e) {
            table.calls().close();
            throw isForbidden(e) ? forbidden(table, e) : e;
        }
    }

    static DynamoDbClientBuilder client(TableAddress address) {
        var builder =
                DynamoDbClient.builder()
                        .region(Region.of(address.region()))
                        .httpClientBuilder(
                                UrlConnectionHttpClient.builder()
                                        .connectionTimeout(CONNECT_TIMEOUT)
                                        .socketTimeout(ANSWER_TIMEOUT))
                        .overrideConfiguration(
                                all -> all.retryStrategy(AwsRetryStrategy.doNotRetry()));
        address.endpoint().ifPresent(builder::endpointOverride);
        return builder;
    }

    private static boolean isForbidden(StoreException e) {
        return e.getCause() instanceof AwsServiceException answered
                && answered.awsErrorDetails() != null
                && "AccessDeniedException".equals(answered.awsErrorDetails().errorCode());
    }

    private static StoreException forbidden(DynamoTable table, StoreException e) {
        return new StoreException.Rejected(
                "the credentials in use lack a right to table %s: %s; docs/operations/dynamodb.md lists them"
                        .formatted(table.name(), e.getMessage()),
                e);
    }
}
