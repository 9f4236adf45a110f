package dev.belfry.store.jdbc;

import java.sql.SQLException;
import java.util.Collections;
import java.util.Optional;
import java.util.Set;

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
        BROKEN,
        /** The server takes no writes any more: no connection to it is of use. */
        READ_ONLY
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
        KEPT_BY_CORRELATION("kept_timers"),
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

    /**
     * The statement after which nobody else creates a group or a kind of records, if beginning is
     * not enough.
     */
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
    default String among(String table, String key, int count) {
        return "%s WHERE %s IN (%s)"
                .formatted(table, key, String.join(", ", Collections.nCopies(count, "?")));
    }

    /** The most elements of a list of parameters. A statement may have two lists, of two each. */
    default int longestList() {
        return 1_024;
    }

    /** Whether pairs of values can be compared, as in {@code (a, b) < (?, ?)}. */
    default boolean comparesPairs() {
        return true;
    }

    /** The words behind an ordered query that keep its first rows, as many as a parameter says. */
    default String limit() {
        return "LIMIT ?";
    }

    /**
     * A query that counts rows, up to a parameter; none if a subquery that is read from can not
     * speak of the rows around it.
     *
     * @param rows what follows the FROM
     */
    default Optional<String> countOf(String rows) {
        return Optional.of(
                "SELECT count(*) FROM (SELECT 1 FROM %s LIMIT ?) some_rows".formatted(rows));
    }

    /** What stands for a column of timers in a query that does not read it, beside ones that do. */
    default String nothingFor(String column) {
        return "NULL";
    }

    /** The words of a change: for any number of rows if lists are arrays, else for one. */
    String change(RowChange change);

    /** A table that is read in an order, after a FROM; some planners must be told the index. */
    default String inOrder(Order order) {
        return order.table();
    }

    /**
     * Whether there are words for replacing rows that may be there. Without, they are deleted and
     * inserted; whoever inserts the same row meanwhile is contention.
     */
    default boolean replaces() {
        return true;
    }

    /**
     * A query of the first rows of each shard in a range of keys: the range's parameters come
     * first, then those of the rows. None if the database can only be asked for each shard.
     */
    Optional<String> firstOfShards(FirstRows rows);

    /** Whether the driver takes a whole result into memory before it shows the first row. */
    default boolean readsAhead() {
        return false;
    }

    /**
     * Whether statements with a semicolon between them go to the database in one round trip, where
     * the next begins only if the one before has worked, and sees what was committed until then.
     */
    default boolean joinsStatements() {
        return false;
    }

    /** Whether a change can end with RETURNING and a value for each row that it changed. */
    default boolean returnsRows() {
        return false;
    }

    /**
     * Whether a query can change rows of several tables, all of which stand as they were before it
     * began until it ends.
     */
    default boolean changesIfExpected() {
        return false;
    }

    /**
     * The query that makes changes of these kinds if all leases hold and all rows are as expected,
     * and else none; its one row says which. Its parameters are the leases (shard, epoch, token),
     * the rows of each kind, and how many leases and known rows there must be. Only where {@link
     * #changesIfExpected} says so.
     */
    default String ifExpected(Set<ExpectedChange> kinds) {
        throw new UnsupportedOperationException("a query changes nothing here");
    }

    /** The statement whose one row is the database's clock in epoch milliseconds. */
    String clock();

    /**
     * The words for locks of numbers that last as long as a session, and that many sessions can
     * hold.
     *
     * @param hold takes one
     * @param isFree gives 1 if nobody holds one, and 0 otherwise
     */
    record LifeLock(String hold, String isFree) {}

    /** By which others see whether a life of a node has sessions. */
    default Optional<LifeLock> lifeLock() {
        return Optional.empty();
    }

    /** The statement that ends transactions whose nodes have stopped, if the server does not. */
    default Optional<String> endStopped() {
        return Optional.empty();
    }

    /** What a failure means. */
    Fault fault(SQLException failure);

    /** Whether a commit that failed so has certainly not happened and can be rolled back. */
    boolean refusesCommit(SQLException failure);

    /** Whether a rollback failed only because the database had rolled back by itself. */
    boolean hadRolledBack(SQLException failure);
}
