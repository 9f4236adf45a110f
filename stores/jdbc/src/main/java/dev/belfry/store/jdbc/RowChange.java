package dev.belfry.store.jdbc;

import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A statement that changes many rows of one table, without its words: a dialect gives them. Its
 * values are those of the columns, then those of the key that says which row is meant. Immutable.
 *
 * <p>The whole words of each, for each database: {@code src/test/resources/statements}.
 */
public sealed interface RowChange {
    String table();

    /** The columns that are given a value. */
    List<String> columns();

    /** The columns that say which row is meant. */
    List<String> key();

    /** Rows that are not there yet. */
    record Insert(String table, List<String> columns) implements RowChange {
        @Override
        public List<String> key() {
            return List.of();
        }
    }

    /** Rows that may be there: what they hold is replaced. The key is among the columns. */
    record Replace(String table, List<String> columns, List<String> replaced) implements RowChange {
        /** What removes the rows that may be there. */
        Delete deletion() {
            return new Delete(table, columns.stream().filter(replaced::contains).toList());
        }

        /** Of each column, whether it says which row is replaced. */
        List<Boolean> areReplaced() {
            return columns.stream().map(replaced::contains).toList();
        }

        @Override
        public List<String> key() {
            return List.of();
        }
    }

    /** Rows that are there. */
    record Update(String table, List<String> columns, List<String> key) implements RowChange {}

    /** Rows that are there and will not be. */
    record Delete(String table, List<String> key) implements RowChange {
        @Override
        public List<String> columns() {
            return List.of();
        }
    }

    /** How many values a row has. */
    default int width() {
        return columns().size() + key().size();
    }

    /** The words of standard SQL, one row at a time; a replacement has none there. */
    default String oneRow() {
        return switch (this) {
            case Insert _, Replace _ ->
                    "INSERT INTO %s (%s) VALUES (%s)"
                            .formatted(table(), String.join(", ", columns()), marks());
            case Update _ ->
                    "UPDATE %s SET %s WHERE %s"
                            .formatted(table(), equal(columns(), ", "), equal(key(), " AND "));
            case Delete _ -> "DELETE FROM %s WHERE %s".formatted(table(), equal(key(), " AND "));
        };
    }

    private String marks() {
        return String.join(", ", Collections.nCopies(columns().size(), "?"));
    }

    private static String equal(List<String> columns, String between) {
        return columns.stream().map(column -> column + " = ?").collect(Collectors.joining(between));
    }
}
