package dev.belfry.check.simulation.cluster;

import dev.belfry.check.simulation.ForwardingStore;
import dev.belfry.core.shard.Incarnation;
import dev.belfry.core.store.CommitResult;
import dev.belfry.core.store.Members;
import dev.belfry.core.store.MemoryTimerStore;
import dev.belfry.core.store.NodeRow;
import dev.belfry.core.store.NodeRows;
import dev.belfry.core.store.ShardCommit;
import dev.belfry.core.timer.TimerKey;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * The one store of a cluster: its replica may lag behind and be promoted all the same, and its
 * clock may be wrong, the same way in each answer or in another.
 */
final class ReplicatedStore extends ForwardingStore {
    /** What the store runs on, so that a promoted replica is seen by all. */
    private static final class Primary implements Supplier<dev.belfry.core.store.TimerStore> {
        private MemoryTimerStore store;

        Primary(MemoryTimerStore store) {
            this.store = store;
        }

        @Override
        public MemoryTimerStore get() {
            return store;
        }
    }

    private final Primary primary;
    private Optional<MemoryTimerStore> replica = Optional.empty();
    private final Set<TimerKey> unreplicated = new LinkedHashSet<>();
    private Predicate<NodeRow> isConnected = _ -> true;
    private Supplier<Duration> clockError = () -> Duration.ZERO;

    ReplicatedStore(InstantSource clock) {
        this(new Primary(new MemoryTimerStore(clock)));
    }

    private ReplicatedStore(Primary primary) {
        super(primary);
        this.primary = primary;
    }

    /** What is really there. */
    MemoryTimerStore real() {
        return primary.get();
    }

    /** From now on the replica gets nothing any more. */
    void lag() {
        replica = Optional.of(real().copy());
        unreplicated.clear();
    }

    /**
     * The replica takes over as it is.
     *
     * @return the timers that somebody wrote to meanwhile
     */
    Set<TimerKey> promote() {
        replica.ifPresent(promoted -> primary.store = promoted);
        replica = Optional.empty();
        return Set.copyOf(unreplicated);
    }

    boolean isLagging() {
        return replica.isPresent();
    }

    /** From now on each answer that shows the store's clock is off by this. */
    void clockError(Supplier<Duration> error) {
        clockError = error;
    }

    /** From now on this tells which lives have sessions. */
    void connected(Predicate<NodeRow> test) {
        isConnected = test;
    }

    @Override
    public List<CommitResult> commit(List<ShardCommit> commits) {
        if (isLagging()) {
            commits.stream()
                    .flatMap(commit -> commit.mutations().stream())
                    .forEach(mutation -> unreplicated.add(mutation.key()));
        }
        return super.commit(commits);
    }

    @Override
    public NodeRows nodes() {
        return new MistimedRows(super.nodes());
    }

    /** Node rows that are read beside a clock that may be wrong. */
    private final class MistimedRows implements NodeRows {
        private final NodeRows rows;

        MistimedRows(NodeRows rows) {
            this.rows = rows;
        }

        @Override
        public void join(NodeRow node) {
            rows.join(node);
        }

        @Override
        public Optional<Instant> beat(NodeRow node, long acknowledged) {
            return rows.beat(node, acknowledged).map(clock -> clock.plus(clockError.get()));
        }

        @Override
        public Members members() {
            var members = rows.members();
            return new Members(members.nodes(), members.storeClock().plus(clockError.get()));
        }

        @Override
        public boolean evict(NodeRow seen) {
            return rows.evict(seen);
        }

        /** Whoever lives is connected, but for those whose sessions have just been cut. */
        @Override
        public boolean evictDisconnected(NodeRow seen) {
            if (isConnected.test(seen)) {
                return false;
            }
            real().disconnect(seen.incarnation());
            return rows.evictDisconnected(seen);
        }

        @Override
        public void leave(Incarnation incarnation) {
            rows.leave(incarnation);
        }
    }
}
