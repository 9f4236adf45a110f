package dev.belfry.store.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The way to a server whose password may change while its store is open: when the server refuses
 * it, it is read again. Thread-safe.
 */
final class Logins {
    private static final Logger LOG = LoggerFactory.getLogger(Logins.class);

    /** The class of states that SQL has for names and passwords that are not taken. */
    private static final String REFUSED = "28";

    private final Supplier<String> url;
    private final Map<String, String> properties;
    private volatile Login current;

    Logins(Supplier<String> url, Map<String, String> properties) {
        this.url = url;
        this.properties = properties;
        this.current = new Login(url.get(), properties);
    }

    /** The one that was right last. */
    Login current() {
        return current;
    }

    Connection connect() throws SQLException {
        try {
            return current.connect();
        } catch (SQLException e) {
            if (!isRefused(e)) {
                throw e;
            }
            return connectAnew(e);
        }
    }

    private static boolean isRefused(SQLException failure) {
        return failure.getSQLState() != null && failure.getSQLState().startsWith(REFUSED);
    }

    private Connection connectAnew(SQLException refusal) throws SQLException {
        var fresh = new Login(read(refusal), properties);
        if (fresh.equals(current)) {
            throw refusal;
        }
        var connection = fresh.connect();
        current = fresh;
        LOG.atInfo().log("the database has refused the password; it was read again and is taken");
        return connection;
    }

    private String read(SQLException refusal) throws SQLException {
        try {
            return url.get();
        } catch (RuntimeException e) {
            refusal.addSuppressed(e);
            throw refusal;
        }
    }
}
