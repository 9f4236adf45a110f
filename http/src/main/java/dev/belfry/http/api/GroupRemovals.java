package dev.belfry.http.api;

import dev.belfry.core.shard.NodeId;
import dev.belfry.core.store.GroupRemoval;
import dev.belfry.core.store.GroupRevival;
import dev.belfry.core.store.StoreException;
import dev.belfry.core.store.StoredGroup;
import dev.belfry.core.store.TimerStore;
import dev.belfry.core.timer.GroupId;
import dev.belfry.node.member.Placement;
import dev.belfry.node.member.Roster;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes the groups of the store that are to go, and opens what a removal that was taken back has
 * left closed. One node works at a time, the first by its name; when two do for a moment, the fence
 * of the shards keeps them apart. Thread-safe; steps are made one after the other.
 */
public final class GroupRemovals {
    /** How often {@link #step} should be called. */
    public static final Duration STEP = Duration.ofMillis(50);

    /** Steps between two looks at the catalog: a second. */
    private static final int LOOK = 20;

    /**
     * Steps in which owners may release the shards: five seconds, in which each that lives looks at
     * the catalog several times, and the proof of life of one that stands still runs out.
     */
    private static final int PATIENCE = 100;

    /** Steps until a removal that can not go on is tried again. */
    private static final int REST = 200;

    /** Each has its turn in every step. */
    private static final int MOST_AT_ONCE = 8;

    /** Looked at in one step for what is closed, and the last group's. */
    private static final int MOST_SHARDS = 4_096;

    private static final Logger LOG = LoggerFactory.getLogger(GroupRemovals.class);

    private final Executor threads;
    private final TimerStore store;
    private final BooleanSupplier isTurn;
    private final RandomGenerator random;
    private final Consumer<GroupId> ended;
    private final Map<GroupId, Work> works = new LinkedHashMap<>();
    private final Deque<StoredGroup> toOpen = new ArrayDeque<>();

    /** The revisions in which nothing is to be done any more. */
    private final Map<GroupId, Long> settled = new HashMap<>();

    private Optional<Long> latest = Optional.empty();
    private long steps;
    private boolean isBusy;
    private boolean isClosed;

    /** A removal under way. */
    private static final class Work {
        private final StoredGroup group;
        private final GroupRemoval removal;
        private long restsUntil;

        private Work(StoredGroup group, GroupRemoval removal) {
            this.group = group;
            this.removal = removal;
        }
    }

    /**
     * @param threads for steps, which block
     * @param isTurn whether this node works; {@link #isFirst}
     * @param random for tokens; used by one step at a time
     * @param ended is told of a group that is gone, or serves again because it held a timer
     */
    public GroupRemovals(
            Executor threads,
            TimerStore store,
            BooleanSupplier isTurn,
            RandomGenerator random,
            Consumer<GroupId> ended) {
        this.threads = threads;
        this.store = store;
        this.isTurn = isTurn;
        this.random = random;
        this.ended = ended;
    }

    /** Whether a node is the first of those that are there and know how. */
    public static boolean isFirst(NodeId self, Roster roster) {
        return roster.view().members().values().stream()
                .filter(Placement::servesAll)
                .map(row -> row.incarnation().node())
                .min(NodeId::compareTo)
                .filter(self::equals)
                .isPresent();
    }

    /** Goes a little further, unless the last step is still made or this was closed. */
    public synchronized void step() {
        if (!isBusy) {
            isBusy = true;
            threads.execute(this::work);
        }
    }

    /** Begins no further step: another node goes on. */
    public synchronized void close() {
        isClosed = true;
        isBusy = true;
    }

    private synchronized boolean isClosed() {
        return isClosed;
    }

    private synchronized void rest() {
        isBusy = isClosed;
    }

    private void work() {
        try {
            if (isTurn.getAsBoolean()) {
                workInTurn();
            } else {
                forget();
            }
        } catch (RuntimeException e) {
            LOG.atDebug().setCause(e).log("removals of groups wait");
        } finally {
            rest();
        }
    }

    private void forget() {
        works.clear();
        toOpen.clear();
        settled.clear();
        latest = Optional.empty();
        steps = 0;
    }

    private void workInTurn() {
        if (steps % LOOK == 0) {
            look();
        }
        steps++;
        works.values().stream()
                .filter(work -> steps >= work.restsUntil)
                .limit(MOST_AT_ONCE)
                .toList()
                .forEach(this::attempt);
        if (!toOpen.isEmpty()) {
            openNext();
        }
    }

    private void look() {
        long now = store.catalog().latest();
        if (latest.equals(Optional.of(now))) {
            return;
        }
        var groups = store.catalog().all(_ -> {});
        latest = Optional.of(now);
        var ids = groups.stream().map(StoredGroup::id).collect(Collectors.toSet());
        works.keySet().retainAll(ids);
        settled.keySet().retainAll(ids);
        toOpen.removeIf(group -> !ids.contains(group.id()));
        groups.forEach(this::seen);
    }

    private void seen(StoredGroup group) {
        var id = group.id();
        if (isSettled(group)) {
            return;
        }
        if (!group.phase().isDeleting()) {
            works.remove(id);
            settle(group);
            toOpen.add(group);
        } else if (isNew(group)) {
            works.put(id, new Work(group, removal(group)));
        }
    }

    private boolean isSettled(StoredGroup group) {
        return Optional.of(group.revision()).equals(Optional.ofNullable(settled.get(group.id())));
    }

    private boolean isNew(StoredGroup group) {
        return Optional.ofNullable(works.get(group.id()))
                .filter(work -> work.group.equals(group))
                .isEmpty();
    }

    private GroupRemoval removal(StoredGroup group) {
        var kinds = List.of(BulkJob.KIND, DatabaseMove.KIND);
        return new GroupRemoval(store, group, kinds, random, PATIENCE);
    }

    /** A group with a mistake must not stop the others. */
    private void attempt(Work work) {
        try {
            advance(work);
        } catch (StoreException.Rejected e) {
            setAside(work, e);
        } catch (StoreException e) {
            LOG.atDebug()
                    .addKeyValue("group", work.group.id())
                    .setCause(e)
                    .log("the removal of a group waits for the store");
        } catch (RuntimeException e) {
            setAside(work, e);
        }
    }

    private void setAside(Work work, RuntimeException failure) {
        work.restsUntil = steps + REST;
        (isClosed() ? LOG.atDebug() : LOG.atWarn())
                .addKeyValue("group", work.group.id())
                .setCause(failure)
                .log("the removal of a group can not go on");
    }

    private void advance(Work work) {
        switch (work.removal.step()) {
            case UNDER_WAY -> {}
            case REMOVED -> ended(work.group, "a group was removed");
            case SERVES -> ended(work.group, "a group that was to go if it was empty serves again");
            case CHANGED -> {
                works.remove(work.group.id());
                latest = Optional.empty();
            }
        }
    }

    private void ended(StoredGroup group, String what) {
        works.remove(group.id());
        settle(group);
        LOG.atInfo().addKeyValue("group", group.id()).log(what);
        ended.accept(group.id());
    }

    private void settle(StoredGroup group) {
        settled.put(group.id(), group.revision());
    }

    /** A remover that took a removal back may have died before all shards were open again. */
    private void openNext() {
        var some = new ArrayList<StoredGroup>();
        int shards = 0;
        while (!toOpen.isEmpty() && shards < MOST_SHARDS) {
            some.add(toOpen.pollFirst());
            shards += some.getLast().group().shardCount();
        }
        try {
            var closed =
                    store.leases().shards(some.stream().map(StoredGroup::id).toList()).stream()
                            .filter(row -> row.closed().isPresent())
                            .map(row -> row.shard().group())
                            .collect(Collectors.toSet());
            some.removeIf(group -> !closed.contains(group.id()));
            while (!some.isEmpty()) {
                var _ = new GroupRevival(store, random).revive(some.getFirst().id());
                some.removeFirst();
            }
        } catch (StoreException e) {
            LOG.atDebug().setCause(e).log("shards wait to be open");
        } finally {
            toOpen.addAll(some);
        }
    }
}
