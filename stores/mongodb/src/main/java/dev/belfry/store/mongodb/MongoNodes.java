package dev.belfry.store.mongodb;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.eq;
import static com.mongodb.client.model.Filters.gte;
import static com.mongodb.client.model.Filters.lte;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.ReplaceOptions;
import dev.belfry.core.shard.Incarnation;
import dev.belfry.core.shard.NodeId;
import dev.belfry.core.store.Members;
import dev.belfry.core.store.NodeRow;
import dev.belfry.core.store.NodeRows;
import dev.belfry.core.store.NodeVersion;
import dev.belfry.core.timer.GroupId;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Collectors;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.conversions.Bson;

/** The nodes and their signs of life. Immutable. */
final class MongoNodes implements NodeRows {
    private static final ReplaceOptions OR_INSERT = new ReplaceOptions().upsert(true);

    private final MongoCalls database;
    private final MongoCollection<BsonDocument> nodes;

    MongoNodes(MongoCalls database) {
        this.database = database;
        this.nodes = database.collection(MongoSchema.NODES);
    }

    @Override
    public void join(NodeRow node) {
        var row = document(node);
        database.write(
                session ->
                        nodes.replaceOne(session, isOf(node.incarnation().node()), row, OR_INSERT));
    }

    /** A beat that arrives after a later one changes nothing. */
    @Override
    public Optional<Instant> beat(NodeRow node, long acknowledged) {
        var known = and(lives(node.incarnation()), gte(MongoFields.BEAT, acknowledged));
        var notLater = and(known, lte(MongoFields.BEAT, node.beat()));
        boolean beaten =
                database.write(session -> nodes.replaceOne(session, notLater, document(node)))
                                .getMatchedCount()
                        == 1;
        return beaten || isThere(known) ? Optional.of(database.clock()) : Optional.empty();
    }

    @Override
    public Members members() {
        var rows =
                database.list(nodes, new BsonDocument(), it -> it).stream()
                        .map(MongoNodes::node)
                        .toList();
        return new Members(rows, database.clock());
    }

    @Override
    public boolean evict(NodeRow seen) {
        var asSeen = and(lives(seen.incarnation()), eq(MongoFields.BEAT, seen.beat()));
        return database.write(session -> nodes.deleteOne(session, asSeen)).getDeletedCount() == 1
                || !isThere(lives(seen.incarnation()));
    }

    @Override
    public void leave(Incarnation incarnation) {
        database.write(session -> nodes.deleteOne(session, lives(incarnation)));
    }

    private boolean isThere(Bson row) {
        return !database.list(nodes, row, it -> it).isEmpty();
    }

    private static Bson isOf(NodeId node) {
        return eq(MongoFields.ID, node.value());
    }

    private static Bson lives(Incarnation incarnation) {
        return and(isOf(incarnation.node()), eq(MongoFields.LIFE, incarnation.life()));
    }

    private static BsonDocument document(NodeRow node) {
        var groups =
                node.groups().stream()
                        .map(group -> new BsonString(group.value()))
                        .collect(Collectors.toCollection(BsonArray::new));
        return new BsonDocument(MongoFields.ID, new BsonString(node.incarnation().node().value()))
                .append(MongoFields.LIFE, new BsonInt64(node.incarnation().life()))
                .append(MongoFields.ADDRESS, new BsonString(node.address()))
                .append(MongoFields.GROUPS, groups)
                .append(MongoFields.WEIGHT, new BsonInt32(node.weight()))
                .append(MongoFields.PLACEMENT, new BsonInt32(node.placementVersion()))
                .append(MongoFields.SOFTWARE, new BsonString(node.version().software()))
                .append(MongoFields.PROTOCOL, new BsonInt32(node.version().protocol()))
                .append(MongoFields.BEAT, new BsonInt64(node.beat()))
                .append(MongoFields.CLOCK, TimerDocuments.instant(node.clock()));
    }

    private static NodeRow node(BsonDocument document) {
        return new NodeRow(
                new Incarnation(
                        new NodeId(document.getString(MongoFields.ID).getValue()),
                        document.getInt64(MongoFields.LIFE).getValue()),
                document.getString(MongoFields.ADDRESS).getValue(),
                document.getArray(MongoFields.GROUPS).stream()
                        .map(group -> new GroupId(group.asString().getValue()))
                        .collect(Collectors.toSet()),
                document.getInt32(MongoFields.WEIGHT).getValue(),
                document.getInt32(MongoFields.PLACEMENT).getValue(),
                version(document),
                document.getInt64(MongoFields.BEAT).getValue(),
                TimerDocuments.instant(document, MongoFields.CLOCK));
    }

    /** Nodes of before the fields were there write none. */
    private static NodeVersion version(BsonDocument document) {
        return document.containsKey(MongoFields.SOFTWARE)
                ? new NodeVersion(
                        document.getString(MongoFields.SOFTWARE).getValue(),
                        document.getInt32(MongoFields.PROTOCOL).getValue())
                : NodeVersion.UNTOLD;
    }
}
