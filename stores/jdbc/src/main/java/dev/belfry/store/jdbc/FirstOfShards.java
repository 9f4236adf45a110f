package dev.belfry.store.jdbc;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads the first rows of each shard of a group, in few statements. Immutable. */
final class FirstOfShards {
    private final FirstRows rows;
    private final Optional<String> ofRange;

    FirstOfShards(FirstRows rows, Dialect dialect) {
        this.rows = rows;
        this.ofRange = dialect.firstOfShards(rows);
    }

    /**
     * The positions of the first rows of each shard, in no order.
     *
     * @param range the parameters of the rows' range
     */
    List<SqlGroupScan.Found> read(
            Session session, OpenGroup group, Session.Bind range, int perShard)
            throws SQLException {
        var found = new ArrayList<SqlGroupScan.Found>();
        Session.Visit visit =
                row ->
                        found.add(
                                new SqlGroupScan.Found(new ShardKey(row.number()), row.position()));
        Session.Bind first =
                parameters -> {
                    range.to(parameters);
                    parameters.number(perShard);
                };
        if (ofRange.isPresent()) {
            session.query(ofRange.get(), parameters -> bindRange(parameters, group, first), visit);
        } else {
            for (var shards : OpenGroup.forSelects(group.keys())) {
                session.query(
                        rows.ofShards(shards.size()),
                        parameters -> bindEach(parameters, shards, first),
                        visit);
            }
        }
        return found;
    }

    private static void bindRange(Parameters parameters, OpenGroup group, Session.Bind first)
            throws SQLException {
        parameters.number(group.first().value()).number(group.last().value());
        first.to(parameters);
    }

    private static void bindEach(Parameters parameters, List<ShardKey> shards, Session.Bind first)
            throws SQLException {
        for (var shard : shards) {
            parameters.number(shard.value());
            first.to(parameters);
        }
    }
}
