package dev.belfry.store.cassandra;

import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BatchType;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.BoundStatementBuilder;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.Statement;
import dev.belfry.core.shard.AttemptUnderWay;
import dev.belfry.core.shard.Epoch;
import dev.belfry.core.shard.Incarnation;
import dev.belfry.core.shard.NodeId;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.Claim;
import dev.belfry.core.store.ClaimResult;
import dev.belfry.core.store.Release;
import dev.belfry.core.store.ShardRow;
import dev.belfry.core.store.StoreException;
import dev.belfry.core.timer.Instants;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The static columns of the shards: who owns them, and how far they are. A shard that nobody has
 * claimed yet has no row at all. Thread-safe.
 */
final class CassandraShards {
    /** Of the anchor, because a read of static columns alone would look for a living row. */
    private static final String READ =
            """
            SELECT kind, version, claim_token, mark, owner_node, owner_life, handed_over,
                handed_over_version
            FROM shards
            WHERE group_id = :group_id AND shard = :shard
                AND kind = 0 AND correlation = '' AND at = 0 AND uuid = 0x
            """;

    private static final String CLAIM =
            """
            UPDATE shards
            SET version = :version, claim_token = :claim_token, sequence = 0,
                owner_node = :owner_node, owner_life = :owner_life
            WHERE group_id = :group_id AND shard = :shard
            IF version = :seen_version AND claim_token = :seen_token
            """;

    /**
     * Goes with each claim, so that it is there before the first commit. An insert, because it
     * makes a row live without any column; a row made by an update is not seen where only static
     * columns are read from disk.
     */
    private static final String ANCHOR =
            """
            INSERT INTO shards (group_id, shard, kind, correlation, at, uuid)
            VALUES (:group_id, :shard, 0, '', 0, 0x)
            """;

    private static final String RELEASE =
            """
            UPDATE shards
            SET version = :version, claim_token = 0, owner_node = null, owner_life = null,
                mark = :mark, handed_over = :handed_over, handed_over_version = :version
            WHERE group_id = :group_id AND shard = :shard
            IF version = :seen_version AND claim_token = :seen_token
            """;

    private final Cql cql;

    /** Shards of which a claim or release got no answer and that were not read since. */
    private final Set<ShardId> inDoubt = ConcurrentHashMap.newKeySet();

    CassandraShards(Cql cql) {
        this.cql = cql;
    }

    /** How a shard stands; after a claim without an answer, read so that the claim is decided. */
    ShardRow read(ShardId shard) {
        if (!inDoubt.contains(shard)) {
            return standing(shard, cql.read(reading(shard).build())).row();
        }
        var row = readSerially(shard).row();
        inDoubt.remove(shard);
        return row;
    }

    private Standing readSerially(ShardId shard) {
        return standing(shard, cql.readSerially(reading(shard).build()));
    }

    /**
     * Claims, and then reads the shard serially: what an earlier owner left half done is finished
     * or void by then, so that every later read, however weak, shows the same.
     */
    ClaimResult claim(Claim claim) {
        var batch =
                BatchStatement.newInstance(
                        BatchType.UNLOGGED, claiming(claim), bind(ANCHOR, claim.shard()).build());
        boolean applied;
        try {
            applied = write(claim.shard(), batch);
        } catch (StoreException.OutcomeUnknown e) {
            return resolved(claim, e);
        }
        return applied
                ? claimed(claim, readBack(claim.shard()))
                : new ClaimResult.Refused(read(claim.shard()));
    }

    /**
     * What became of a claim without an answer. It is still open if the shard stands as the claim
     * saw it; it can never succeed if the shard stands otherwise.
     */
    private ClaimResult resolved(Claim claim, StoreException.OutcomeUnknown failure) {
        var standing = readBack(claim.shard());
        var row = standing.row();
        if (row.isHeldUnder(claim.lease())) {
            return claimed(claim, standing);
        }
        if (row.epoch().equals(claim.seenEpoch()) && row.token() == claim.seenToken()) {
            inDoubt.add(claim.shard());
            throw failure;
        }
        return new ClaimResult.Refused(row);
    }

    private static ClaimResult claimed(Claim claim, Standing standing) {
        return new ClaimResult.Claimed(
                claim.lease(), standing.row().mark(), standing.handedOverAt(claim.seenEpoch()));
    }

    private boolean write(ShardId shard, Statement<?> statement) {
        try {
            return cql.write(statement).wasApplied();
        } catch (StoreException.OutcomeUnknown e) {
            inDoubt.add(shard);
            throw e;
        }
    }

    private Standing readBack(ShardId shard) {
        try {
            var standing = readSerially(shard);
            inDoubt.remove(shard);
            return standing;
        } catch (StoreException.Unavailable e) {
            inDoubt.add(shard);
            throw new StoreException.OutcomeUnknown("a claim was not read back", e);
        }
    }

    private BoundStatement claiming(Claim claim) {
        var statement =
                bind(CLAIM, claim.shard())
                        .setLong("version", claim.seenEpoch().next().value())
                        .setLong("claim_token", claim.token())
                        .setString("owner_node", claim.owner().node().value())
                        .setLong("owner_life", claim.owner().life());
        if (claim.seenEpoch().equals(Epoch.ZERO) && claim.seenToken() == 0) {
            return statement.setToNull("seen_version").setToNull("seen_token").build();
        }
        return statement
                .setLong("seen_version", claim.seenEpoch().value())
                .setLong("seen_token", claim.seenToken())
                .build();
    }

    /** Only the holder of the lease writes the mark, so that what is read here stays true. */
    void release(Release release) {
        var lease = release.lease();
        var row = read(lease.shard());
        if (!row.isHeldUnder(lease)) {
            return;
        }
        write(
                lease.shard(),
                bind(RELEASE, lease.shard())
                        .setLong("version", lease.epoch().next().value())
                        .setLong("mark", Instants.max(row.mark(), release.mark()).toEpochMilli())
                        .setString("handed_over", AttemptUnderWay.toText(release.underWay()))
                        .setLong("seen_version", lease.epoch().value())
                        .setLong("seen_token", lease.token())
                        .build());
    }

    private BoundStatementBuilder reading(ShardId shard) {
        return bind(READ, shard);
    }

    private BoundStatementBuilder bind(String text, ShardId shard) {
        return bind(cql.statement(text), shard);
    }

    /** The partition of a shard. */
    static BoundStatementBuilder bind(BoundStatementBuilder statement, ShardId shard) {
        return statement
                .setString("group_id", shard.group().value())
                .setInt("shard", shard.index());
    }

    /**
     * A shard's row, and the list of its last release with the epoch at which it holds. A claim
     * raises the epoch and thereby puts the list away; it need not be read before.
     */
    private record Standing(ShardRow row, List<AttemptUnderWay> lastHandedOver, Epoch releasedAs) {
        List<AttemptUnderWay> handedOverAt(Epoch epoch) {
            return releasedAs.equals(epoch) ? lastHandedOver : List.of();
        }
    }

    private static Standing standing(ShardId shard, List<Row> rows) {
        if (rows.isEmpty() || rows.getFirst().isNull("version")) {
            var unowned =
                    new ShardRow(
                            shard, Epoch.ZERO, 0, Optional.empty(), Instants.EARLIEST, List.of());
            return new Standing(unowned, List.of(), Epoch.ZERO);
        }
        var row = rows.getFirst();
        var epoch = new Epoch(row.getLong("version"));
        var list = row.getString("handed_over");
        var handedOver = list == null ? List.<AttemptUnderWay>of() : AttemptUnderWay.fromText(list);
        var releasedAs = new Epoch(row.getLong("handed_over_version"));
        return new Standing(
                new ShardRow(
                        shard,
                        epoch,
                        row.getLong("claim_token"),
                        owner(row),
                        mark(row),
                        releasedAs.equals(epoch) ? handedOver : List.of()),
                handedOver,
                releasedAs);
    }

    private static Optional<Incarnation> owner(Row row) {
        return Optional.ofNullable(row.getString("owner_node"))
                .map(node -> new Incarnation(new NodeId(node), row.getLong("owner_life")));
    }

    private static Instant mark(Row row) {
        return row.isNull("mark") ? Instants.EARLIEST : CassandraTimerColumns.instant(row, "mark");
    }
}
