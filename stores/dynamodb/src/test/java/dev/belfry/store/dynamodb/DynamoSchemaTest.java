package dev.belfry.store.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belfry.core.store.NodeRow;
import dev.belfry.core.store.NodeVersion;
import dev.belfry.core.store.StoreException;
import dev.belfry.core.store.StoreProvider;
import dev.belfry.core.store.TimerStore;
import java.util.Collections;
import java.util.List;
import java.util.ServiceLoader;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveStatus;

/** The table: created, checked and refused. */
@Tag("contract")
class DynamoSchemaTest {
    private final TestTable table = new TestTable();

    @AfterEach
    void drop() {
        table.close();
    }

    @Test
    void theProviderIsFoundByItsSchemeAndOpensAUrl() {
        var provider = ServiceLoader.load(StoreProvider.class).findFirst().orElseThrow();

        try (var store = provider.open(table.url())) {
            assertThat(provider.scheme()).isEqualTo("dynamodb");
            assertThat(store.nodes().members().nodes()).isEmpty();
        }
    }

    @Test
    void aNewTableIsOnDemandAndRemovesWhatHasExpired() {
        table.open().close();

        try (var client = table.client()) {
            var found = client.describeTable(it -> it.tableName(table.name())).table();
            var removal =
                    client.describeTimeToLive(it -> it.tableName(table.name()))
                            .timeToLiveDescription();
            assertThat(TableLayout.isThatOf(found)).isTrue();
            assertThat(found.billingModeSummary().billingMode())
                    .isEqualTo(BillingMode.PAY_PER_REQUEST);
            assertThat(removal.timeToLiveStatus()).isEqualTo(TimeToLiveStatus.ENABLED);
            assertThat(removal.attributeName()).isEqualTo("expires");
        }
    }

    @Test
    void severalNodesMayStartAtOnce() throws ExecutionException, InterruptedException {
        Callable<TimerStore> opening = table::open;
        try (var threads = Executors.newFixedThreadPool(4)) {
            for (var opened : threads.invokeAll(Collections.nCopies(4, opening))) {
                opened.get().close();
            }
        }
        assertThat(schemaVersion()).isEqualTo(DynamoSchema.VERSION);
    }

    @Test
    void aNodeOfBeforeVersionsWereToldIsAMember() {
        try (var store = table.open();
                var client = table.client()) {
            var item =
                    ItemWriter.of(ItemKey.of(ItemKey.NODES, "old"))
                            .number(Attributes.LIFE, 7)
                            .text(Attributes.ADDRESS, "http://old")
                            .text(Attributes.GROUPS, "")
                            .number(Attributes.WEIGHT, 1)
                            .number(Attributes.PLACEMENT, 1)
                            .number(Attributes.BEAT, 3)
                            .number(Attributes.CLOCK, 0);
            client.putItem(it -> it.tableName(table.name()).item(item.attributes()));

            assertThat(store.nodes().members().nodes())
                    .singleElement()
                    .extracting(NodeRow::version)
                    .isEqualTo(NodeVersion.UNTOLD);
        }
    }

    @Test
    void aNewerSchemaIsRefused() {
        table.open().close();
        try (var client = table.client()) {
            var item =
                    ItemWriter.of(ItemKey.of(ItemKey.SCHEMA, "version"))
                            .number(Attributes.VERSION, DynamoSchema.VERSION + 1L);
            client.putItem(it -> it.tableName(table.name()).item(item.attributes()));
        }

        assertThatThrownBy(table::open)
                .isInstanceOf(StoreException.Rejected.class)
                .hasMessageContaining("version 2")
                .hasMessageContaining("upgrade this node");
        assertThat(schemaVersion()).isEqualTo(2);
    }

    @Test
    void aTableOfSomethingElseIsRefused() {
        try (var client = table.client()) {
            var id = AttributeDefinition.builder().attributeName("id").attributeType("S").build();
            var key = KeySchemaElement.builder().attributeName("id").keyType("HASH").build();
            client.createTable(
                    it ->
                            it.tableName(table.name())
                                    .billingMode(BillingMode.PAY_PER_REQUEST)
                                    .attributeDefinitions(List.of(id))
                                    .keySchema(List.of(key)));
        }

        assertThatThrownBy(table::open)
                .isInstanceOf(StoreException.Rejected.class)
                .hasMessageContaining(table.name());
    }

    @Test
    void aTableThatRemovesByAnotherAttributeIsRefused() {
        try (var client = table.client()) {
            client.createTable(TableLayout.creation(table.name()));
            client.updateTimeToLive(
                    it ->
                            it.tableName(table.name())
                                    .timeToLiveSpecification(
                                            ttl -> ttl.enabled(true).attributeName("mark")));
        }

        assertThatThrownBy(table::open)
                .isInstanceOf(StoreException.Rejected.class)
                .hasMessageContaining("'mark'");
    }

    private long schemaVersion() {
        try (var client = table.client()) {
            var key = ItemKey.of(ItemKey.SCHEMA, "version").attributes();
            return new Item(client.getItem(it -> it.tableName(table.name()).key(key)).item())
                    .number(Attributes.VERSION);
        }
    }
}
