package dev.belfry.store.jdbc;

import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.CommitResult;
import dev.belfry.core.store.Page;
import dev.belfry.core.store.PageLimit;
import dev.belfry.core.store.PositionRange;
import dev.belfry.core.store.ShardCommit;
import dev.belfry.core.store.ShardTimers;
import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.TimerKey;
import dev.belfry.core.timer.TimerUuid;
import dev.belfry.store.common.StoredKey;
import java.time.Instant;
import java.util.List;

/** The timers of a shard. Thread-safe. */
final class SqlTimers implements ShardTimers {
    private final Transactions transactions;
    private final SqlGroups groups;
    private final SqlEntryReader entries;
    private final SqlCommit groupCommit;
    private final SqlExpectedCommit expectedCommit;
    private final SqlPendingTimers pending;
    private final SqlKeptTimers kept;

    SqlTimers(Transactions transactions, SqlGroups groups, Dialect dialect) {
        this.transactions = transactions;
        this.groups = groups;
        this.entries = new SqlEntryReader(dialect);
        var shards = new SqlShards(dialect);
        this.groupCommit = new SqlCommit(shards, entries);
        this.expectedCommit = new SqlExpectedCommit(transactions, shards, dialect);
        this.pending = new SqlPendingTimers(entries, dialect);
        this.kept = new SqlKeptTimers(entries, dialect);
    }

    @Override
    public List<CommitResult> commit(List<ShardCommit> commits) {
        groups.lookUp(commits.stream().map(commit -> commit.lease().shard()));
        var parts =
                commits.stream()
                        .map(commit -> new ShardPart(groups.keyOf(commit.lease().shard()), commit))
                        .toList();
        return expectedCommit.apply(parts).orElseGet(() -> commitParts(parts));
    }

    private List<CommitResult> commitParts(List<ShardPart> parts) {
        return transactions.write(
                session -> {
                    transactions.requireKnownHistory();
                    return groupCommit.apply(session, parts);
                });
    }

    @Override
    public Page page(ShardId shard, PositionRange range, PageLimit limit) {
        var key = groups.keyOf(shard);
        return transactions.read(
                session -> pending.page(session, shard.group(), key, range, limit));
    }

    @Override
    public Entry find(ShardId shard, TimerKey key) {
        var wanted =
                new SqlEntryReader.Wanted(
                        new EntryKey(groups.keyOf(shard), TimerUuid.of(key)), key.group());
        return StoredKey.requireSame(
                key, transactions.visit(session -> entries.find(session, wanted)));
    }

    @Override
    public List<TimerKey> expired(ShardId shard, Instant now, int limit) {
        var open = groups.get(shard.group());
        return transactions.read(
                session -> kept.expired(session, open, open.keyOf(shard), now, limit));
    }
}
