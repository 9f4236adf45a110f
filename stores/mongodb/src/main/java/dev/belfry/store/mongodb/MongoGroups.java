package dev.belfry.store.mongodb;

import com.mongodb.MongoException;
import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoCollection;
import dev.belfry.core.shard.Group;
import dev.belfry.core.timer.GroupId;
import dev.belfry.store.common.KnownGroups;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;

/**
 * The groups and how many shards each has. A shard needs no document before it is claimed, so that
 * opening a group costs the same whatever its size. Thread-safe.
 */
final class MongoGroups {
    private final MongoCalls database;
    private final MongoCollection<BsonDocument> groups;
    private final KnownGroups known = new KnownGroups(this::shardCounts);

    MongoGroups(MongoCalls database) {
        this.database = database;
        this.groups = database.collection(MongoSchema.GROUPS);
    }

    void open(Group group) {
        known.opened(group, countOrCreated(group));
    }

    /** What another node has just inserted is not shown before it is safe. */
    private int countOrCreated(Group group) {
        return new ConditionalWrite()
                .until(
                        () ->
                                Optional.ofNullable(shardCounts().get(group.id()))
                                        .or(() -> created(group)));
    }

    private Optional<Integer> created(Group group) {
        var document =
                new BsonDocument(MongoFields.ID, new BsonString(group.id().value()))
                        .append(MongoFields.SHARD_COUNT, new BsonInt32(group.shardCount()));
        boolean isNew = database.write(session -> isInserted(session, document));
        return isNew ? Optional.of(group.shardCount()) : Optional.empty();
    }

    private boolean isInserted(ClientSession session, BsonDocument document) {
        try {
            return groups.insertOne(session, document).wasAcknowledged();
        } catch (MongoException e) {
            if (MongoErrors.isDuplicateKey(e)) {
                return false;
            }
            throw e;
        }
    }

    Map<GroupId, Integer> shardCounts() {
        return database.list(groups, new BsonDocument(), it -> it).stream()
                .collect(
                        Collectors.toMap(
                                document ->
                                        new GroupId(document.getString(MongoFields.ID).getValue()),
                                document -> document.getInt32(MongoFields.SHARD_COUNT).getValue()));
    }

    KnownGroups known() {
        return known;
    }
}
