package dev.belfry.store.jdbc;

import java.sql.SQLException;

/** What differs between SQL databases. It answers questions and runs nothing. Immutable. */
public interface Dialect {
    /** What a failure says about the call that met it. */
    enum Fault {
        /** The call may succeed later. */
        TRANSIENT,
        /** The call's data can not be stored, now or later. */
        REFUSED,
        /** The connection can not be trusted any more. */
        BROKEN
    }

    /** Whether several nodes may use the database at the same time. */
    boolean isShared();

    /** The statement that begins a transaction which writes. */
    String begin();

    /** A select of shard rows, such that no claim changes them before the transaction ends. */
    String fenced(String selectOfShards);

    /** A select of shard rows, such that nobody else reads them under a fence or changes them. */
    String locked(String selectOfShards);

    /** A query that gives back its parameters as this many rows of a number and bytes. */
    String pairs(int count);

    /** The statement that keeps a timer, in place of what was kept under its key. */
    String keep();

    /** The statement whose one row is the database's clock in epoch milliseconds. */
    String clock();

    /** What a failure means. */
    Fault fault(SQLException failure);

    /** Whether a commit that failed so has certainly not happened and can be rolled back. */
    boolean refusesCommit(SQLException failure);

    /** Whether a rollback failed only because the database had rolled back by itself. */
    boolean hadRolledBack(SQLException failure);
}
