package dev.belfry.store.mongodb;

import static dev.belfry.core.Checks.invariant;

import com.mongodb.MongoException;
import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoCollection;
import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.StoreException;
import dev.belfry.core.timer.GroupId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;

/**
 * The groups and how many shards each has. A shard needs no document before it is claimed, so that
 * opening a group costs the same whatever its size. Thread-safe.
 */
final class Groups {
    private final Database database;
    private final MongoCollection<BsonDocument> groups;

    /** Counts never change, so that what was read once stays true. */
    private final Map<GroupId, Integer> known = new ConcurrentHashMap<>();

    Groups(Database database) {
        this.database = database;
        this.groups = database.collection(Schema.GROUPS);
    }

    void open(Group group) {
        int count = countOrCreated(group);
        if (count != group.shardCount()) {
            throw StoreException.Rejected.otherShardCount(group, count);
        }
        known.put(group.id(), count);
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
                new BsonDocument(Fields.ID, new BsonString(group.id().value()))
                        .append(Fields.SHARD_COUNT, new BsonInt32(group.shardCount()));
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
                                document -> new GroupId(document.getString(Fields.ID).getValue()),
                                document -> document.getInt32(Fields.SHARD_COUNT).getValue()));
    }

    List<ShardId> shards(GroupId group) {
        return IntStream.range(0, shardCount(group))
                .mapToObj(index -> new ShardId(group, index))
                .toList();
    }

    /** The same shard, if it is one of a group that was ever opened. */
    ShardId known(ShardId shard) {
        invariant(
                shard.index() < shardCount(shard.group()),
                "group %s has no shard %d",
                shard.group(),
                shard.index());
        return shard;
    }

    private int shardCount(GroupId group) {
        if (!known.containsKey(group)) {
            known.putAll(shardCounts());
        }
        var count = known.get(group);
        if (count == null) {
            throw new IllegalStateException("group %s was never opened".formatted(group));
        }
        return count;
    }
}
