package dev.belfry.store.jdbc;

import dev.belfry.core.mutation.Decision;
import dev.belfry.core.mutation.Followers;
import dev.belfry.core.store.CommitResult;
import dev.belfry.core.store.ShardCommit;
import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.Timer;
import dev.belfry.store.common.StoredKey;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A commit as one transaction over all its shards: the fence, one read of every entry it is about,
 * the decisions, and the writes in batches. Immutable.
 */
final class SqlCommit {
    private final SqlShards shards;
    private final SqlEntryReader reader;

    SqlCommit(SqlShards shards, SqlEntryReader reader) {
        this.shards = shards;
        this.reader = reader;
    }

    List<CommitResult> apply(Session session, List<ShardPart> parts) throws SQLException {
        var rows = new ShardRows();
        var entries = read(session, shards.fence(parts, rows), parts);
        var held = parts.stream().filter(part -> part.isHeldIn(rows)).toList();
        var results = new HashMap<ShardKey, CommitResult>();
        var writer = new SqlEntryWriter(session);
        for (var part : held) {
            var decisions = decide(part, entries, writer);
            var followed = follow(session, part, decisions, writer);
            results.put(part.key(), new CommitResult.Committed(decisions, followed));
        }
        shards.raiseMarks(session, raisedMarks(held, rows));
        writer.flush();
        return parts.stream()
                .map(part -> results.getOrDefault(part.key(), new CommitResult.LeaseLost()))
                .toList();
    }

    private Map<EntryKey, Entry> read(
            Session session, List<Session.Query> fence, List<ShardPart> parts) throws SQLException {
        var wanted = new ArrayList<SqlEntryReader.Wanted>();
        var expected = new LinkedHashMap<EntryKey, Timer>();
        for (var part : parts) {
            for (var mutation : part.commit().mutations()) {
                var key = EntryKey.of(part.key(), mutation);
                wanted.add(new SqlEntryReader.Wanted(key, mutation.key().group()));
                mutation.expected().ifPresent(timer -> expected.put(key, timer));
            }
        }
        if (parts.size() > ShardPart.MOST_TOGETHER) {
            session.query(fence);
            return reader.read(session, wanted, expected);
        }
        return reader.readAfter(session, fence, wanted, expected);
    }

    private static List<Decision> decide(
            ShardPart part, Map<EntryKey, Entry> entries, SqlEntryWriter writer) {
        var decisions = new ArrayList<Decision>(part.commit().mutations().size());
        for (var mutation : part.commit().mutations()) {
            var key = EntryKey.of(part.key(), mutation);
            var before = entries.getOrDefault(key, Entry.absent());
            StoredKey.requireSame(mutation.key(), before);
            var decision = mutation.decide(before, part.commit().mark());
            if (decision.changes()) {
                writer.add(key, decision);
            }
            decisions.add(decision);
        }
        return decisions;
    }

    /** Few commits have any: they cost a query more. */
    private List<Decision> follow(
            Session session, ShardPart part, List<Decision> decisions, SqlEntryWriter writer)
            throws SQLException {
        var followers = Followers.of(part.commit().mutations(), decisions);
        if (followers.isEmpty()) {
            return List.of();
        }
        var commit = part.commit();
        var following =
                new ShardPart(
                        part.key(),
                        new ShardCommit(
                                commit.lease(),
                                commit.sequence(),
                                commit.mark(),
                                false,
                                followers));
        return decide(following, read(session, List.of(), List.of(following)), writer);
    }

    private static Map<ShardKey, Instant> raisedMarks(List<ShardPart> parts, ShardRows rows) {
        var marks = new TreeMap<ShardKey, Instant>();
        for (var part : parts) {
            var commit = part.commit();
            if (commit.storeMark() && commit.mark().isAfter(rows.get(part.key()).mark())) {
                marks.put(part.key(), commit.mark());
            }
        }
        return marks;
    }
}
