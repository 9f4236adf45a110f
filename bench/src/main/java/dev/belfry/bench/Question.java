package dev.belfry.bench;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * A question to a database that is asked again and again: over one connection, because a new one
 * for each would be work of the database that nobody asked for. Confined to one thread.
 */
final class Question implements AutoCloseable {
    private final String url;
    private final String sql;
    private @Nullable Connection connection;

    Question(String url, String sql) {
        this.url = url;
        this.sql = sql;
    }

    /**
     * Whether the first column of the first row is true. Planned each time: a plan from when the
     * tables were empty would read all of them.
     */
    boolean isTrue() throws SQLException {
        try (var statement = connection().createStatement();
                var result = statement.executeQuery(sql)) {
            result.next();
            return result.getBoolean(1);
        }
    }

    private Connection connection() throws SQLException {
        var open = connection == null ? DriverManager.getConnection(url) : connection;
        connection = open;
        return open;
    }

    @Override
    public void close() {
        try {
            if (connection != null) {
                connection.close();
            }
        } catch (SQLException _) {
            // nobody asks any more
        }
    }
}
