package dev.belfry.bench.floors;

import dev.belfry.bench.harness.SampleTimer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** By one statement of PostgreSQL for all rows, with an array for each column. */
final class ArrayInserts implements RawInserts {
    private static final String INSERT =
            """
            INSERT INTO timers (%s)
            SELECT * FROM unnest(?::bigint[], ?::bigint[], ?::bytea[], ?::bigint[], ?::bigint[],
                ?::integer[], ?::text[], ?::bigint[], ?::text[], ?::bigint[], ?::text[], ?::bytea[],
                ?::bigint[], ?::bigint[], ?::bytea[])
            """
                    .formatted(RawRows.COLUMNS);

    private final PreparedStatement insert;
    private final RawRows rows;
    private final List<List<Object>> added = new ArrayList<>();

    ArrayInserts(Connection connection) throws SQLException {
        this.rows = RawRows.in(connection);
        this.insert = connection.prepareStatement(INSERT);
    }

    @Override
    public void add(SampleTimer timer) {
        added.add(rows.values(timer));
    }

    @Override
    public void flush() throws SQLException {
        if (added.isEmpty()) {
            return;
        }
        for (int column = 0; column < added.getFirst().size(); column++) {
            insert.setObject(column + 1, array(column));
        }
        insert.executeUpdate();
        added.clear();
    }

    /** As the driver takes it without a look at each of its values. */
    private Object array(int column) {
        return switch (added.getFirst().get(column)) {
            case Long _ -> values(column, Long.class).mapToLong(it -> it).toArray();
            case Integer _ -> values(column, Integer.class).mapToInt(it -> it).toArray();
            case String _ -> values(column, String.class).toArray(String[]::new);
            case byte[] _ -> values(column, byte[].class).toArray(byte[][]::new);
            default -> throw new IllegalStateException("no array for column " + column);
        };
    }

    private <T> Stream<T> values(int column, Class<T> type) {
        return added.stream().map(row -> type.cast(row.get(column)));
    }

    @Override
    public void close() throws SQLException {
        insert.close();
    }
}
