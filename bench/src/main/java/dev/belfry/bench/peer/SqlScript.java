package dev.belfry.bench.peer;

import java.sql.SQLException;
import javax.sql.DataSource;

/** The tables of a library that does not make them itself. */
final class SqlScript {
    private SqlScript() {}

    static void run(DataSource pool, String script) throws SQLException {
        try (var connection = pool.getConnection();
                var statement = connection.createStatement()) {
            statement.execute(script);
        }
    }
}
