package dev.belfry.core.store;

import dev.belfry.core.shard.Arriving;
import dev.belfry.core.shard.AttemptUnderWay;
import dev.belfry.core.shard.Closed;
import dev.belfry.core.shard.Epoch;
import dev.belfry.core.shard.Incarnation;
import dev.belfry.core.shard.Lease;
import dev.belfry.core.shard.Moved;
import dev.belfry.core.shard.ShardId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A shard as the store knows it.
 *
 * @param owner who claimed it last and has not released it
 * @param mark the low-water mark: no pending row lies strictly before it
 * @param handedOver attempts under way at the last orderly release
 */
public record ShardRow(
        ShardId shard,
        Epoch epoch,
        long token,
        Optional<Incarnation> owner,
        Instant mark,
        List<AttemptUnderWay> handedOver) {
    public ShardRow {
        handedOver = List.copyOf(handedOver);
    }

    /** The mark of a shard that lives in another database. */
    public Optional<Moved> moved() {
        return owner.flatMap(Moved::in);
    }

    /** The mark of a shard that is being moved into this database. */
    public Optional<Arriving> arriving() {
        return owner.flatMap(Arriving::in);
    }

    /** The other database that a mark names, in words that follow the shard. */
    public Optional<String> elsewhere() {
        return moved().map(it -> "lives in a database called " + it.to())
                .or(() -> arriving().map(ShardRow::onItsWay));
    }

    private static String onItsWay(Arriving arriving) {
        return "is on its way from a database called " + arriving.from();
    }

    /** The mark of a shard whose group is being deleted, or was. */
    public Optional<Closed> closed() {
        return owner.flatMap(Closed::in);
    }

    /** Whether a mark stands in place of an owner: it is not for nodes to take. */
    public boolean isMarked() {
        return moved().isPresent() || closed().isPresent() || arriving().isPresent();
    }

    public boolean isHeldUnder(Lease lease) {
        return epoch.equals(lease.epoch()) && token == lease.token();
    }
}
