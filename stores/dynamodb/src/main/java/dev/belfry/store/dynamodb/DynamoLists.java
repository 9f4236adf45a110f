package dev.belfry.store.dynamodb;

import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.CountedShard;
import dev.belfry.core.store.GroupLists;
import dev.belfry.core.store.KeptQuery;
import dev.belfry.core.store.PositionRange;
import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.KeptTimer;
import dev.belfry.core.timer.Position;
import dev.belfry.core.timer.Timer;
import dev.belfry.core.timer.TimerState;
import dev.belfry.store.common.GroupMerge;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.model.Select;

/**
 * Looks across the shards of a group. Each costs at least one query for every shard, and so is for
 * people. Thread-safe.
 */
final class DynamoLists implements GroupLists {
    private final DynamoTable table;

    DynamoLists(DynamoTable table) {
        this.table = table;
    }

    @Override
    public List<Timer> browse(Group group, PositionRange range, int limit) {
        return pending(
                entries(group, IndexRange.pending(range), limit),
                timer -> range.contains(timer.position()));
    }

    @Override
    public List<Timer> correlated(Group group, String correlationId, Position from, int limit) {
        return pending(
                entries(group, IndexRange.correlated(correlationId, from), limit),
                timer ->
                        timer.spec().correlationId().equals(Optional.of(correlationId))
                                && !timer.position().isBefore(from));
    }

    @Override
    public List<KeptTimer> kept(Group group, KeptQuery query) {
        return kept(
                entries(group, IndexRange.kept(query), query.limit()),
                kept -> kept.state() == query.state() && kept.position().isBefore(query.before()));
    }

    @Override
    public List<KeptTimer> keptCorrelated(
            Group group, String correlationId, Position before, int limit) {
        return kept(
                entries(group, IndexRange.keptCorrelated(correlationId, before), limit),
                kept ->
                        kept.timer().spec().correlationId().equals(Optional.of(correlationId))
                                && kept.position().isBefore(before));
    }

    @Override
    public List<CountedShard> counts(List<ShardId> shards, TimerState state, int cap) {
        return Calls.PARALLEL.read(
                shards, shard -> new CountedShard(shard, count(shard, state, cap)));
    }

    /**
     * The first entries of a group in a range of an index, as they are now; some may have changed
     * since their keys were read. Only those that are wanted in the end are read whole.
     */
    private List<Entry> entries(Group group, IndexRange range, int limit) {
        var keys =
                new GroupMerge<Item>(
                                Calls.PARALLEL,
                                Comparator.comparing(range::positionOf, range.order().comparator()),
                                shard -> cursor(shard, range))
                        .first(group.shards(), limit).stream()
                                .map(item -> ItemKey.of(item.attributes()))
                                .toList();
        var found = table.get(keys);
        return keys.stream()
                .map(found::get)
                .filter(Objects::nonNull)
                .map(item -> TimerItems.entry(item, group.id()))
                .toList();
    }

    private DynamoCursor cursor(ShardId shard, IndexRange range) {
        return new DynamoCursor(table, shard, range, Select.ALL_PROJECTED_ATTRIBUTES);
    }

    /** Timers that moved away while they were looked at are left out. */
    private static List<Timer> pending(List<Entry> found, Predicate<Timer> wanted) {
        return found.stream()
                .flatMap(entry -> entry.pending().stream())
                .filter(wanted)
                .sorted(Comparator.comparing(Timer::position))
                .toList();
    }

    private static List<KeptTimer> kept(List<Entry> found, Predicate<KeptTimer> wanted) {
        return found.stream()
                .flatMap(DynamoLists::kept)
                .filter(wanted)
                .sorted(Comparator.comparing(KeptTimer::position).reversed())
                .toList();
    }

    private static Stream<KeptTimer> kept(Entry entry) {
        return entry instanceof Entry.Kept(var kept) ? Stream.of(kept) : Stream.empty();
    }

    private int count(ShardId shard, TimerState state, int cap) {
        int counted = 0;
        var cursor = new DynamoCursor(table, shard, IndexRange.all(state), Select.COUNT);
        while (counted < cap && !cursor.isAtEnd()) {
            counted += cursor.count(cap - counted);
        }
        return counted;
    }
}
