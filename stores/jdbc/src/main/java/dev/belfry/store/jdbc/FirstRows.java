package dev.belfry.store.jdbc;

import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The first rows of a shard in some order, for a dialect that makes a query over many shards of it.
 *
 * @param table where they are
 * @param fixed conditions on single columns, without parameters
 * @param at the column of instants that they are ordered by, before the uuid
 * @param range a condition on {@code (at, uuid)} with parameters
 * @param order of {@code at} and {@code uuid}
 * @param limit the words of a dialect, with the parameter for how many
 */
public record FirstRows(
        String table, List<String> fixed, String at, String range, String order, String limit) {
    /**
     * The rows of one shard; the parameter after those of the range is their number.
     *
     * @param columns what to read
     * @param shard the expression that is the shard's key
     */
    public String ofShard(String columns, String shard) {
        return """
        SELECT %s
        FROM %s
        WHERE shard_key = %s%s AND %s
        ORDER BY %s
        %s\
        """
                .formatted(columns, table, shard, fixedOf(""), range, order, limit);
    }

    /**
     * Those of each shard in a range of keys.
     *
     * @param join the words of a join whose right side may speak of the left
     */
    public String ofShards(String join) {
        return """
        SELECT f.*
        FROM (SELECT shard_key FROM shards WHERE shard_key BETWEEN ? AND ?) s
            %s (%s) f
        """
                .formatted(join, ofShard("shard_key, %s, uuid".formatted(at), "s.shard_key"));
    }

    /** The rows of this many shards; each has its key before the parameters of its rows. */
    public String ofShards(int count) {
        var one = "(%s)".formatted(ofShard("shard_key, %s, uuid".formatted(at), "?"));
        return String.join("\nUNION ALL\n", Collections.nCopies(count, one));
    }

    /** The fixed conditions with what must stand before a column, each after an AND. */
    public String fixedOf(String prefix) {
        return fixed.stream()
                .map(condition -> " AND " + prefix + condition)
                .collect(Collectors.joining());
    }
}
