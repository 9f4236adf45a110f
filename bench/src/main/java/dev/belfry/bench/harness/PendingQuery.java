package dev.belfry.bench.harness;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * Whether timers are left to be done, asked again and again: over one connection, because a new one
 * for each would be work of the database that nobody asked for. Confined to one thread.
 */
public final class PendingQuery implements AutoCloseable {
    private final String url;
    private final String sql;
    private @Nullable Connection connection;

    public PendingQuery(String url, String sql) {
        this.url = url;
        this.sql = sql;
    }

    /**
     * Whether the first column of the first row is true. Planned each time: a plan from when the
     * tables were empty would read all of them.
     */
    public boolean isTrue() throws SQLException {
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
