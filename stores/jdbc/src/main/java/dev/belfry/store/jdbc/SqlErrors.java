package dev.belfry.store.jdbc;

import dev.belfry.core.store.StoreException;
import java.sql.SQLException;

/** Turns a driver's failures into what the caller may do next. Immutable. */
public final class SqlErrors {
    private final Dialect dialect;

    public SqlErrors(Dialect dialect) {
        this.dialect = dialect;
    }

    /** A failure of a call that has not tried to commit: certainly nothing was written. */
    public StoreException beforeCommit(SQLException failure) {
        return switch (dialect.fault(failure)) {
            case TRANSIENT, CONTENDED, BROKEN, READ_ONLY ->
                    new StoreException.Unavailable(
                            "nothing was written: " + failure.getMessage(), failure);
            case REFUSED ->
                    new StoreException.Rejected(
                            "the database refuses this data: " + failure.getMessage(), failure);
        };
    }

    /** A failure of the commit itself, which was not refused. */
    static StoreException inDoubt(SQLException failure) {
        return new StoreException.OutcomeUnknown(
                "the commit may or may not have happened: " + failure.getMessage(), failure);
    }

    /** Whether a failure may be gone at the next try; a wrong statement is wrong then too. */
    public boolean mayPass(SQLException failure) {
        return switch (dialect.fault(failure)) {
            case BROKEN, CONTENDED, READ_ONLY -> true;
            case TRANSIENT -> !isAboutStatement(failure);
            case REFUSED -> false;
        };
    }

    /** Whether the words of a statement, or the right to run it, were refused. */
    private static boolean isAboutStatement(SQLException failure) {
        var state = failure.getSQLState();
        return state != null && state.startsWith("42");
    }

    boolean breaks(SQLException failure) {
        return switch (dialect.fault(failure)) {
            case BROKEN, READ_ONLY -> true;
            case TRANSIENT, CONTENDED, REFUSED -> false;
        };
    }

    /** Whether the server has said that it is not the one that writes. */
    boolean isReadOnly(SQLException failure) {
        return dialect.fault(failure) == Dialect.Fault.READ_ONLY;
    }

    boolean isContention(SQLException failure) {
        return dialect.fault(failure) == Dialect.Fault.CONTENDED;
    }

    boolean refusesCommit(SQLException failure) {
        return dialect.refusesCommit(failure);
    }

    boolean hadRolledBack(SQLException failure) {
        return dialect.hadRolledBack(failure);
    }
}
