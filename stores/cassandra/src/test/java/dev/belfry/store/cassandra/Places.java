package dev.belfry.store.cassandra;

import com.datastax.oss.driver.api.core.cql.BatchStatement;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** The clustering keys that a batch deletes and writes. */
record Places(List<String> deleted, List<String> written) {
    static Places of(BatchStatement batch) {
        var places = new Places(new ArrayList<>(), new ArrayList<>());
        batch.forEach(statement -> places.add((BoundStatement) statement));
        return places;
    }

    private void add(BoundStatement statement) {
        var text = statement.getPreparedStatement().getQuery().strip();
        if (text.startsWith("DELETE")) {
            deleted.add(place(statement, statement.getByte("kind")));
        } else if (text.contains("VALUES (:group_id, :shard, 1,")) {
            written.add(place(statement, Tables.BY_ID));
        } else if (text.contains("VALUES (:group_id, :shard, 2,")) {
            written.add(place(statement, Tables.CORRELATED));
        } else if (text.startsWith("INSERT")) {
            written.add(place(statement, statement.getByte("kind")));
        }
    }

    private static String place(BoundStatement statement, byte kind) {
        boolean placed = kind != Tables.BY_ID;
        var correlation = kind == Tables.CORRELATED ? statement.getString("correlation") : "";
        return "%d/%s/%d/%s"
                .formatted(
                        kind,
                        correlation,
                        placed ? statement.getLong("at") : 0,
                        HexFormat.of()
                                .formatHex(
                                        CassandraTimerColumns.bytes(
                                                statement.getByteBuffer("uuid"))));
    }
}
