package dev.belfry.store.jdbc;

import java.sql.Array;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Turns the values of rows into one array for each column. Confined to a call. */
final class ColumnArrays implements Parameters {
    private final int rows;
    private final List<Column> columns = new ArrayList<>();
    private int row;
    private int index;

    private ColumnArrays(int rows) {
        this.rows = rows;
    }

    static List<Column> of(Collection<? extends Session.Bind> rows) throws SQLException {
        var arrays = new ColumnArrays(rows.size());
        for (var row : rows) {
            arrays.index = 0;
            row.to(arrays);
            arrays.row++;
        }
        return arrays.columns;
    }

    /** The values of one column and the name of their type. */
    static final class Column {
        private final String type;
        private final @Nullable Object[] values;

        private Column(String type, @Nullable Object[] values) {
            this.type = type;
            this.values = values;
        }

        Array on(Connection connection) throws SQLException {
            return connection.createArrayOf(type, values);
        }
    }

    @Override
    public Parameters number(long value) {
        return put(Types.BIGINT, value);
    }

    @Override
    public Parameters text(String value) {
        return put(Types.VARCHAR, value);
    }

    @Override
    public Parameters bytes(byte[] value) {
        return put(Types.BINARY, value);
    }

    @Override
    public Parameters none(int type) {
        return put(type, null);
    }

    private Parameters put(int type, @Nullable Object value) {
        if (index == columns.size()) {
            columns.add(column(type));
        }
        columns.get(index++).values[row] = value;
        return this;
    }

    /** Arrays of a class that drivers know, because they send the others as text. */
    private Column column(int type) {
        return switch (type) {
            case Types.BIGINT -> new Column("bigint", new Long[rows]);
            case Types.VARCHAR -> new Column("text", new String[rows]);
            case Types.BINARY -> new Column("bytea", new byte[rows][]);
            default -> throw new IllegalArgumentException("no array of type " + type);
        };
    }
}
