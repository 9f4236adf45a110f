package dev.belfry.store.dynamodb;

import dev.belfry.core.shard.AttemptUnderWay;
import dev.belfry.core.shard.Epoch;
import dev.belfry.core.shard.Incarnation;
import dev.belfry.core.shard.NodeId;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.ShardRow;
import dev.belfry.core.timer.Instants;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The item of a shard. A shard that was never claimed has none.
 *
 * @param handedVersion the version that the last release made; its list counts only at that version
 */
record ShardItem(
        ShardId shard,
        Epoch epoch,
        long token,
        long sequence,
        Optional<Incarnation> owner,
        Instant mark,
        long handedVersion,
        String handedOver) {
    private static final long NONE = -1;

    static ShardItem of(ShardId shard, Item item) {
        if (item.isMissing()) {
            return new ShardItem(
                    shard, Epoch.ZERO, 0, NONE, Optional.empty(), Instants.EARLIEST, NONE, "");
        }
        return new ShardItem(
                shard,
                new Epoch(item.number(Attributes.VERSION)),
                item.number(Attributes.TOKEN),
                item.has(Attributes.SEQUENCE) ? item.number(Attributes.SEQUENCE) : NONE,
                owner(item),
                item.instant(Attributes.MARK),
                item.has(Attributes.HANDED_VERSION) ? item.number(Attributes.HANDED_VERSION) : NONE,
                item.optionalText(Attributes.HANDED_OVER).orElse(""));
    }

    /** The shard as others see it. */
    ShardRow row() {
        return new ShardRow(shard, epoch, token, owner, mark, handedOverAt(epoch));
    }

    /** The list of the release that made this epoch, if one did. */
    List<AttemptUnderWay> handedOverAt(Epoch released) {
        return handedVersion == released.value() ? AttemptUnderWay.fromText(handedOver) : List.of();
    }

    private static Optional<Incarnation> owner(Item item) {
        return item.optionalText(Attributes.OWNER)
                .map(node -> new Incarnation(new NodeId(node), item.number(Attributes.LIFE)));
    }
}
