package dev.belfry.store.jdbc.mysql;

import dev.belfry.store.jdbc.Dialect;
import dev.belfry.store.jdbc.FirstRows;
import dev.belfry.store.jdbc.RowChange;
import java.sql.SQLException;
import java.util.Collections;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * MySQL's, MariaDB's and TiDB's answers. A row lock is the fence, at READ COMMITTED: the statements
 * after it see all that was committed before the lock was had.
 */
public final class MysqlDialect implements Dialect {
    private final Product product;

    MysqlDialect(Product product) {
        this.product = product;
    }

    @Override
    public boolean isShared() {
        return true;
    }

    @Override
    public Optional<String> begin() {
        return product.begin();
    }

    /** A row that is there for this alone: locks of tables would end the transaction. */
    @Override
    public Optional<String> lockGroups() {
        return Optional.of("SELECT id FROM group_creation WHERE id = 1 FOR UPDATE");
    }

    @Override
    public String fenced(String selectOfShards) {
        return selectOfShards + product.fence();
    }

    @Override
    public String locked(String select) {
        return select + "FOR UPDATE";
    }

    @Override
    public Lists lists() {
        return Lists.PARAMETERS;
    }

    /** Rows of constants are joined badly, and each of these servers has other words for them. */
    @Override
    public Optional<String> pairs(int count) {
        return Optional.empty();
    }

    /** The index is named, because old statistics make reading all of a shard look cheaper. */
    @Override
    public String byKeys(String list, String table, int count) {
        return "%s FORCE INDEX (%s_by_uuid) WHERE (shard_key, uuid) IN (%s)"
                .formatted(table, table, times(count, "(?, ?)"));
    }

    /** Without the index, a long list makes it wait for the locks of rows that are not in it. */
    @Override
    public String among(String table, String key, int count) {
        return "%s FORCE INDEX (PRIMARY) WHERE %s IN (%s)".formatted(table, key, times(count, "?"));
    }

    /** Shards that hold little, or did when they were counted, are sorted otherwise. */
    @Override
    public String inOrder(Order order) {
        var index =
                switch (order) {
                    case BY_POSITION, BY_SETTLING -> "PRIMARY";
                    case BY_CORRELATION -> "timers_by_correlation";
                    case KEPT_BY_CORRELATION -> "kept_timers_by_correlation";
                    case BY_END -> "kept_timers_by_end";
                };
        return "%s FORCE INDEX (%s)".formatted(order.table(), index);
    }

    private static String times(int count, String what) {
        return String.join(", ", Collections.nCopies(count, what));
    }

    /** One row at a time: the driver sends many at once. */
    @Override
    public String change(RowChange change) {
        return change instanceof RowChange.Replace
                ? "%s ON DUPLICATE KEY UPDATE %s".formatted(change.oneRow(), taken(change))
                : change.oneRow();
    }

    private static String taken(RowChange change) {
        return change.columns().stream()
                .map(column -> "%s = VALUES(%s)".formatted(column, column))
                .collect(Collectors.joining(", "));
    }

    /** Only MySQL has lateral joins, and none of them a limit in a subquery of rows. */
    @Override
    public Optional<String> firstOfShards(FirstRows rows) {
        return Optional.empty();
    }

    /** MySQL can do it, the others can not. */
    @Override
    public Optional<String> countOf(String rows) {
        return Optional.empty();
    }

    /** Connections live in UTC, where no hour comes twice. */
    @Override
    public String clock() {
        return "SELECT CAST(UNIX_TIMESTAMP(NOW(3)) * 1000 AS SIGNED)";
    }

    @Override
    public Fault fault(SQLException failure) {
        return MysqlErrors.fault(failure);
    }

    @Override
    public boolean refusesCommit(SQLException failure) {
        return MysqlErrors.refusesCommit(failure);
    }

    /** A rollback outside of a transaction does nothing. */
    @Override
    public boolean hadRolledBack(SQLException failure) {
        return false;
    }
}
