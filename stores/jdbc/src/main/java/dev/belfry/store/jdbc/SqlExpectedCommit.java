package dev.belfry.store.jdbc;

import dev.belfry.core.mutation.Create;
import dev.belfry.core.mutation.Decision;
import dev.belfry.core.mutation.Followers;
import dev.belfry.core.mutation.Mutation;
import dev.belfry.core.store.CommitResult;
import dev.belfry.core.timer.Entry;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A commit in one round trip: fence, changes and the end of the transaction in one message. What it
 * will find is taken for granted, the changes are decided from it, and the database makes all of
 * them if everything is so, else none. Thread-safe.
 *
 * <p>Where nothing was changed, {@link SqlCommit} looks first, as it does for commits of which
 * nobody can tell what they will find.
 */
final class SqlExpectedCommit {
    /**
     * Commits that look first after one that took the wrong things for granted: who creates timers
     * that are there already does so again and again, and each wrong try is a round trip more.
     */
    private static final int LOOK_FIRST = 50;

    private final Transactions transactions;
    private final SqlShards shards;
    private final Dialect dialect;
    private final Map<Set<ExpectedChange>, String> texts = new ConcurrentHashMap<>();
    private final AtomicInteger lookFirst = new AtomicInteger();

    SqlExpectedCommit(Transactions transactions, SqlShards shards, Dialect dialect) {
        this.transactions = transactions;
        this.shards = shards;
        this.dialect = dialect;
    }

    /** The results; none if nothing was written and the commit is to be made by looking first. */
    Optional<List<CommitResult>> apply(List<ShardPart> parts) {
        if (!dialect.changesIfExpected() || parts.isEmpty() || !mayExpect(parts.size())) {
            return Optional.empty();
        }
        var changes = new SqlEntryChanges(SqlEntryChanges.RowName.STATE);
        var results = new ArrayList<CommitResult>(parts.size());
        for (var part : parts) {
            var decisions = decisions(part, changes);
            if (decisions.isEmpty()) {
                return Optional.empty();
            }
            results.add(new CommitResult.Committed(decisions.get(), List.of()));
        }
        return isMade(parts, changes) ? Optional.of(results) : Optional.empty();
    }

    private boolean mayExpect(int shardCount) {
        return shardCount <= ShardPart.MOST_TOGETHER
                && lookFirst.getAndUpdate(left -> Math.max(0, left - 1)) == 0;
    }

    /** None if it can not be told what some mutation will find, or if others follow from it. */
    private static Optional<List<Decision>> decisions(ShardPart part, SqlEntryChanges changes) {
        var mutations = part.commit().mutations();
        var decisions = new ArrayList<Decision>(mutations.size());
        for (var mutation : mutations) {
            var before = expected(mutation);
            if (before.isEmpty()) {
                return Optional.empty();
            }
            var decision = mutation.decide(before.get(), part.commit().mark());
            changes.add(EntryKey.of(part.key(), mutation), decision);
            decisions.add(decision);
        }
        return Followers.of(mutations, decisions).isEmpty()
                ? Optional.of(decisions)
                : Optional.empty();
    }

    private static Optional<Entry> expected(Mutation mutation) {
        return mutation instanceof Create
                ? Optional.of(Entry.absent())
                : mutation.expected().map(Entry.Pending::new);
    }

    private boolean isMade(List<ShardPart> parts, SqlEntryChanges changes) {
        var made = transactions.writeAtOnce(session -> make(session, parts, changes));
        if (made.isPresent() && !made.get()) {
            lookFirst.set(LOOK_FIRST);
        }
        return made.orElse(false);
    }

    /** Whether all was as expected; none if it is too long for one statement. */
    private Optional<Boolean> make(Session session, List<ShardPart> parts, SqlEntryChanges changes)
            throws SQLException {
        transactions.requireKnownHistory();
        var rows = ExpectedRows.of(parts, changes);
        if (rows.isEmpty()) {
            return Optional.empty();
        }
        var answers = new ArrayList<Boolean>(1);
        var queries = new ArrayList<Session.Query>();
        for (var fence : shards.fence(parts, new ShardRows())) {
            queries.add(new Session.Query(fence.sql(), fence.bind(), _ -> false));
        }
        var text = texts.computeIfAbsent(rows.get().kinds(), dialect::ifExpected);
        queries.add(new Session.Query(text, rows.get()::bind, row -> answers.add(row.bool())));
        session.queryAndCommit(queries);
        return Optional.of(answers.getFirst());
    }
}
