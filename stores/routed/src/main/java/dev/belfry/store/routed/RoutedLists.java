package dev.belfry.store.routed;

import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.CountedShard;
import dev.belfry.core.store.GroupLists;
import dev.belfry.core.store.KeptQuery;
import dev.belfry.core.store.PositionRange;
import dev.belfry.core.store.StoreException;
import dev.belfry.core.timer.GroupId;
import dev.belfry.core.timer.KeptTimer;
import dev.belfry.core.timer.Position;
import dev.belfry.core.timer.Timer;
import dev.belfry.core.timer.TimerState;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Lists and counts of groups, put together from all databases: each gives what lives there, and not
 * what a move has left or has not brought yet. Thread-safe.
 */
record RoutedLists(RoutedParts parts) implements GroupLists {
    /** Shards that are moved so often while a list is read leave it no peace. */
    private static final int LOOKS = 5;

    @Override
    public List<Timer> browse(Group group, PositionRange range, int limit) {
        return pending(
                group,
                limit,
                (it, from) ->
                        it.store()
                                .lists()
                                .browse(
                                        group,
                                        new PositionRange(from, range.untilExclusive()),
                                        limit),
                range.fromInclusive());
    }

    @Override
    public List<Timer> correlated(
            Group group, String correlationId, Position fromInclusive, int limit) {
        return pending(
                group,
                limit,
                (it, from) -> it.store().lists().correlated(group, correlationId, from, limit),
                fromInclusive);
    }

    @Override
    public List<KeptTimer> kept(Group group, KeptQuery query) {
        return kept(
                group,
                query.limit(),
                (it, before) ->
                        it.store()
                                .lists()
                                .kept(group, new KeptQuery(query.state(), before, query.limit())),
                query.before());
    }

    @Override
    public List<KeptTimer> keptCorrelated(
            Group group, String correlationId, Position before, int limit) {
        return kept(
                group,
                limit,
                (it, from) -> it.store().lists().keptCorrelated(group, correlationId, from, limit),
                before);
    }

    @Override
    public List<CountedShard> counts(List<ShardId> shards, TimerState state, int cap) {
        if (shards.isEmpty()) {
            return List.of();
        }
        var first = shards.getFirst();
        Supplier<List<CountedShard>> read =
                () ->
                        parts.merged(it -> counts(it, shards, state, cap))
                                .sorted(Comparator.comparing(CountedShard::shard))
                                .toList();
        // One shard is in one database: it is not worth a look at all shards in all of them.
        return shards.size() == 1
                ? whileNothingMoves(first.group(), read, () -> parts.homes().verify(first))
                : whileNothingMoves(first.group(), read);
    }

    /** A page of a list of one database, from a position on. */
    @FunctionalInterface
    private interface Source<T> {
        List<T> page(RoutedDatabase database, Position from);
    }

    private List<Timer> pending(Group group, int limit, Source<Timer> source, Position from) {
        return whileNothingMoves(
                group.id(),
                () ->
                        parts.merged(
                                        it ->
                                                fill(
                                                        limit,
                                                        at -> source.page(it, at),
                                                        from,
                                                        timer -> timer.position().next(),
                                                        timer -> lives(it, group, timer)))
                                .sorted(Comparator.comparing(Timer::position))
                                .limit(limit)
                                .toList());
    }

    private List<KeptTimer> kept(
            Group group, int limit, Source<KeptTimer> source, Position before) {
        return whileNothingMoves(
                group.id(),
                () ->
                        parts.merged(
                                        it ->
                                                fill(
                                                        limit,
                                                        at -> source.page(it, at),
                                                        before,
                                                        KeptTimer::position,
                                                        kept -> lives(it, group, kept.timer())))
                                .sorted(Comparator.comparing(KeptTimer::position).reversed())
                                .limit(limit)
                                .toList());
    }

    private boolean lives(RoutedDatabase database, Group group, Timer timer) {
        return parts.homes().isIn(database, group.shardOf(timer.key()));
    }

    /** Page after page, until as many as asked for live here, or there are no more. */
    private static <T> List<T> fill(
            int limit,
            Function<Position, List<T>> source,
            Position first,
            Function<T, Position> after,
            Predicate<T> livesHere) {
        var found = new ArrayList<T>();
        var from = first;
        List<T> page;
        do {
            page = source.apply(from);
            page.stream().filter(livesHere).forEach(found::add);
            from = page.isEmpty() ? from : after.apply(page.getLast());
        } while (page.size() == limit && found.size() < limit);
        return found;
    }

    /** What was read counts if all shards still live where they were looked for. */
    private <T> T whileNothingMoves(GroupId group, Supplier<T> read) {
        return whileNothingMoves(group, read, () -> parts.homes().look(group));
    }

    /** That a shard has moved may be learned by anybody, at any time of the read. */
    private <T> T whileNothingMoves(GroupId group, Supplier<T> read, BooleanSupplier isSure) {
        var homes = parts.homes();
        for (int look = 0; look < LOOKS; look++) {
            long version = homes.versionOf(group);
            var list = read.get();
            if (isSure.getAsBoolean() && homes.versionOf(group) == version) {
                return list;
            }
        }
        throw new StoreException.Unavailable(
                "shards of %s are being moved to other databases".formatted(group));
    }

    private List<CountedShard> counts(
            RoutedDatabase part, List<ShardId> shards, TimerState state, int cap) {
        var own = shards.stream().filter(shard -> parts.homes().isIn(part, shard)).toList();
        return own.isEmpty() ? List.of() : part.store().lists().counts(own, state, cap);
    }
}
