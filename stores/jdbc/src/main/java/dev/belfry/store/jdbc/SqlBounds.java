package dev.belfry.store.jdbc;

import dev.belfry.core.store.PositionRange;
import dev.belfry.core.timer.Position;
import java.sql.SQLException;

/**
 * Conditions on where rows lie: by a column of instants, and by uuid where those are the same. Not
 * all databases compare pairs of values; without, a bound of the instant comes first, and rows at
 * the bound itself are looked at one by one. Immutable.
 */
record SqlBounds(boolean comparesPairs) {
    static SqlBounds of(Dialect dialect) {
        return new SqlBounds(dialect.comparesPairs());
    }

    /**
     * In a range. Some planners take no bounds out of pairs, and need the other ones; the plus
     * keeps those that do from seeing two ways.
     */
    String inRange(String at) {
        return words(
                at,
                "+{at} BETWEEN ? AND ? AND ({at}, uuid) >= (?, ?) AND ({at}, uuid) < (?, ?)",
                "{at} BETWEEN ? AND ? AND NOT ({at} = ? AND uuid < ?) AND NOT ({at} = ? AND uuid >= ?)");
    }

    static Parameters bind(Parameters parameters, PositionRange range) throws SQLException {
        return parameters
                .instant(range.fromInclusive().fireAt())
                .instant(range.untilExclusive().fireAt())
                .position(range.fromInclusive())
                .position(range.untilExclusive());
    }

    String from(String at) {
        return words(
                at,
                "+{at} >= ? AND ({at}, uuid) >= (?, ?)",
                "{at} >= ? AND NOT ({at} = ? AND uuid < ?)");
    }

    static Parameters bindFrom(Parameters parameters, Position from) throws SQLException {
        return parameters.instant(from.fireAt()).position(from);
    }

    String before(String at) {
        return words(
                at,
                "+{at} <= ? AND ({at}, uuid) < (?, ?)",
                "{at} <= ? AND NOT ({at} = ? AND uuid >= ?)");
    }

    static Parameters bindBefore(Parameters parameters, Position before) throws SQLException {
        return parameters.instant(before.fireAt()).position(before);
    }

    private String words(String at, String pairs, String single) {
        return (comparesPairs ? pairs : single).replace("{at}", at);
    }
}
