package dev.belfry.store.jdbc.mysql;

import dev.belfry.store.jdbc.DatabaseServer;
import dev.belfry.store.jdbc.Dialect;
import dev.belfry.store.jdbc.Login;
import dev.belfry.store.jdbc.ServerOpening;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;

/** How MySQL, MariaDB and TiDB are set up; docs/decisions/0018-mysql.md says why. */
final class MysqlServer implements DatabaseServer {
    /** Milliseconds and bytes; many rows of one statement are sent at once, in packets. */
    private static final Map<String, String> DRIVER_PROPERTIES =
            Map.of(
                    "connectionAttributes", "program_name:belfry",
                    "connectTimeout", "2000",
                    "socketTimeout", "10000",
                    "maxAllowedPacket", String.valueOf(MysqlSettings.SMALLEST_PACKET),
                    "rewriteBatchedStatements", "true",
                    "useBulkStmtsForInserts", "true");

    private final Product product;

    MysqlServer(Product product) {
        this.product = product;
    }

    /** The server is what it says it is, whatever the URL calls it. */
    static ServerOpening opening(String url) {
        var login = new Login(driverUrl(url), DRIVER_PROPERTIES);
        var product = Product.of(login.ask(connection -> MysqlSettings.read(connection).version()));
        return new ServerOpening(login.url(), new MysqlServer(product));
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

    @Override
    public String migrations() {
        return "db/migration/mysql";
    }

    @Override
    public void requireUsable(Connection connection) throws SQLException {
        MysqlSettings.read(connection).requireUsable();
    }
}
