package dev.belfry.store.jdbc;

import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The values of a statement that {@link Dialect#ifExpected} words: the leases, and the rows of each
 * kind of change. Confined to a call.
 */
record ExpectedRows(ColumnArrays leases, Map<ExpectedChange, ColumnArrays> changes) {
    /** None if they are too long for one statement. */
    static Optional<ExpectedRows> of(List<ShardPart> parts, SqlEntryChanges changes)
            throws SQLException {
        var rows = new EnumMap<ExpectedChange, ColumnArrays>(ExpectedChange.class);
        boolean fits =
                fit(rows, ExpectedChange.DELETE, changes.deletes())
                        && fit(rows, ExpectedChange.MOVE, changes.moves())
                        && fit(rows, ExpectedChange.UPDATE, changes.updates())
                        && fit(rows, ExpectedChange.KEEP, changes.keeps())
                        && fit(rows, ExpectedChange.INSERT, changes.inserts())
                        && fit(rows, ExpectedChange.RAISE_MARK, marks(parts));
        return fits
                ? Optional.of(new ExpectedRows(ColumnArrays.of(leases(parts)), rows))
                : Optional.empty();
    }

    private static boolean fit(
            Map<ExpectedChange, ColumnArrays> rows,
            ExpectedChange kind,
            Collection<Session.Bind> values)
            throws SQLException {
        if (values.isEmpty()) {
            return true;
        }
        var arrays = ColumnArrays.parts(values, SqlBatch.MAX_ARRAY_BYTES);
        rows.put(kind, arrays.getFirst());
        return arrays.size() == 1;
    }

    private static List<Session.Bind> leases(List<ShardPart> parts) {
        return parts.stream().map(ExpectedRows::lease).toList();
    }

    private static Session.Bind lease(ShardPart part) {
        var lease = part.commit().lease();
        return parameters ->
                parameters
                        .number(part.key().value())
                        .number(lease.epoch().value())
                        .number(lease.token());
    }

    private static List<Session.Bind> marks(List<ShardPart> parts) {
        return parts.stream()
                .filter(part -> part.commit().storeMark())
                .map(part -> mark(part.commit().mark(), part.key()))
                .toList();
    }

    private static Session.Bind mark(Instant mark, ShardKey shard) {
        return parameters -> parameters.instant(mark).number(shard.value());
    }

    Set<ExpectedChange> kinds() {
        return Set.copyOf(changes.keySet());
    }

    /** All rows, then how many of them there must be. */
    void bind(StatementParameters parameters) throws SQLException {
        parameters.arrays(leases);
        for (var rows : changes.values()) {
            parameters.arrays(rows);
        }
        parameters.number(leases.rows());
        for (var kind : changes.keySet()) {
            if (kind.meansKnownRows()) {
                parameters.number(changes.get(kind).rows());
            }
        }
    }
}
