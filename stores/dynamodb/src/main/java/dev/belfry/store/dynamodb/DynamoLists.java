package dev.belfry.store.dynamodb;

import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.GroupLists;
import dev.belfry.core.store.KeptQuery;
import dev.belfry.core.store.PositionRange;
import dev.belfry.core.store.ShardCounts;
import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.KeptTimer;
import dev.belfry.core.timer.Position;
import dev.belfry.core.timer.Timer;
import dev.belfry.core.timer.TimerState;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.model.Select;

/**
 * Looks across the shards of a group. Each costs at least one query for every shard, and so is for
 * people. Thread-safe.
 */
final class DynamoLists implements GroupLists {
    private final Table table;

    DynamoLists(Table table) {
        this.table = table;
    }

    @Override
    public List<Timer> browse(Group group, PositionRange range, int limit) {
        return pending(
                new GroupScan(table, group, IndexRange.pending(range), limit),
                timer -> range.contains(timer.position()));
    }

    @Override
    public List<Timer> correlated(Group group, String correlationId, Position from, int limit) {
        return pending(
                new GroupScan(table, group, IndexRange.correlated(correlationId, from), limit),
                timer ->
                        timer.spec().correlationId().equals(Optional.of(correlationId))
                                && !timer.position().isBefore(from));
    }

    @Override
    public List<KeptTimer> kept(Group group, KeptQuery query) {
        return new GroupScan(table, group, IndexRange.kept(query), query.limit())
                .entries().stream()
                        .flatMap(DynamoLists::kept)
                        .filter(kept -> kept.state() == query.state())
                        .filter(kept -> kept.position().isBefore(query.before()))
                        .sorted(Comparator.comparing(KeptTimer::position).reversed())
                        .toList();
    }

    @Override
    public List<ShardCounts> counts(Group group, int cap) {
        return table.calls().each(group.shards(), shard -> counts(shard, cap));
    }

    /** Timers that moved away while they were looked at are left out. */
    private static List<Timer> pending(GroupScan scan, Predicate<Timer> wanted) {
        return scan.entries().stream()
                .flatMap(entry -> entry.pending().stream())
                .filter(wanted)
                .sorted(Comparator.comparing(Timer::position))
                .toList();
    }

    private static Stream<KeptTimer> kept(Entry entry) {
        return entry instanceof Entry.Kept(var kept) ? Stream.of(kept) : Stream.empty();
    }

    private ShardCounts counts(ShardId shard, int cap) {
        int reached = count(shard, TimerState.REACHED, cap);
        int kept = reached + count(shard, TimerState.FAILED, cap - reached);
        return new ShardCounts(shard, count(shard, TimerState.SCHEDULED, cap), kept);
    }

    private int count(ShardId shard, TimerState state, int cap) {
        int counted = 0;
        var cursor = new Cursor(table, shard, IndexRange.all(state), Select.COUNT);
        while (counted < cap && !cursor.isAtEnd()) {
            counted += cursor.count(cap - counted);
        }
        return counted;
    }
}
