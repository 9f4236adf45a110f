package dev.belfry.store.jdbc;

import java.sql.SQLException;
import java.util.Optional;

/** What differs between SQL databases. It answers questions and runs nothing. Immutable. */
public interface Dialect {
    /** What a failure says about the call that met it. */
    enum Fault {
        /** The call may succeed later. */
        TRANSIENT,
        /** Another transaction was in the way: the call may succeed at once. */
        CONTENDED,
        /** The call's data can not be stored, now or later. */
        REFUSED,
        /** The connection can not be trusted any more. */
        BROKEN
    }

    /** How the values of many rows travel in one statement. */
    enum Lists {
        /** Each value is a parameter, and each number of rows a statement of its own. */
        PARAMETERS,
        /** Each column is an array, whatever the number of rows. */
        ARRAYS
    }

    /** The orders in which many timers are read; each has an index. */
    enum Order {
        BY_POSITION("timers"),
        BY_CORRELATION("timers"),
        BY_SETTLING("kept_timers"),
        BY_END("kept_timers");

        private final String table;

        Order(String table) {
            this.table = table;
        }

        public String table() {
            return table;
        }
    }

    /** Whether several nodes may use the database at the same time. */
    boolean isShared();

    /** The statement that begins a transaction which writes, if beginning needs one. */
    Optional<String> begin();

    /** The statement after which nobody else creates a group, if beginning is not enough. */
    Optional<String> lockGroups();

    /** A select of shard rows, such that no claim changes them before the transaction ends. */
    String fenced(String selectOfShards);

    /** A select of rows, such that nobody else reads them under a fence or changes them. */
    String locked(String select);

    /** How lists of values are given to the statements of this dialect. */
    Lists lists();

    /**
     * A query that gives back its parameters as this many rows of a number and bytes; none if a
     * list of keys stands wherever a statement speaks of it.
     */
    Optional<String> pairs(int count);

    /**
     * The rows of a table that have the keys of a list, as what follows a FROM. It reads one row
     * for each key, and not one key for each row.
     *
     * @param list whose columns have its name before {@code _shard} and {@code _uuid}
     * @param count of the keys, for a list that stands here
     */
    String byKeys(String list, String table, int count);

    /** The rows of a table whose primary key is one of this many numbers, after a FROM. */
    String among(String table, String key, int count);

    /** The words of a change: for any number of rows if lists are arrays, else for one. */
    String change(RowChange change);

    /** A table that is read in an order, after a FROM; some planners must be told the index. */
    default String inOrder(Order order) {
        return order.table();
    }

    /**
     * A query of the first rows of each shard in a range of keys: the range's parameters come
     * first, then those of the rows. None if the database can only be asked for each shard.
     */
    Optional<String> firstOfShards(FirstRows rows);

    /** Whether a subquery that is read from can speak of the rows around it. */
    boolean readsFromCorrelated();

    /** The statement whose one row is the database's clock in epoch milliseconds. */
    String clock();

    /** What a failure means. */
    Fault fault(SQLException failure);

    /** Whether a commit that failed so has certainly not happened and can be rolled back. */
    boolean refusesCommit(SQLException failure);

    /** Whether a rollback failed only because the database had rolled back by itself. */
    boolean hadRolledBack(SQLException failure);
}
