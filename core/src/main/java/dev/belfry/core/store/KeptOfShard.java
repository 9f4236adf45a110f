package dev.belfry.core.store;

import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.timer.KeptTimer;
import dev.belfry.core.timer.Position;
import dev.belfry.core.timer.TimerState;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * The kept timers of one shard, page by page, read from the lists of its group: each state from the
 * latest settled to the first. Confined to one thread at a time.
 */
final class KeptOfShard {
    /** Of the whole group; payloads are read too. */
    private static final int PAGE = 250;

    private final TimerStore store;
    private final Group group;
    private final ShardId shard;
    private final Deque<TimerState> states = new ArrayDeque<>(TimerState.KEPT);
    private Position before = Position.END;
    private List<KeptTimer> read = List.of();

    KeptOfShard(TimerStore store, Group group, ShardId shard) {
        this.store = store;
        this.group = group;
        this.shard = shard;
    }

    boolean isAtEnd() {
        return states.isEmpty();
    }

    /** The next ones, perhaps none; the same again until {@link #advance}. */
    List<KeptTimer> next() {
        read = store.lists().kept(group, new KeptQuery(states.getFirst(), before, PAGE));
        return read.stream()
                .filter(kept -> group.shardOf(kept.timer().key()).equals(shard))
                .toList();
    }

    void advance() {
        if (read.isEmpty()) {
            states.removeFirst();
            before = Position.END;
        } else {
            before = read.getLast().position();
        }
    }
}
