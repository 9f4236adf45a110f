package dev.belfry.store.mongodb;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static dev.belfry.core.Checks.invariant;

import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.DeleteOneModel;
import com.mongodb.client.model.DeleteOptions;
import com.mongodb.client.model.InsertOneModel;
import com.mongodb.client.model.ReplaceOneModel;
import com.mongodb.client.model.ReplaceOptions;
import com.mongodb.client.model.WriteModel;
import dev.belfry.core.mutation.Decision;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.timer.Entry;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.bson.conversions.Bson;

/**
 * The writes of one commit: a document that stays in its place is replaced, one that moves is
 * deleted and inserted. Confined to a call.
 */
final class EntryWrites {
    private static final DeleteOptions DELETED = new DeleteOptions().hint(MongoSchema.CLUSTERED);
    private static final ReplaceOptions REPLACED = new ReplaceOptions().hint(MongoSchema.CLUSTERED);

    private final ShardId shard;
    private final List<WriteModel<BsonDocument>> deletes = new ArrayList<>();
    private final List<WriteModel<BsonDocument>> replacements = new ArrayList<>();
    private final List<WriteModel<BsonDocument>> inserts = new ArrayList<>();

    EntryWrites(ShardId shard) {
        this.shard = shard;
    }

    void add(Decision decision) {
        var before = key(decision.before());
        if (before.isPresent() && before.equals(key(decision.after()))) {
            document(decision.after())
                    .map(document -> new ReplaceOneModel<>(at(before.get()), document, REPLACED))
                    .ifPresent(replacements::add);
            return;
        }
        before.ifPresent(key -> deletes.add(new DeleteOneModel<>(at(key), DELETED)));
        document(decision.after())
                .ifPresent(document -> inserts.add(new InsertOneModel<>(document)));
    }

    /**
     * By kind, because each change of kind is another message; deletes first, because a timer that
     * moves is unique.
     */
    void send(ClientSession session, MongoCollection<BsonDocument> shards) {
        var all = new ArrayList<>(deletes);
        all.addAll(replacements);
        all.addAll(inserts);
        if (all.isEmpty()) {
            return;
        }
        var result = shards.bulkWrite(session, all);
        invariant(
                result.getDeletedCount() == deletes.size()
                        && result.getMatchedCount() == replacements.size()
                        && result.getInsertedCount() == inserts.size(),
                "a shard under its fence is not as it was read: %s",
                result);
    }

    private Bson at(BsonBinary key) {
        return and(eq(MongoFields.ID, key), eq(MongoFields.SHARD, Keys.name(shard)));
    }

    private Optional<BsonDocument> document(Entry entry) {
        return switch (entry) {
            case Entry.Absent() -> Optional.empty();
            case Entry.Pending(var timer) -> Optional.of(TimerDocuments.pending(shard, timer));
            case Entry.Kept(var kept) -> Optional.of(TimerDocuments.kept(shard, kept));
        };
    }

    private Optional<BsonBinary> key(Entry entry) {
        return switch (entry) {
            case Entry.Absent() -> Optional.empty();
            case Entry.Pending(var timer) -> Optional.of(TimerDocuments.key(shard, timer));
            case Entry.Kept(var kept) -> Optional.of(TimerDocuments.key(shard, kept));
        };
    }
}
