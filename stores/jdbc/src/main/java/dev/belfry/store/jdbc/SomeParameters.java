package dev.belfry.store.jdbc;

import java.sql.SQLException;
import java.util.List;

/** Passes on some of the values of a row. Confined to a call. */
final class SomeParameters implements Parameters {
    private final Parameters parameters;
    private final List<Boolean> passed;
    private int index;

    /**
     * @param passed of each value, whether it is passed on
     */
    SomeParameters(Parameters parameters, List<Boolean> passed) {
        this.parameters = parameters;
        this.passed = passed;
    }

    @Override
    public Parameters number(long value) throws SQLException {
        if (passes()) {
            parameters.number(value);
        }
        return this;
    }

    @Override
    public Parameters text(String value) throws SQLException {
        if (passes()) {
            parameters.text(value);
        }
        return this;
    }

    @Override
    public Parameters bytes(byte[] value) throws SQLException {
        if (passes()) {
            parameters.bytes(value);
        }
        return this;
    }

    @Override
    public Parameters none(int type) throws SQLException {
        if (passes()) {
            parameters.none(type);
        }
        return this;
    }

    private boolean passes() {
        return passed.get(index++);
    }
}
