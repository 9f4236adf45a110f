package dev.belfry.store.dynamodb;

import dev.belfry.core.store.TimerStore;
import java.util.Optional;
import java.util.UUID;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClientBuilder;

/** A table of its own on the test server, which {@code scripts/databases/dynamodb} starts. */
final class TestTable implements AutoCloseable {
    private static final String SERVER =
            Optional.ofNullable(System.getenv("BELFRY_TEST_DYNAMODB_URL"))
                    .orElse("dynamodb://eu-central-1/belfry?endpoint=http://127.0.0.1:18000");

    static {
        // DynamoDB Local takes any; the SDK looks here first.
        if (SERVER.contains("endpoint=")) {
            System.setProperty("aws.accessKeyId", "test");
            System.setProperty("aws.secretAccessKey", "test");
        }
    }

    private final String name = "belfry-test-" + UUID.randomUUID();

    String name() {
        return name;
    }

    String url() {
        return SERVER.replaceFirst("^(dynamodb://[^/]+)/[^?]*", "$1/" + name);
    }

    TimerStore open() {
        return new DynamoDbStoreProvider().open(url());
    }

    DynamoDbClientBuilder builder() {
        return DynamoDbStoreProvider.client(TableAddress.parse(url()));
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
