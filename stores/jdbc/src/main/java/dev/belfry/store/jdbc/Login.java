package dev.belfry.store.jdbc;

import dev.belfry.core.store.StoreException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Map;
import java.util.Properties;
import java.util.regex.Pattern;

/**
 * The way to a server.
 *
 * @param url as the driver wants it
 * @param properties what the driver is given besides the URL, which wins
 */
public record Login(String url, Map<String, String> properties) {
    /** Something to ask a server once. */
    @FunctionalInterface
    public interface Question<T> {
        T on(Connection connection) throws SQLException;
    }

    Connection connect() throws SQLException {
        var all = new Properties();
        properties.forEach(
                (name, value) -> {
                    if (!isInUrl(name)) {
                        all.put(name, value);
                    }
                });
        return DriverManager.getConnection(url, all);
    }

    /** A look at a server, which throws if it sees something wrong. */
    @FunctionalInterface
    interface Look {
        void at(Connection connection) throws SQLException;
    }

    void look(Look look) {
        ask(
                connection -> {
                    look.at(connection);
                    return true;
                });
    }

    /** Drivers differ in what wins, and some in how they spell it. */
    private boolean isInUrl(String name) {
        return Pattern.compile("[?&;]%s=".formatted(name), Pattern.CASE_INSENSITIVE)
                .matcher(url)
                .find();
    }

    /** Asks on a connection that is closed afterwards. */
    public <T> T ask(Question<T> question) {
        try (var connection = connect()) {
            return question.on(connection);
        } catch (SQLException e) {
            throw new StoreException.Unavailable(
                    "the database can not be reached: " + e.getMessage(), e);
        }
    }
}
