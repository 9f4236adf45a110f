package dev.belfry.store.mongodb;

import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Updates.combine;
import static com.mongodb.client.model.Updates.set;
import static com.mongodb.client.model.Updates.unset;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import dev.belfry.check.contract.MembershipContract;
import dev.belfry.core.shard.Group;
import dev.belfry.core.store.NodeRow;
import dev.belfry.core.store.NodeVersion;
import dev.belfry.core.store.StoreException;
import dev.belfry.core.store.TimerStore;
import dev.belfry.core.timer.GroupId;
import java.util.Collections;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import org.bson.BsonDocument;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** From a URL to a store: what is made, what is remembered, what is refused. */
@Tag("contract")
class MongoOpeningTest {
    private final String url = MongoServer.single().newUrl();
    private final MongoClient client =
            MongoClients.create(MongoOpening.settings(MongoUrl.parse(url)));

    @AfterEach
    void drop() {
        database().drop();
        client.close();
    }

    @Test
    void theCollectionsAndIndexesAreMadeAtTheFirstOpening() {
        open().close();
        try (var store = open()) {
            assertThat(store.pauses().inForce()).isEmpty();
        }

        assertThat(
                        database()
                                .getCollection(MongoSchema.SHARDS)
                                .listIndexes(BsonDocument.class)
                                .map(index -> index.getDocument("key").toJson()))
                .hasSize(5)
                .contains("{\"shard\": 1, \"uuid\": 1}", "{\"keep_until\": 1}");
    }

    @Test
    void nodesThatOpenANewStoreAtTheSameTimeDoNotCollide()
            throws ExecutionException, InterruptedException {
        Callable<TimerStore> opening = this::open;
        try (var threads = Executors.newFixedThreadPool(4)) {
            for (var opened : threads.invokeAll(Collections.nCopies(4, opening))) {
                try (var store = opened.get()) {
                    store.leases().openGroup(Group.of("one", 1));
                    assertThat(store.leases().shards(new GroupId("one"))).hasSize(1);
                }
            }
        }
    }

    @Test
    void aNodeOfBeforeVersionsWereToldIsAMember() {
        try (var store = open()) {
            store.nodes().join(MembershipContract.ANNA);
            database()
                    .getCollection(MongoSchema.NODES)
                    .updateOne(
                            new BsonDocument(),
                            combine(unset(MongoFields.SOFTWARE), unset(MongoFields.PROTOCOL)));

            assertThat(store.nodes().members().nodes())
                    .singleElement()
                    .extracting(NodeRow::version)
                    .isEqualTo(NodeVersion.UNTOLD);
        }
    }

    @Test
    void aNewerSchemaIsRefused() {
        open().close();
        database()
                .getCollection(MongoSchema.SETTINGS)
                .updateOne(eq(MongoFields.ID, "schema"), set(MongoFields.VERSION, 2));

        assertThatThrownBy(this::open)
                .isInstanceOf(StoreException.Rejected.class)
                .hasMessageContaining("version 2")
                .hasMessageContaining("newer");
    }

    @Test
    void aCollectionThatIsNotBelfrysIsRefused() {
        database().createCollection(MongoSchema.SHARDS);

        assertThatThrownBy(this::open)
                .isInstanceOf(StoreException.Rejected.class)
                .hasMessageContaining("name another database");
    }

    @Test
    void anIndexThatIsNotBelfrysIsRefused() {
        open().close();
        var shards = database().getCollection(MongoSchema.SHARDS);
        shards.dropIndex(MongoSchema.BY_UUID);
        shards.createIndex(
                Indexes.ascending(MongoFields.SHARD, MongoFields.UUID),
                new IndexOptions().unique(false));

        assertThatThrownBy(this::open)
                .isInstanceOf(StoreException.Rejected.class)
                .hasMessageContaining("other indexes");
    }

    @Test
    void anIndexThatGotLostIsMadeAgain() {
        open().close();
        database().getCollection(MongoSchema.SHARDS).dropIndex(MongoSchema.BY_UUID);

        open().close();

        assertThat(database().getCollection(MongoSchema.SHARDS).listIndexes()).hasSize(5);
    }

    @Test
    void aServerWithoutAReplicaSetIsRefusedWithWhatToDo() {
        assertThatThrownBy(
                        () ->
                                MongoOpening.requireUsable(
                                        BsonDocument.parse(
                                                "{isWritablePrimary: true, maxWireVersion: 27}")))
                .isInstanceOf(StoreException.Rejected.class)
                .hasMessageContaining("--replSet");
    }

    @Test
    void anOldServerIsRefused() {
        assertThatThrownBy(
                        () ->
                                MongoOpening.requireUsable(
                                        BsonDocument.parse("{setName: 'rs0', maxWireVersion: 17}")))
                .isInstanceOf(StoreException.Rejected.class)
                .hasMessageContaining("7.0");
    }

    @Test
    void aRouterOfAShardedClusterIsNotRefused() {
        MongoOpening.requireUsable(BsonDocument.parse("{msg: 'isdbgrid', maxWireVersion: 27}"));
    }

    @Test
    void aServerThatIsNotThereIsUnavailable() {
        assertThatThrownBy(() -> new MongoDbStoreProvider().open("mongodb://127.0.0.1:9/belfry"))
                .isInstanceOf(StoreException.Unavailable.class);
    }

    @Test
    void aDomainThatIsNotThereIsUnavailable() {
        assertThatThrownBy(
                        () ->
                                new MongoDbSrvStoreProvider()
                                        .open("mongodb+srv://no-such-host.belfry.invalid/belfry"))
                .isInstanceOf(StoreException.Unavailable.class);
    }

    @Test
    void aClosedStoreIsUnavailable() {
        var store = open();
        store.close();

        assertThatThrownBy(store.pauses()::inForce).isInstanceOf(StoreException.Unavailable.class);
        assertThatThrownBy(() -> store.pauses().resume(new GroupId("one")))
                .isInstanceOf(StoreException.Unavailable.class);
        store.close();
    }

    private TimerStore open() {
        return new MongoDbStoreProvider().open(url);
    }

    private MongoDatabase database() {
        return client.getDatabase(MongoUrl.parse(url).database());
    }
}
