package dev.belfry.store.jdbc.mysql;

import dev.belfry.store.jdbc.Dialect.Fault;
import java.sql.SQLException;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.mariadb.jdbc.export.MaxAllowedPacketException;

/**
 * The numbers of failures. Whatever fails, the whole transaction is rolled back: a lock that is not
 * had in time (1205) undoes only its statement.
 */
final class MysqlErrors {
    private MysqlErrors() {}

    static Fault fault(SQLException failure) {
        if (isContention(failure)) {
            return Fault.CONTENDED;
        }
        if (isTooLarge(failure)) {
            return Fault.REFUSED;
        }
        return switch (failure.getErrorCode()) {
            // Since a failover, as a server or in each of its transactions; 1874 is InnoDB's.
            case 1290, 1792, 1836, 1874 -> Fault.READ_ONLY;
            // Of no use: killed, rested too long, shutting down.
            case 1927, 4031, 1053, 1152, 2006, 2013 -> Fault.BROKEN;
            // Too long, too large, of no such type, there already.
            case 1062, 1048, 1118, 1153, 1264, 1366, 1406, 8004, 8025 -> Fault.REFUSED;
            default -> faultOfState(stateOf(failure));
        };
    }

    /** The driver sends no packet that the server would refuse, and gives it no number. */
    private static boolean isTooLarge(SQLException failure) {
        return Stream.<Throwable>iterate(failure, Objects::nonNull, Throwable::getCause)
                .anyMatch(MaxAllowedPacketException.class::isInstance);
    }

    private static Fault faultOfState(String state) {
        if (state.startsWith("08")) {
            return Fault.BROKEN;
        }
        return state.startsWith("22") || state.startsWith("23") ? Fault.REFUSED : Fault.TRANSIENT;
    }

    /**
     * These come from a server that lives and has rolled back: contention, and a cluster that
     * refused the transaction. Of one that is going away, or did not answer, nobody knows.
     */
    static boolean refusesCommit(SQLException failure) {
        return isContention(failure) || failure.getErrorCode() == 3101;
    }

    /** A lock not had in time, a deadlock, a row changed since; 8 and 9 thousand are TiDB's. */
    private static boolean isContention(SQLException failure) {
        return switch (failure.getErrorCode()) {
            case 1020, 1205, 1213, 8002, 8022, 8028, 9007 -> true;
            default -> false;
        };
    }

    /** Empty for some failures of the driver itself. */
    private static String stateOf(SQLException failure) {
        return Optional.ofNullable(failure.getSQLState()).orElse("");
    }
}
