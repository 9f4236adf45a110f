package dev.belfry.store.dynamodb;

import dev.belfry.core.store.TimerStore;
import dev.belfry.store.common.Ticker;
import java.time.Duration;
import java.util.UUID;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClientBuilder;

/** A table of its own on the test server. */
final class TestTable implements AutoCloseable {
    private final String name = "belfry-test-" + UUID.randomUUID();

    String name() {
        return name;
    }

    String url() {
        return TestServer.url().replaceFirst("^(dynamodb://[^/]+)/[^?]*", "$1/" + name);
    }

    TimerStore open() {
        return DynamoDbStoreProvider.open(name, client(), Ticker.SYSTEM);
    }

    /** Opens the table by way of somebody who sees what is sent and what is answered. */
    TimerStore open(Interference interference) {
        var builder = builder();
        var settings =
                builder.overrideConfiguration().toBuilder()
                        .addExecutionInterceptor(interference)
                        .build();
        return DynamoDbStoreProvider.open(
                name, builder.overrideConfiguration(settings).build(), new SettableTicker());
    }

    /** A busy machine may be slow without being wrong. */
    DynamoDbClientBuilder builder() {
        return DynamoDbStoreProvider.client(TableAddress.parse(url()))
                .httpClientBuilder(
                        UrlConnectionHttpClient.builder().socketTimeout(Duration.ofMinutes(1)));
    }

    DynamoDbClient client() {
        return builder().build();
    }

    /** Drops the table. */
    @Override
    public void close() {
        try (var client = client()) {
            client.deleteTable(request -> request.tableName(name));
        }
    }
}
