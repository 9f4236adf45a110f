package dev.belfry.store.routed;

import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.CountedShard;
import dev.belfry.core.store.GroupLists;
import dev.belfry.core.store.KeptQuery;
import dev.belfry.core.store.PositionRange;
import dev.belfry.core.timer.KeptTimer;
import dev.belfry.core.timer.Position;
import dev.belfry.core.timer.Timer;
import dev.belfry.core.timer.TimerState;
import java.util.Comparator;
import java.util.List;

/** Lists and counts of groups, put together from all databases. Thread-safe. */
record RoutedLists(RoutedParts parts) implements GroupLists {
    @Override
    public List<Timer> browse(Group group, PositionRange range, int limit) {
        return parts.merged(it -> it.store().lists().browse(group, range, limit))
                .sorted(Comparator.comparing(Timer::position))
                .limit(limit)
                .toList();
    }

    @Override
    public List<Timer> correlated(
            Group group, String correlationId, Position fromInclusive, int limit) {
        return parts.merged(
                        it ->
                                it.store()
                                        .lists()
                                        .correlated(group, correlationId, fromInclusive, limit))
                .sorted(Comparator.comparing(Timer::position))
                .limit(limit)
                .toList();
    }

    @Override
    public List<KeptTimer> kept(Group group, KeptQuery query) {
        return parts.merged(it -> it.store().lists().kept(group, query))
                .sorted(Comparator.comparing(KeptTimer::position).reversed())
                .limit(query.limit())
                .toList();
    }

    @Override
    public List<KeptTimer> keptCorrelated(
            Group group, String correlationId, Position before, int limit) {
        return parts.merged(
                        it ->
                                it.store()
                                        .lists()
                                        .keptCorrelated(group, correlationId, before, limit))
                .sorted(Comparator.comparing(KeptTimer::position).reversed())
                .limit(limit)
                .toList();
    }

    @Override
    public List<CountedShard> counts(List<ShardId> shards, TimerState state, int cap) {
        return parts.merged(it -> counts(it, shards, state, cap))
                .sorted(Comparator.comparing(CountedShard::shard))
                .toList();
    }

    private List<CountedShard> counts(
            RoutedDatabase part, List<ShardId> shards, TimerState state, int cap) {
        var own = shards.stream().filter(shard -> parts.isIn(part, shard)).toList();
        return own.isEmpty() ? List.of() : part.store().lists().counts(own, state, cap);
    }
}
