package dev.belfry.http.api;

import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.PageLimit;
import dev.belfry.core.store.PositionRange;
import dev.belfry.core.store.TimerStore;
import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.KeptTimer;
import dev.belfry.core.timer.Position;
import java.util.List;
import java.util.Optional;

/**
 * Some entries of an export, and where it goes on.
 *
 * @param next none if these were the last
 */
record ExportPage(List<Entry> entries, Optional<ExportCursor> next) {
    /** Enough that a call costs little beside its rows. */
    private static final int ROWS = 2_000;

    private static final PageLimit LIMIT = new PageLimit(ROWS, Pages.FULL_PAGE_BYTES);

    /** Blocks. */
    static ExportPage read(TimerStore store, Group group, ExportCursor at, Pages pages) {
        return at.isAtPending() ? pending(store, group, at) : kept(store, group, at, pages);
    }

    private static ExportPage pending(TimerStore store, Group group, ExportCursor at) {
        var range = PositionRange.from(at.from().orElse(Position.START));
        var page = store.timers().page(new ShardId(group.id(), at.shard()), range, LIMIT);
        var entries = page.timers().stream().<Entry>map(Entry.Pending::new);
        return new ExportPage(
                entries.filter(at::takes).toList(),
                page.knownUntil().equals(Position.END)
                        ? at.behind(group.shardCount())
                        : Optional.of(at.at(page.knownUntil())));
    }

    private static ExportPage kept(TimerStore store, Group group, ExportCursor at, Pages pages) {
        var filter = at.kept();
        var page =
                pages.read(
                        at.from().orElse(Position.END),
                        ROWS,
                        new KeptPieces(store.lists(), group, filter),
                        KeptTimer::position,
                        Entry.Kept::new,
                        filter::matches);
        return new ExportPage(
                page.entries().stream().filter(at::takes).toList(),
                page.next().map(at::at).or(() -> at.behind(group.shardCount())));
    }
}
