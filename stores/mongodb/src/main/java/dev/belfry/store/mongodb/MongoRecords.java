package dev.belfry.store.mongodb;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.gt;
import static com.mongodb.client.model.Filters.lt;

import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.ReplaceOptions;
import com.mongodb.client.model.Sorts;
import dev.belfry.core.store.RecordChange;
import dev.belfry.core.store.RecordKey;
import dev.belfry.core.store.RecordKind;
import dev.belfry.core.store.RecordResult;
import dev.belfry.core.store.StoredRecord;
import dev.belfry.core.store.StoredRecords;
import java.util.List;
import java.util.Optional;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;

/**
 * The records, by kind and id with a slash between. The document of a kind without an id has the
 * number of the last change: every change writes it too, and so meets every other as a conflict.
 * Immutable.
 */
final class MongoRecords implements StoredRecords {
    private static final ReplaceOptions OR_INSERT = new ReplaceOptions().upsert(true);
    private static final String SLASH = "/";

    /** The character after the slash. */
    private static final String BEHIND_SLASH = "0";

    private final MongoCalls database;
    private final MongoCollection<BsonDocument> records;

    MongoRecords(MongoCalls database) {
        this.database = database;
        this.records = database.collection(MongoSchema.RECORDS);
    }

    @Override
    public Optional<StoredRecord> find(RecordKey key) {
        return database.list(records, eq(MongoFields.ID, name(key)), it -> it).stream()
                .map(document -> record(key.kind(), document))
                .findFirst();
    }

    @Override
    public List<StoredRecord> list(RecordKind kind, String afterId, int limit) {
        var behind =
                and(
                        gt(MongoFields.ID, name(kind, afterId)),
                        lt(MongoFields.ID, kind.name() + BEHIND_SLASH));
        return database
                .list(records, behind, it -> it.sort(Sorts.ascending(MongoFields.ID)).limit(limit))
                .stream()
                .map(document -> record(kind, document))
                .toList();
    }

    @Override
    public long latest(RecordKind kind) {
        return database.list(records, eq(MongoFields.ID, name(kind, "")), it -> it).stream()
                .map(MongoRecords::revision)
                .findFirst()
                .orElse(StoredRecord.ABSENT);
    }

    @Override
    public RecordResult apply(RecordChange change) {
        return new MongoTransaction<>(database, session -> apply(session, change)).run();
    }

    private RecordResult apply(ClientSession session, RecordChange change) {
        var kind = change.key().kind();
        var present = find(session, name(change.key())).map(document -> record(kind, document));
        if (!change.isOf(present)) {
            session.abortTransaction();
            return new RecordResult.Conflict(present);
        }
        long latest =
                find(session, name(kind, ""))
                        .map(MongoRecords::revision)
                        .orElse(StoredRecord.ABSENT);
        put(session, document(name(kind, ""), latest + 1));
        write(session, change, latest + 1);
        return new RecordResult.Changed(latest + 1);
    }

    private void write(ClientSession session, RecordChange change, long revision) {
        switch (change) {
            case RecordChange.Write write ->
                    put(
                            session,
                            document(name(write.key()), revision)
                                    .append(MongoFields.BODY, new BsonString(write.text())));
            case RecordChange.Removal removal ->
                    records.deleteOne(session, eq(MongoFields.ID, name(removal.key())));
        }
    }

    private Optional<BsonDocument> find(ClientSession session, String name) {
        return Optional.ofNullable(records.find(session, eq(MongoFields.ID, name)).first());
    }

    private void put(ClientSession session, BsonDocument document) {
        records.replaceOne(
                session, eq(MongoFields.ID, document.get(MongoFields.ID)), document, OR_INSERT);
    }

    private static BsonDocument document(String name, long revision) {
        return new BsonDocument(MongoFields.ID, new BsonString(name))
                .append(MongoFields.REVISION, new BsonInt64(revision));
    }

    private static String name(RecordKey key) {
        return name(key.kind(), key.id());
    }

    private static String name(RecordKind kind, String id) {
        return kind.name() + SLASH + id;
    }

    private static long revision(BsonDocument document) {
        return document.getInt64(MongoFields.REVISION).getValue();
    }

    private static StoredRecord record(RecordKind kind, BsonDocument document) {
        var name = document.getString(MongoFields.ID).getValue();
        return new StoredRecord(
                kind.key(name.substring(kind.name().length() + SLASH.length())),
                revision(document),
                document.getString(MongoFields.BODY).getValue());
    }
}
