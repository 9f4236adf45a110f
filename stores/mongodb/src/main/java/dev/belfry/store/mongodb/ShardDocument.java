package dev.belfry.store.mongodb;

import dev.belfry.core.shard.AttemptUnderWay;
import dev.belfry.core.shard.Epoch;
import dev.belfry.core.shard.Incarnation;
import dev.belfry.core.shard.NodeId;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.ShardRow;
import dev.belfry.core.timer.Instants;
import java.util.List;
import java.util.Optional;
import org.bson.BsonDocument;

/**
 * A shard's own document: its row, and the list of its last release with the epoch at which that
 * holds. A claim raises the epoch and thereby puts the list away.
 */
record ShardDocument(ShardRow row, List<AttemptUnderWay> lastHandedOver, Epoch releasedAs) {
    /** A shard that nobody has claimed yet has no document. */
    static ShardDocument unclaimed(ShardId shard) {
        var row =
                new ShardRow(shard, Epoch.ZERO, 0, Optional.empty(), Instants.EARLIEST, List.of());
        return new ShardDocument(row, List.of(), Epoch.ZERO);
    }

    static ShardDocument of(ShardId shard, BsonDocument document) {
        var epoch = new Epoch(document.getInt64(MongoFields.VERSION).getValue());
        var list =
                TimerDocuments.text(document, MongoFields.HANDED_OVER)
                        .map(AttemptUnderWay::fromText)
                        .orElse(List.of());
        var releasedAs =
                document.containsKey(MongoFields.HANDED_VERSION)
                        ? new Epoch(document.getInt64(MongoFields.HANDED_VERSION).getValue())
                        : Epoch.ZERO;
        var row =
                new ShardRow(
                        shard,
                        epoch,
                        document.getInt64(MongoFields.TOKEN).getValue(),
                        owner(document),
                        TimerDocuments.instant(document, MongoFields.MARK),
                        releasedAs.equals(epoch) ? list : List.of());
        return new ShardDocument(row, list, releasedAs);
    }

    List<AttemptUnderWay> handedOverAt(Epoch epoch) {
        return releasedAs.equals(epoch) ? lastHandedOver : List.of();
    }

    private static Optional<Incarnation> owner(BsonDocument document) {
        return TimerDocuments.text(document, MongoFields.OWNER)
                .map(
                        node ->
                                new Incarnation(
                                        new NodeId(node),
                                        document.getInt64(MongoFields.LIFE).getValue()));
    }
}
