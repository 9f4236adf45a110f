package dev.belfry.core.store;

import dev.belfry.core.mutation.Drop;
import dev.belfry.core.shard.Closed;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.timer.TimerKey;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/**
 * The shards that one remover has closed: claimed in the name of {@link Closed}, so that nothing
 * which an earlier owner sent can be written any more. Confined to the remover.
 */
final class ClosedShards {
    /** Shards in one call: bounds its time. */
    static final int MOST = 4_096;

    private final TimerStore store;
    private final RandomGenerator random;
    private final Closed mark;
    private final Map<ShardId, Hold> held = new LinkedHashMap<>();
    private boolean wasTakenFrom;

    /** A lease, and the commits under it. */
    private static final class Hold {
        private final ClaimResult.Claimed claimed;
        private long sequence;

        private Hold(ClaimResult.Claimed claimed) {
            this.claimed = claimed;
        }
    }

    ClosedShards(TimerStore store, RandomGenerator random) {
        this.store = store;
        this.random = random;
        this.mark = new Closed(random.nextLong());
    }

    /** Those of a group's rows that this remover does not hold. */
    List<ShardRow> missing(List<ShardRow> rows) {
        var missing = rows.stream().filter(row -> !isHeld(row)).toList();
        missing.forEach(row -> lost(row.shard()));
        return missing;
    }

    private boolean isHeld(ShardRow row) {
        var hold = held.get(row.shard());
        return hold != null && row.isHeldUnder(hold.claimed.lease());
    }

    private void lost(ShardId shard) {
        if (held.remove(shard) != null) {
            wasTakenFrom = true;
        }
    }

    /** Whether somebody else has taken a shard since this was asked last. */
    boolean wasTakenFrom() {
        boolean was = wasTakenFrom;
        wasTakenFrom = false;
        return was;
    }

    /** Whether a row is free, or names this remover: a claim that got no answer may have held. */
    boolean isFree(ShardRow row) {
        return row.owner().isEmpty() || row.closed().equals(Optional.of(mark));
    }

    /** Closes some of the shards that stand like these rows; says which. */
    List<ShardId> close(List<ShardRow> rows) {
        var claims =
                rows.stream()
                        .limit(MOST)
                        .map(row -> Claim.of(row, mark.mark(), random.nextLong()))
                        .toList();
        var closed = new ArrayList<ShardId>();
        for (var result : store.leases().claim(claims)) {
            if (result instanceof ClaimResult.Claimed claimed) {
                closed.add(claimed.lease().shard());
                held.put(claimed.lease().shard(), new Hold(claimed));
            }
        }
        return closed;
    }

    /** Gives back what is held, as it was handed over. */
    void release() {
        var shards = List.copyOf(held.keySet());
        for (int from = 0; from < shards.size(); from += MOST) {
            var some = shards.subList(from, Math.min(shards.size(), from + MOST));
            store.leases().release(some.stream().map(this::release).toList());
            some.forEach(held::remove);
        }
    }

    private Release release(ShardId shard) {
        var claimed = hold(shard).orElseThrow().claimed;
        return new Release(claimed.lease(), claimed.mark(), claimed.handedOver());
    }

    /** Removes timers; false if a shard of theirs is no longer held. */
    boolean drop(ShardId shard, List<TimerKey> keys) {
        var part = new ArrayList<Drop>();
        long bytes = 0;
        for (var key : keys) {
            var drop = new Drop(key);
            boolean isFull =
                    part.size() == store.limits().mutationsPerShard()
                            || bytes + drop.sizeBytes() > store.limits().bytesPerShard();
            if (isFull && !part.isEmpty()) {
                if (!commit(shard, part)) {
                    return false;
                }
                part.clear();
                bytes = 0;
            }
            part.add(drop);
            bytes += drop.sizeBytes();
        }
        return commit(shard, part);
    }

    /** A refused commit is halved, until what can not be removed is alone. */
    private boolean commit(ShardId shard, List<Drop> drops) {
        var hold = hold(shard);
        if (hold.isEmpty()) {
            return false;
        }
        try {
            return commit(hold.get(), drops);
        } catch (StoreException.OutcomeUnknown e) {
            held.remove(shard);
            throw e;
        } catch (StoreException.Rejected e) {
            if (drops.size() == 1) {
                throw e;
            }
            int half = drops.size() / 2;
            return Stream.of(drops.subList(0, half), drops.subList(half, drops.size()))
                    .allMatch(some -> commit(shard, some));
        }
    }

    private boolean commit(Hold hold, List<Drop> drops) {
        var lease = hold.claimed.lease();
        var commit =
                new ShardCommit(
                        lease, hold.sequence + 1, hold.claimed.mark(), false, List.copyOf(drops));
        return switch (store.timers().commit(List.of(commit)).getFirst()) {
            case CommitResult.Committed _ -> {
                hold.sequence++;
                yield true;
            }
            case CommitResult.LeaseLost() -> {
                lost(lease.shard());
                yield false;
            }
        };
    }

    private Optional<Hold> hold(ShardId shard) {
        return Optional.ofNullable(held.get(shard));
    }
}
