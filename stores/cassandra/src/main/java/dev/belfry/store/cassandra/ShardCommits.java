package dev.belfry.store.cassandra;

import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchType;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import dev.belfry.core.mutation.Decision;
import dev.belfry.core.mutation.Followers;
import dev.belfry.core.store.CommitResult;
import dev.belfry.core.store.ShardCommit;
import dev.belfry.core.timer.Entry;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * A shard's part of a commit as one conditional batch. Immutable.
 *
 * <p>The entries are read before it. That counts as reading under the fence, because every commit
 * raises the sequence and every claim the version: if the batch applies, nothing has changed since.
 * The sequence also stops a batch that arrives late or twice.
 */
final class ShardCommits {
    private static final String FENCE =
            """
            UPDATE shards
            SET sequence = :sequence
            WHERE group_id = :group_id AND shard = :shard
            IF version = :version AND claim_token = :claim_token AND sequence = :former
            """;

    private static final String FENCE_AND_MARK =
            """
            UPDATE shards
            SET sequence = :sequence, mark = :mark
            WHERE group_id = :group_id AND shard = :shard
            IF version = :version AND claim_token = :claim_token AND sequence = :former
            """;

    private final Cql cql;
    private final CassandraShards shards;
    private final CassandraEntryReader reader;

    ShardCommits(Cql cql, CassandraShards shards, CassandraEntryReader reader) {
        this.cql = cql;
        this.shards = shards;
        this.reader = reader;
    }

    CommitResult apply(ShardCommit commit) {
        var shard = commit.lease().shard();
        var entries = reader.read(shard, commit.mutations());
        var writer = new CassandraEntryWriter(cql, shard);
        var decisions = new ArrayList<Decision>(commit.mutations().size());
        for (var mutation : commit.mutations()) {
            var uuid = CassandraEntryReader.uuidOf(mutation);
            var decision =
                    mutation.decide(entries.getOrDefault(uuid, Entry.absent()), commit.mark());
            if (decision.changes()) {
                writer.add(uuid, decision);
            }
            decisions.add(decision);
        }
        var followed = follow(commit, decisions, writer);
        var batch =
                BatchStatement.builder(BatchType.UNLOGGED)
                        .addStatement(fence(commit))
                        .addStatements(List.copyOf(writer.statements()))
                        .build();
        return cql.write(batch).wasApplied()
                ? new CommitResult.Committed(decisions, followed)
                : new CommitResult.LeaseLost();
    }

    private List<Decision> follow(
            ShardCommit commit, List<Decision> decisions, CassandraEntryWriter writer) {
        var followers = Followers.of(commit.mutations(), decisions);
        var entries = reader.read(commit.lease().shard(), followers);
        var followed = new ArrayList<Decision>(followers.size());
        for (var follower : followers) {
            var uuid = CassandraEntryReader.uuidOf(follower);
            var decision =
                    follower.decide(entries.getOrDefault(uuid, Entry.absent()), commit.mark());
            if (decision.changes()) {
                writer.add(uuid, decision);
            }
            followed.add(decision);
        }
        return followed;
    }

    private BoundStatement fence(ShardCommit commit) {
        var lease = commit.lease();
        var stored = commit.storeMark() ? shards.read(lease.shard()).mark() : Instant.MAX;
        boolean raisesMark = commit.mark().isAfter(stored);
        var statement =
                CassandraShards.bind(
                                cql.statement(raisesMark ? FENCE_AND_MARK : FENCE), lease.shard())
                        .setLong("sequence", commit.sequence())
                        .setLong("version", lease.epoch().value())
                        .setLong("claim_token", lease.token())
                        .setLong("former", commit.sequence() - 1);
        return raisesMark
                ? statement.setLong("mark", commit.mark().toEpochMilli()).build()
                : statement.build();
    }
}
