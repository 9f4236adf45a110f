package dev.belfry.store.dynamodb;

import dev.belfry.core.store.StoreException;
import dev.belfry.store.common.Ticker;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;
import software.amazon.awssdk.services.dynamodb.model.ResourceInUseException;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveDescription;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveStatus;

/** Creates a store's table, or checks that it is one; several nodes may do so at once. */
final class DynamoSchema {
    /** The layout that this code reads and writes. */
    static final int VERSION = 1;

    private static final String ABSENT = "attribute_not_exists(#item)";
    private static final Duration LONGEST_CREATION = Duration.ofMinutes(2);
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(200);

    private final DynamoTable table;
    private final Ticker ticker;

    DynamoSchema(DynamoTable table, Ticker ticker) {
        this.table = table;
        this.ticker = ticker;
    }

    void prepare() {
        if (describe().isEmpty()) {
            create();
        }
        requireLayout(awaitActive());
        requireRemoval();
        requireVersion();
    }

    private Optional<TableDescription> describe() {
        return unless(
                        ResourceNotFoundException.class,
                        client -> client.describeTable(it -> it.tableName(table.name())))
                .map(answer -> answer.table());
    }

    /** Another node may be creating it, which is as good. */
    private void create() {
        var request = TableLayout.creation(table.name());
        unless(ResourceInUseException.class, client -> client.createTable(request));
    }

    private TableDescription awaitActive() {
        long end = ticker.nanos() + LONGEST_CREATION.toNanos();
        var found = describe();
        while (found.isEmpty() || !isUsable(found.get().tableStatus())) {
            if (ticker.nanos() - end > 0) {
                throw new StoreException.Unavailable(
                        "table %s does not become active".formatted(table.name()));
            }
            rest();
            found = describe();
        }
        return found.get();
    }

    private static boolean isUsable(TableStatus status) {
        return status == TableStatus.ACTIVE || status == TableStatus.UPDATING;
    }

    private void rest() {
        try {
            ticker.sleep(BETWEEN_LOOKS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StoreException.Unavailable("interrupted while waiting for the table", e);
        }
    }

    private void requireLayout(TableDescription found) {
        if (!TableLayout.isThatOf(found)) {
            throw new StoreException.Rejected(
                    "table %s has other keys or indexes than Belfry's: name another table, or let Belfry create it"
                            .formatted(table.name()));
        }
        if (TableLayout.isGlobal(found)) {
            throw new StoreException.Rejected(
                    "table %s is a global table, in which the last writer wins whatever the other region knows: use a table of one region"
                            .formatted(table.name()));
        }
    }

    /** Kept timers are removed by DynamoDB itself. */
    private void requireRemoval() {
        if (isOff(removal())) {
            // Another node may have switched it on meanwhile, which is refused.
            unless(
                    DynamoDbException.class,
                    client ->
                            client.updateTimeToLive(
                                    it ->
                                            it.tableName(table.name())
                                                    .timeToLiveSpecification(
                                                            removal ->
                                                                    removal.enabled(true)
                                                                            .attributeName(
                                                                                    Attributes
                                                                                            .EXPIRES))));
        }
        var removal = removal();
        if (isOff(removal) || !Attributes.EXPIRES.equals(removal.attributeName())) {
            throw new StoreException.Rejected(
                    "table %s must have its TTL on '%s': it is %s on '%s'"
                            .formatted(
                                    table.name(),
                                    Attributes.EXPIRES,
                                    removal.timeToLiveStatus(),
                                    removal.attributeName()));
        }
    }

    private TimeToLiveDescription removal() {
        return table.calls()
                .read(client -> client.describeTimeToLive(it -> it.tableName(table.name())))
                .timeToLiveDescription();
    }

    private static boolean isOff(TimeToLiveDescription removal) {
        return removal.timeToLiveStatus() == TimeToLiveStatus.DISABLED
                || removal.timeToLiveStatus() == TimeToLiveStatus.DISABLING;
    }

    private void requireVersion() {
        var key = ItemKey.of(ItemKey.SCHEMA, "version");
        var item = ItemWriter.of(key).number(Attributes.VERSION, VERSION).attributes();
        try {
            table.calls()
                    .write()
                    .send(
                            client ->
                                    client.putItem(
                                            it ->
                                                    it.tableName(table.name())
                                                            .item(item)
                                                            .conditionExpression(ABSENT)
                                                            .expressionAttributeNames(
                                                                    Expressions.names(ABSENT))));
        } catch (ConditionalCheckFailedException _) {
            requireKnown(table.get(key).number(Attributes.VERSION));
        }
    }

    private void requireKnown(long version) {
        if (version > VERSION) {
            throw new StoreException.Rejected(
                    "table %s has schema version %d, which is newer than this node knows: upgrade this node"
                            .formatted(table.name(), version));
        }
    }

    /** An answer, or empty if it is the one that does not matter. */
    private <T extends DynamoDbResponse> Optional<T> unless(
            Class<? extends SdkException> answer, Function<DynamoDbClient, T> call) {
        try {
            return Optional.of(table.calls().write().send(call));
        } catch (StoreException e) {
            if (answer.isInstance(e.getCause())) {
                return Optional.empty();
            }
            throw e;
        }
    }
}
