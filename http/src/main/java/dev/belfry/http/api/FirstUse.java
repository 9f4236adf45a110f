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

    /** Makes those that are not there. */
    CompletableFuture<Void> make(Collection<GroupId> wanted) {
        var missing = wanted.stream().filter(id -> groups.stored(id).isEmpty()).toList();
        return most == 0 || missing.isEmpty()
                ? CompletableFuture.completedFuture(null)
                : reads.<Optional<Void>>read(
                                () -> {
                                    missing.stream()
                                            .filter(_ -> groups.count() < most)
                                            .forEach(this::make);
                                    return Optional.empty();
                                })
                        .thenAccept(_ -> {});
    }

    /** Another node may be faster, which is as good. */
    private void make(GroupId id) {
        var usual = GroupDefinition.usual(id);
        try {
            learn(usual);
        } catch (StoreException.Rejected e) {
            int former = store.leases().shardCounts().getOrDefault(id, 0);
            if (former == 0 || former == usual.group().shardCount()) {
                throw e;
            }
            learn(usual.withShards(former));
        }
    }

    private void learn(GroupDefinition definition) {
        watch.requireRoomFor(definition.group());
        if (watch.create(definition).isEmpty()) {
            var _ = watch.find(definition.id());
        }
    }
}
