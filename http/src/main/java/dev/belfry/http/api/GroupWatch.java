package dev.belfry.http.api;

import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.GroupDefinition;
import dev.belfry.core.store.GroupCatalog;
import dev.belfry.core.store.GroupRevival;
import dev.belfry.core.store.StoredGroup;
import dev.belfry.core.store.StoredRecord;
import dev.belfry.core.store.TimerStore;
import dev.belfry.core.timer.GroupId;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the groups that a node knows in step with the catalog of the store: one cheap read tells
 * whether any has changed, and only then all are read. What this node changes itself it takes over
 * at once. Thread-safe.
 */
public final class GroupWatch {
    private static final Logger LOG = LoggerFactory.getLogger(GroupWatch.class);

    /** Looks for unknown names, however many there are, are no more than ten a second. */
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(100);

    /** Looks that fail one after the other until the log tells. */
    private static final int FAILURES_TOLD = 30;

    private final TimerStore store;
    private final GroupCatalog catalog;
    private final Groups groups;
    private final Reads reads;
    private final RandomGenerator random = new SecureRandom();
    private final Seen seen = new Seen();
    private final Set<Long> unreadable = ConcurrentHashMap.newKeySet();
    private final AtomicBoolean isLooking = new AtomicBoolean();
    private final AtomicInteger failures = new AtomicInteger();
    private volatile boolean isClosed;
    private Optional<CompletableFuture<Void>> nextLook = Optional.empty();
    private long lastLook = System.nanoTime() - BETWEEN_LOOKS.toNanos();

    /** Up to which change of the catalog all are known. Thread-safe. */
    private static final class Seen {
        private final NavigableSet<Long> beyond = new TreeSet<>();
        private long upTo = -1;

        synchronized boolean includes(long change) {
            return change <= upTo;
        }

        synchronized void all(long until) {
            upTo = Math.max(upTo, until);
            beyond.headSet(upTo, true).clear();
        }

        /** Own changes that follow each other need no reading, whichever is answered first. */
        synchronized void one(long change) {
            if (change > upTo) {
                beyond.add(change);
            }
            while (beyond.remove(upTo + 1)) {
                upTo++;
            }
        }
    }

    public GroupWatch(TimerStore store, Groups groups, Reads reads) {
        this.store = store;
        this.catalog = store.catalog();
        this.groups = groups;
        this.reads = reads;
    }

    /** Reads what has changed, if anything has. Blocks. */
    public synchronized void read() {
        long latest = catalog.latest();
        if (!seen.includes(latest)) {
            groups.apply(all(), latest);
            seen.all(latest);
        }
    }

    /** All groups that can be read. Blocks. */
    public List<StoredGroup> all() {
        return catalog.all(this::warnOnce);
    }

    private void warnOnce(StoredRecord record) {
        if (unreadable.add(record.revision())) {
            LOG.atWarn()
                    .addKeyValue("record", record.key())
                    .log("a group can not be read: a later version may have written it");
        }
    }

    /** Looks soon whether anything has changed, unless a look is under way. */
    public void look() {
        if (isLooking.compareAndSet(false, true)) {
            reads.run(this::tryToRead);
        }
    }

    /** Looks no more by itself. */
    public void close() {
        isClosed = true;
        isLooking.set(true);
    }

    private void tryToRead() {
        try {
            read();
            failures.set(0);
        } catch (RuntimeException e) {
            var isLasting = failures.incrementAndGet() % FAILURES_TOLD == 0 && !isClosed;
            (isLasting ? LOG.atWarn() : LOG.atDebug())
                    .setCause(e)
                    .log("the catalog of groups can not be read: changed groups are not known");
        } finally {
            isLooking.set(isClosed);
        }
    }

    /**
     * A look that begins after this call, together with whoever else waits for one. Nobody but this
     * node changes a store that is not shared.
     */
    CompletableFuture<Void> lookAgain() {
        return store.isShared() ? nextLook() : CompletableFuture.completedFuture(null);
    }

    private CompletableFuture<Void> nextLook() {
        synchronized (isLooking) {
            var look = nextLook.orElseGet(this::planned);
            nextLook = Optional.of(look);
            return look;
        }
    }

    private CompletableFuture<Void> planned() {
        long wait = lastLook + BETWEEN_LOOKS.toNanos() - System.nanoTime();
        return CompletableFuture.runAsync(
                this::readForMany,
                CompletableFuture.delayedExecutor(
                        Math.max(0, wait), TimeUnit.NANOSECONDS, reads::run));
    }

    private void readForMany() {
        synchronized (isLooking) {
            nextLook = Optional.empty();
            lastLook = System.nanoTime();
        }
        read();
    }

    // ---- changes of this node

    /** The group as the store has it now. Blocks. */
    Optional<StoredGroup> find(GroupId id) {
        var found = catalog.find(id);
        found.ifPresent(groups::learn);
        return found;
    }

    /** Refuses a group that a call would make if there are too many. */
    void requireRoomFor(Group asked) {
        GroupRoom.require(groups.startingWith("", "").map(StoredGroup::group), asked);
    }

    /**
     * Makes a group: its shards, then its record; shards that an earlier group of the name has left
     * closed are opened after it. Empty if somebody else was faster. Blocks.
     *
     * @throws dev.belfry.core.store.StoreException.Rejected if its shards can not be as asked
     */
    public Optional<StoredGroup> create(GroupDefinition definition) {
        store.leases().openGroup(definition.group());
        var created = learned(catalog.create(definition));
        if (created.isPresent()) {
            open(definition.id());
        }
        return created;
    }

    /**
     * What an earlier group of the name may have left: closed shards, and a pause that came late.
     */
    private void open(GroupId group) {
        var _ = new GroupRevival(store, random).revive(group);
        if (store.pauses().inForce().stream().anyMatch(pause -> pause.group().equals(group))) {
            store.pauses().resume(group);
        }
    }

    /**
     * Gives a group other settings. Empty if it is no longer as it was seen. Blocks.
     *
     * @throws dev.belfry.core.store.StoreException.Rejected if its store can not keep to them
     */
    public Optional<StoredGroup> change(StoredGroup former, GroupDefinition definition) {
        store.leases().openGroup(definition.group());
        return learned(catalog.change(former, definition));
    }

    /** Puts a group into another phase. Empty if it is no longer as it was seen. Blocks. */
    Optional<StoredGroup> turn(StoredGroup former, StoredGroup.Phase phase) {
        return learned(catalog.turn(former, phase));
    }

    private Optional<StoredGroup> learned(Optional<StoredGroup> written) {
        written.ifPresent(
                group -> {
                    groups.learn(group);
                    seen.one(group.revision());
                });
        return written;
    }
}
