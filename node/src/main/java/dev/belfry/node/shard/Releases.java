package dev.belfry.node.shard;

import dev.belfry.core.store.Release;
import dev.belfry.core.store.TimerStore;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** Releases shards in bulk, with the attempts that are still under way. Confined to one loop. */
final class Releases {
    private final StoreCalls calls;
    private final Consumer<Shard> released;
    private final Set<Shard> wanted = new LinkedHashSet<>();

    Releases(StoreCalls calls, Consumer<Shard> released) {
        this.calls = calls;
        this.released = released;
    }

    void want(Shard shard) {
        wanted.add(shard);
    }

    boolean isWanted() {
        return !wanted.isEmpty();
    }

    void dispatch() {
        var shards = wanted.stream().filter(Releases::isReady).toList();
        wanted.clear();
        if (shards.isEmpty()) {
            return;
        }
        var releases = shards.stream().map(Releases::release).toList();
        calls.make(
                StoreOperation.RELEASE,
                shards,
                (TimerStore store) -> {
                    store.leases().release(releases);
                    return shards.size();
                },
                answer -> answered(shards, answer));
    }

    private static boolean isReady(Shard shard) {
        return shard.isIdle()
                && shard.queue().isEmpty()
                && shard.ownership().phase() == Ownership.Phase.RELEASING;
    }

    private static Release release(Shard shard) {
        shard.lowWater().raise(shard.window().lowest().fireAt());
        return shard.ownership().release(shard.lowWater().mark(), shard.attempts().toHandOver());
    }

    /** A release may be repeated: under a lost lease it changes nothing. */
    private void answered(List<Shard> shards, StoreAnswer<Integer> answer) {
        switch (answer) {
            case StoreAnswer.Ok<Integer> _ -> shards.forEach(released);
            case StoreAnswer.Failed<Integer> _ -> shards.forEach(Shard::rest);
        }
    }
}
