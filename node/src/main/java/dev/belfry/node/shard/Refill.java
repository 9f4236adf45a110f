package dev.belfry.node.shard;

import dev.belfry.core.store.Page;
import dev.belfry.core.store.PageLimit;
import dev.belfry.core.store.PositionRange;
import java.util.List;

/** Reads the next page into windows that run low; groups take turns. Confined to one loop. */
final class Refill {
    private final StoreCalls calls;
    private final ShardTurns wanted = new ShardTurns();

    Refill(StoreCalls calls) {
        this.calls = calls;
    }

    void want(Shard shard) {
        wanted.add(shard);
    }

    boolean isWanted() {
        return !wanted.isEmpty();
    }

    void dispatch() {
        var shard = wanted.next();
        if (shard.isIdle() && shard.ownership().isOpen() && shard.wantsPage()) {
            read(shard);
        }
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
