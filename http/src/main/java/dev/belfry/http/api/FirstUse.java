package dev.belfry.http.api;

import dev.belfry.core.shard.GroupDefinition;
import dev.belfry.core.store.StoreException;
import dev.belfry.core.store.TimerStore;
import dev.belfry.core.timer.GroupId;
import java.util.Collection;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Makes groups, with the usual settings, for new timers that name them, if the server allows it and
 * as long as there are few enough. Thread-safe.
 */
final class FirstUse {
    /** Of one request: each is several writes, made one after the other. */
    static final int MOST_AT_ONCE = 16;

    private final TimerStore store;
    private final Groups groups;
    private final GroupWatch watch;
    private final Reads reads;
    private final int most;

    /**
     * @param most groups of any origin, by which it makes no more; zero if it makes none
     */
    FirstUse(TimerStore store, Groups groups, GroupWatch watch, Reads reads, int most) {
        this.store = store;
        this.groups = groups;
        this.watch = watch;
        this.reads = reads;
        this.most = most;
    }

    /**
     * Makes the first of those that are not there. One that can not be made stays missing.
     *
     * @param trail is told of each that was made
     */
    CompletableFuture<Void> make(Collection<GroupId> wanted, Trail trail) {
        var missing = wanted.stream().filter(id -> groups.stored(id).isEmpty()).toList();
        return most == 0 || missing.isEmpty()
                ? CompletableFuture.completedFuture(null)
                : reads.<Optional<Void>>read(
                                () -> {
                                    missing.stream()
                                            .limit(MOST_AT_ONCE)
                                            .filter(_ -> groups.count() < most)
                                            .filter(this::make)
                                            .forEach(trail::made);
                                    return Optional.empty();
                                })
                        .thenAccept(_ -> {});
    }

    /** Whether it was made here. */
    private boolean make(GroupId id) {
        try {
            return makeAsBefore(id);
        } catch (ProblemException | StoreException.Rejected _) {
            return false;
        }
    }

    /** With as many shards as an earlier group of the name had, if there was one. */
    private boolean makeAsBefore(GroupId id) {
        var usual = GroupDefinition.usual(id);
        try {
            return create(usual);
        } catch (StoreException.Rejected e) {
            int former = store.leases().shardCounts().getOrDefault(id, 0);
            if (former == 0 || former == usual.group().shardCount()) {
                throw e;
            }
            return create(usual.withShards(former));
        }
    }

    /** Another node may be faster, which is as good. */
    private boolean create(GroupDefinition definition) {
        watch.requireRoomFor(definition.group());
        boolean isMade = watch.create(definition).isPresent();
        if (!isMade) {
            var _ = watch.find(definition.id());
        }
        return isMade;
    }
}
