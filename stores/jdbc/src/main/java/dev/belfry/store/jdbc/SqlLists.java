package dev.belfry.store.jdbc;

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
import java.util.List;
import java.util.stream.Collectors;

/** Lists and counts of whole groups. Thread-safe. */
final class SqlLists implements GroupLists {
    private final Transactions transactions;
    private final SqlGroups groups;
    private final SqlPendingTimers pending;
    private final SqlKeptTimers kept;

    SqlLists(Transactions transactions, SqlGroups groups, Dialect dialect) {
        var entries = new SqlEntryReader(dialect);
        this.transactions = transactions;
        this.groups = groups;
        this.pending = new SqlPendingTimers(entries, dialect);
        this.kept = new SqlKeptTimers(entries, dialect);
    }

    @Override
    public List<Timer> browse(Group group, PositionRange range, int limit) {
        var open = groups.get(group.id());
        return transactions.visit(session -> pending.browse(session, open, range, limit));
    }

    @Override
    public List<Timer> correlated(
            Group group, String correlationId, Position fromInclusive, int limit) {
        var open = groups.get(group.id());
        return transactions.visit(
                session -> pending.correlated(session, open, correlationId, fromInclusive, limit));
    }

    @Override
    public List<KeptTimer> kept(Group group, KeptQuery query) {
        var open = groups.get(group.id());
        return transactions.visit(session -> kept.latest(session, open, query));
    }

    @Override
    public List<KeptTimer> keptCorrelated(
            Group group, String correlationId, Position before, int limit) {
        var open = groups.get(group.id());
        return transactions.visit(
                session -> kept.correlated(session, open, correlationId, before, limit));
    }

    @Override
    public List<CountedShard> counts(List<ShardId> shards, TimerState state, int cap) {
        var open = groups.get(shards.getFirst().group());
        var wanted = shards.stream().map(open::keyOf).collect(Collectors.toSet());
        return transactions.visit(session -> SqlCounts.read(session, open, wanted, state, cap));
    }
}
