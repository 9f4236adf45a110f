package dev.belfry.node.shard;

import dev.belfry.core.store.Page;
import dev.belfry.core.store.PageLimit;
import dev.belfry.core.store.PositionRange;
import dev.belfry.core.timer.GroupId;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedMap;
import java.util.SequencedSet;

/** Reads the next page into windows that run low; groups take turns. Confined to one loop. */
final class Refill {
    private final StoreCalls calls;
    private final SequencedMap<GroupId, SequencedSet<Shard>> wanted = new LinkedHashMap<>();

    Refill(StoreCalls calls) {
        this.calls = calls;
    }

    void want(Shard shard) {
        wanted.computeIfAbsent(shard.group().id(), _ -> new LinkedHashSet<>()).add(shard);
    }

    boolean isWanted() {
        return !wanted.isEmpty();
    }

    void dispatch() {
        var shard = next();
        if (shard.isIdle() && shard.ownership().isOpen() && shard.wantsPage()) {
            read(shard);
        }
    }

    /** The first shard of the group whose turn it is; the group's others wait for its next one. */
    private Shard next() {
        var group = wanted.firstEntry().getKey();
        var shards = wanted.firstEntry().getValue();
        var shard = shards.removeFirst();
        wanted.remove(group);
        if (!shards.isEmpty()) {
            wanted.putLast(group, shards);
        }
        return shard;
    }

    private void read(Shard shard) {
        shard.pagedLast(true);
        var range = PositionRange.from(shard.window().end());
        long room = Math.max(1, shard.budget() - shard.window().readyBytes());
        var limit = new PageLimit(LoopSettings.PAGE_ROWS, room);
        calls.make(
                StoreOperation.PAGE,
                List.of(shard),
                store -> store.timers().page(shard.id(), range, limit),
                answer -> answered(shard, range, answer));
    }

    private static void answered(Shard shard, PositionRange range, StoreAnswer<Page> answer) {
        if (shard.ownership().isClosed()) {
            return;
        }
        switch (answer) {
            case StoreAnswer.Ok<Page>(var page) -> {
                shard.storeWorked();
                if (shard.window().end().equals(range.fromInclusive())) {
                    extend(shard, page);
                }
            }
            case StoreAnswer.Failed<Page> _ -> shard.rest();
        }
    }

    /** Not if rows before the page were dropped meanwhile: they would be taken for known. */
    private static void extend(Shard shard, Page page) {
        shard.window().extendTo(page.knownUntil());
        page.timers().forEach(shard::place);
        shard.window().trim(shard.budget());
    }
}
