package dev.belfry.bench.peers;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import javax.sql.DataSource;

/**
 * What the benchmark says to a peer, as {@code name=value} words of its command line. Immutable.
 */
record PeerSettings(Map<String, String> values) {
    String url() {
        return values.getOrDefault("url", "");
    }

    String receiver() {
        return values.getOrDefault("receiver", "");
    }

    /** How callbacks are made of what is due before anything else is said. */
    String client() {
        return values.getOrDefault("client", "none");
    }

    String node() {
        return values.getOrDefault("node", "a");
    }

    /** Whether it is the first node on its database, which makes the tables. */
    boolean first() {
        return node().equals("a");
    }

    int number(String name, int otherwise) {
        return Integer.parseInt(values.getOrDefault(name, Integer.toString(otherwise)));
    }

    /** How often it says that it lives. */
    Duration heartbeat(Duration otherwise) {
        return Duration.ofMillis(number("heartbeat", (int) otherwise.toMillis()));
    }

    double fraction(String name, double otherwise) {
        return Double.parseDouble(values.getOrDefault(name, Double.toString(otherwise)));
    }

    HikariDataSource pool(int connections) {
        var config = new HikariConfig();
        config.setJdbcUrl(url());
        config.setMaximumPoolSize(connections);
        return new HikariDataSource(config);
    }

    /** Makes the tables of a library that does not make them itself. */
    static void run(DataSource pool, String script) throws SQLException {
        try (var connection = pool.getConnection();
                var statement = connection.createStatement()) {
            statement.execute(script);
        }
    }
}
