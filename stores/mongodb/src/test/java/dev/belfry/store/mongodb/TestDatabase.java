package dev.belfry.store.mongodb;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import dev.belfry.core.store.TimerStore;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonInt32;

/** A database of one run: emptying it is quicker than making its indexes anew. */
final class TestDatabase {
    private final String url;
    private final MongoClient client;

    private TestDatabase(String url) {
        this.url = url;
        this.client = MongoClients.create(MongoOpening.settings(MongoUrl.parse(url)));
        store().close();
    }

    /** A database that goes away with its server. */
    static TestDatabase on(MongoServer server) {
        return new TestDatabase(server.newUrl());
    }

    static TestDatabase at(String url) {
        return new TestDatabase(url);
    }

    /** The database of all tests on one server. */
    static TestDatabase shared() {
        return Shared.DATABASE;
    }

    private static final class Shared {
        private static final TestDatabase DATABASE = on(MongoServer.single());

        static {
            Runtime.getRuntime().addShutdownHook(new Thread(DATABASE::drop));
        }
    }

    String url() {
        return url;
    }

    /** A client that no store closes. */
    MongoClient client() {
        return client;
    }

    MongoCollection<BsonDocument> collection(String name) {
        return client.getDatabase(name()).getCollection(name, BsonDocument.class);
    }

    TimerStore emptyStore() {
        empty();
        return store();
    }

    /** For what must not end by itself while the machine is busy with other things. */
    void withPatientServer(Runnable test) {
        limitTransactions(60);
        try {
            test.run();
        } finally {
            limitTransactions(2);
        }
    }

    /** Those that begin from now on. */
    private void limitTransactions(int seconds) {
        var setting =
                new BsonDocument("setParameter", new BsonInt32(1))
                        .append("transactionLifetimeLimitSeconds", new BsonInt32(seconds));
        client.getDatabase("admin").runCommand(setting);
    }

    void empty() {
        List.of(MongoSchema.SHARDS, MongoSchema.GROUPS, MongoSchema.RECORDS, MongoSchema.NODES)
                .forEach(name -> collection(name).deleteMany(new BsonDocument()));
    }

    TimerStore store() {
        return new MongoDbStoreProvider().open(url);
    }

    String name() {
        return MongoUrl.parse(url).database();
    }

    private void drop() {
        client.getDatabase(name()).drop();
        client.close();
    }
}
