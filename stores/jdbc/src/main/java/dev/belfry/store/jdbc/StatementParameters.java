package dev.belfry.store.jdbc;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Collection;

/** Sets the parameters of a statement one after the other. Confined to a call. */
final class StatementParameters implements Parameters {
    private final PreparedStatement statement;
    private final Dialect.Lists lists;
    private int index;
    private long bytes;

    StatementParameters(PreparedStatement statement, Dialect.Lists lists) {
        this.statement = statement;
        this.lists = lists;
    }

    @Override
    public StatementParameters number(long value) throws SQLException {
        statement.setLong(++index, value);
        return this;
    }

    @Override
    public StatementParameters text(String value) throws SQLException {
        statement.setString(++index, value);
        bytes += value.length();
        return this;
    }

    @Override
    public StatementParameters bytes(byte[] value) throws SQLException {
        statement.setBytes(++index, value);
        bytes += value.length;
        return this;
    }

    @Override
    public StatementParameters none(int type) throws SQLException {
        statement.setNull(++index, type);
        return this;
    }

    /** About how long the texts and bytes so far are. */
    long bytes() {
        return bytes;
    }

    /** The values of many rows of the same columns, as the dialect wants lists. */
    StatementParameters rows(Collection<? extends Session.Bind> rows) throws SQLException {
        switch (lists) {
            case PARAMETERS -> {
                for (var row : rows) {
                    row.to(this);
                }
            }
            case ARRAYS -> arrays(ColumnArrays.of(rows));
        }
        return this;
    }

    StatementParameters arrays(ColumnArrays arrays) throws SQLException {
        for (var column : arrays.columns()) {
            statement.setArray(++index, column.on(statement.getConnection()));
        }
        return this;
    }
}
