package dev.belfry.core.store;

import dev.belfry.core.timer.GroupId;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Opens the shards that a {@link GroupRemoval} has closed, for a group that serves again or whose
 * name is given anew. Calls block; thread-safe if its random numbers are.
 *
 * <p>Each closed shard is claimed and released, which raises its epoch: whatever a stalled remover
 * of the former life still sends finds another one, and changes nothing.
 */
public final class GroupRevival {
    /** Others that come in between so often are no accident. */
    private static final int TURNS = 20;

    private final TimerStore store;
    private final RandomGenerator random;

    public GroupRevival(TimerStore store, RandomGenerator random) {
        this.store = store;
        this.random = random;
    }

    /**
     * Opens what is closed of a group whose shards are there; false if its record does not say that
     * it serves. Idempotent. The record is looked at between the reading of the rows and the
     * claims, as the remover does: of a look and a removal that cross each other the later claim
     * decides.
     */
    public boolean revive(GroupId group) {
        for (int turn = 0; turn < TURNS; turn++) {
            var closed = closed(group);
            if (!isServing(group)) {
                return false;
            }
            if (closed.isEmpty()) {
                return true;
            }
            open(closed);
        }
        throw new StoreException.Unavailable(
                "others close shards of %s all the time".formatted(group));
    }

    private List<ShardRow> closed(GroupId group) {
        return store.leases().shards(group).stream()
                .filter(row -> row.closed().isPresent())
                .toList();
    }

    private boolean isServing(GroupId group) {
        return store.catalog().find(group).filter(it -> !it.phase().isDeleting()).isPresent();
    }

    private void open(List<ShardRow> rows) {
        var shards = new ClosedShards(store, random);
        for (int from = 0; from < rows.size(); from += ClosedShards.MOST) {
            var _ = shards.close(rows.subList(from, rows.size()));
            shards.release();
        }
    }
}
