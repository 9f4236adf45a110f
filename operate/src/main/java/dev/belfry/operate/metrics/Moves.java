package dev.belfry.operate.metrics;

import dev.belfry.core.shard.ShardId;
import dev.belfry.core.timer.GroupId;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The last shards of each group that came to this node or left it. Thread-safe. */
public final class Moves {
    private static final int MOST = 100;

    /**
     * One of them.
     *
     * @param came whether it came; else it left
     */
    public record Move(Instant at, ShardId shard, boolean came) {}

    private final InstantSource clock;
    private final Map<GroupId, Deque<Move>> byGroup = new HashMap<>();

    Moves(InstantSource clock) {
        this.clock = clock;
    }

    void came(ShardId shard) {
        add(new Move(clock.instant(), shard, true));
    }

    void left(ShardId shard) {
        add(new Move(clock.instant(), shard, false));
    }

    private synchronized void add(Move move) {
        var moves = byGroup.computeIfAbsent(move.shard().group(), _ -> new ArrayDeque<>());
        if (moves.size() >= MOST) {
            moves.removeFirst();
        }
        moves.addLast(move);
    }

    public synchronized List<Move> of(GroupId group) {
        return List.copyOf(byGroup.getOrDefault(group, new ArrayDeque<>()));
    }
}
