package dev.belfry.store.mongodb;

import com.mongodb.MongoException;
import com.mongodb.client.model.ClusteredIndexOptions;
import com.mongodb.client.model.CreateCollectionOptions;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.IndexModel;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import dev.belfry.core.store.StoreException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.conversions.Bson;

/**
 * Makes a store's collections, or checks that they are its own; several nodes may do so at once.
 */
final class MongoSchema {
    /** The layout that this code reads and writes. */
    static final int VERSION = 1;

    static final String SHARDS = "shards";
    static final String GROUPS = "groups";
    static final String RECORDS = "records";
    static final String NODES = "nodes";
    static final String SETTINGS = "settings";

    /** The order of the documents themselves, by which a page is one stretch of the collection. */
    static final Bson CLUSTERED = Indexes.ascending(MongoFields.ID);

    static final Bson BY_UUID = Indexes.ascending(MongoFields.SHARD, MongoFields.UUID);
    static final Bson BY_CORRELATION = Indexes.ascending(MongoFields.CORRELATION);
    static final Bson BY_KEPT = Indexes.ascending(MongoFields.KEPT);
    static final Bson BY_END = Indexes.ascending(MongoFields.KEEP_UNTIL);

    private static final String SCHEMA = "schema";

    /** NamespaceExists: another node was quicker. */
    private static final int EXISTS = 48;

    /** IndexOptionsConflict and IndexKeySpecsConflict. */
    private static final Set<Integer> OTHER_INDEX = Set.of(85, 86);

    private final MongoCalls database;

    MongoSchema(MongoCalls database) {
        this.database = database;
    }

    /** What is there already stays as it is; what is missing, an index perhaps, is made again. */
    void prepare() {
        boolean isKnown = isKnown();
        create();
        requireClustered();
        index();
        if (!isKnown) {
            remember();
        }
    }

    /** Whether there is a version, and it is none that this code does not know. */
    private boolean isKnown() {
        var found =
                database.list(
                        database.collection(SETTINGS),
                        Filters.eq(MongoFields.ID, SCHEMA),
                        it -> it);
        if (found.isEmpty()) {
            return false;
        }
        int version = found.getFirst().getInt32(MongoFields.VERSION).getValue();
        if (version > VERSION) {
            throw new StoreException.Rejected(
                    "the schema of the database has version %d, newer than this node, which knows %d: upgrade the node"
                            .formatted(version, VERSION));
        }
        return true;
    }

    private void create() {
        var options =
                new CreateCollectionOptions()
                        .clusteredIndexOptions(
                                new ClusteredIndexOptions(
                                        new BsonDocument(MongoFields.ID, new BsonInt32(1)), true));
        made(
                () -> {
                    database.database().createCollection(SHARDS, options);
                });
        made(
                () -> {
                    database.database().createCollection(RECORDS);
                });
    }

    private void requireClustered() {
        var found =
                database.read(
                        session ->
                                database.database()
                                        .listCollections(session, BsonDocument.class)
                                        .filter(Filters.eq("name", SHARDS))
                                        .first());
        if (found == null || !found.getDocument("options").containsKey("clusteredIndex")) {
            throw new StoreException.Rejected(
                    "the database has a collection '%s' that is not Belfry's: name another database"
                            .formatted(SHARDS));
        }
    }

    private void index() {
        made(
                () ->
                        database.shards()
                                .createIndexes(
                                        List.of(
                                                new IndexModel(
                                                        BY_UUID, new IndexOptions().unique(true)),
                                                new IndexModel(
                                                        BY_CORRELATION,
                                                        new IndexOptions().sparse(true)),
                                                new IndexModel(
                                                        BY_KEPT, new IndexOptions().sparse(true)),
                                                new IndexModel(
                                                        BY_END,
                                                        new IndexOptions()
                                                                .sparse(true)
                                                                .expireAfter(
                                                                        0L, TimeUnit.SECONDS)))));
    }

    private void remember() {
        made(
                () ->
                        database.collection(SETTINGS)
                                .insertOne(
                                        new BsonDocument(MongoFields.ID, new BsonString(SCHEMA))
                                                .append(
                                                        MongoFields.VERSION,
                                                        new BsonInt32(VERSION))));
    }

    /** What another node has made meanwhile is as good. */
    private static void made(Runnable making) {
        try {
            making.run();
        } catch (MongoException e) {
            if (OTHER_INDEX.contains(e.getCode())) {
                throw new StoreException.Rejected(
                        "the collection '%s' has other indexes than Belfry's: %s"
                                .formatted(SHARDS, e.getMessage()),
                        e);
            }
            if (e.getCode() != EXISTS && !MongoErrors.isDuplicateKey(e)) {
                throw MongoErrors.ofUncommitted(e);
            }
        }
    }
}
