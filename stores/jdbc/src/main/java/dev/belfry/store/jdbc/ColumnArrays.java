package dev.belfry.store.jdbc;

import java.sql.Array;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** Turns the values of rows into one array for each column. Confined to a call. */
final class ColumnArrays implements Parameters {
    private final List<Column> columns = new ArrayList<>();
    private int rows;
    private int index;
    private long bytes;

    /** All rows in one, whatever their size. */
    static ColumnArrays of(Collection<? extends Session.Bind> rows) throws SQLException {
        return parts(rows, Long.MAX_VALUE).getFirst();
    }

    /**
     * The rows in as few parts as hold this many bytes each; a single row may exceed it.
     *
     * @param rows one at least
     */
    static List<ColumnArrays> parts(Collection<? extends Session.Bind> rows, long maxBytes)
            throws SQLException {
        var parts = new ArrayList<ColumnArrays>();
        parts.add(new ColumnArrays());
        for (var row : rows) {
            if (parts.getLast().bytes >= maxBytes) {
                parts.add(new ColumnArrays());
            }
            parts.getLast().add(row);
        }
        return parts;
    }

    private void add(Session.Bind row) throws SQLException {
        index = 0;
        row.to(this);
        rows++;
    }

    int rows() {
        return rows;
    }

    List<Column> columns() {
        return columns;
    }

    /**
     * The values of one column and the name of their type.
     *
     * @param kind the class of arrays that drivers know, because they send the others as text
     */
    record Column(String type, List<@Nullable Object> values, IntFunction<Object[]> kind) {
        Array on(Connection connection) throws SQLException {
            return connection.createArrayOf(type, values.toArray(kind));
        }
    }

    @Override
    public Parameters number(long value) {
        return put(Types.BIGINT, value, Long.BYTES);
    }

    @Override
    public Parameters text(String value) {
        return put(Types.VARCHAR, value, value.length());
    }

    @Override
    public Parameters bytes(byte[] value) {
        return put(Types.BINARY, value, value.length);
    }

    @Override
    public Parameters none(int type) {
        return put(type, null, 0);
    }

    private Parameters put(int type, @Nullable Object value, int size) {
        if (index == columns.size()) {
            columns.add(column(type));
        }
        columns.get(index++).values().add(value);
        bytes += size;
        return this;
    }

    private static Column column(int type) {
        return switch (type) {
            case Types.BIGINT -> new Column("bigint", new ArrayList<>(), Long[]::new);
            case Types.VARCHAR -> new Column("text", new ArrayList<>(), String[]::new);
            case Types.BINARY -> new Column("bytea", new ArrayList<>(), byte[][]::new);
            default -> throw new IllegalArgumentException("no array of type " + type);
        };
    }
}
