package dev.belfry.store.jdbc.mysql;

import dev.belfry.core.store.StoreAccess;
import dev.belfry.core.store.StoreSchema;
import dev.belfry.store.jdbc.Dialect;
import dev.belfry.store.jdbc.Inspection;
import dev.belfry.store.jdbc.JdbcServer;
import dev.belfry.store.jdbc.Login;
import dev.belfry.store.jdbc.Partitions;
import dev.belfry.store.jdbc.ServerOpening;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** How MySQL, MariaDB and TiDB are set up; docs/decisions/0018-mysql.md says why. */
final class MysqlServer implements JdbcServer {
    /**
     * Milliseconds and bytes; many rows of one statement are sent at once, in packets. Results come
     * in parts, because a page may end long before the payloads of all its rows are in memory.
     */
    private static final Map<String, String> DRIVER_PROPERTIES =
            Map.of(
                    "connectionAttributes", "program_name:belfry",
                    "connectTimeout", "2000",
                    "socketTimeout", "10000",
                    "maxAllowedPacket", String.valueOf(MysqlSettings.SMALLEST_PACKET),
                    "defaultFetchSize", "100",
                    "rewriteBatchedStatements", "true",
                    "useBulkStmtsForInserts", "true");

    private static final String COUNT_PARTITIONS =
            """
            SELECT count(partition_name) FROM information_schema.partitions
            WHERE table_schema = database() AND table_name = 'timers'
            """;

    private final Product product;
    private final Partitions partitions;

    MysqlServer(Product product, Partitions partitions) {
        this.product = product;
        this.partitions = partitions;
    }

    /** The server is what it says it is, whatever the URL calls it. */
    static ServerOpening opening(StoreAccess access) {
        var driver = access.rewritten(MysqlServer::driverUrl);
        var url = driver.url().get();
        var login = new Login(url, DRIVER_PROPERTIES);
        var product = Product.of(login.ask(connection -> MysqlSettings.read(connection).version()));
        return new ServerOpening(driver, new MysqlServer(product, Partitions.in(url)));
    }

    /** The tables are the same on all products, so that none has to be asked which it is. */
    static StoreSchema schemaAt(String url) {
        var server = new MysqlServer(Product.MYSQL, Partitions.in(url));
        return new ServerOpening(driverUrl(url), server).schema();
    }

    /** The driver is MariaDB's, for all of them. */
    static String driverUrl(String url) {
        return url.replaceFirst("^jdbc:mysql:", "jdbc:mariadb:");
    }

    @Override
    public Dialect dialect() {
        return new MysqlDialect(product);
    }

    @Override
    public Map<String, String> driverProperties() {
        return DRIVER_PROPERTIES;
    }

    /** A second is the shortest wait for a lock that there is. */
    @Override
    public List<String> sessionSettings() {
        return List.of(
                """
                SET time_zone = '+00:00', sql_mode = 'STRICT_ALL_TABLES,NO_ENGINE_SUBSTITUTION',
                    innodb_lock_wait_timeout = 1, lock_wait_timeout = 2,
                """
                        + product.limits());
    }

    @Override
    public List<String> writerSettings() {
        return List.of("SET " + product.writerLimits());
    }

    /** The least that there is. */
    @Override
    public Optional<String> migrationSettings() {
        return Optional.of("SET lock_wait_timeout = 1");
    }

    @Override
    public String migrations() {
        return "db/migration/mysql";
    }

    @Override
    public Map<String, String> clauses() {
        int count = partitions.count();
        return Map.of(
                "partitions",
                count == 0 ? "" : "PARTITION BY HASH (shard_key) PARTITIONS %d".formatted(count));
    }

    @Override
    public void requireTables(Connection connection) throws SQLException {
        try (var statement = connection.createStatement();
                var result = statement.executeQuery(COUNT_PARTITIONS)) {
            result.next();
            partitions.require(result.getInt(1));
        }
    }

    @Override
    public Inspection inspect(Connection connection) throws SQLException {
        return MysqlSettings.read(connection).inspect();
    }
}
