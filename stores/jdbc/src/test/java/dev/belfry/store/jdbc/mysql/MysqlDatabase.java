package dev.belfry.store.jdbc.mysql;

import dev.belfry.core.store.TimerStore;
import dev.belfry.store.jdbc.Partitions;
import dev.belfry.store.jdbc.ServerOpening;
import dev.belfry.store.jdbc.TestServer;
import dev.belfry.store.jdbc.TroubledDatabase;
import java.net.URI;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Optional;
import java.util.UUID;

/** A database of its own on a server for tests. */
final class MysqlDatabase implements TroubledDatabase {
    private final String server;
    private final Product product;
    private final String name;

    private MysqlDatabase(String server, Product product, String name) {
        this.server = MysqlServer.driverUrl(server);
        this.product = product;
        this.name = name;
    }

    private MysqlDatabase(String server, Product product) {
        this(server, product, "test_" + UUID.randomUUID().toString().replace("-", ""));
        Runtime.getRuntime().addShutdownHook(new Thread(this::drop));
        runOnServer("CREATE DATABASE " + name);
    }

    /** On a server that nobody else uses, which is gone when the JVM ends. */
    static MysqlDatabase onServerOfItsOwn(String name, Product product) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> TestServer.remove(name)));
        var database = new MysqlDatabase(TestServer.url(name), product, "belfry");
        database.open().close();
        return database;
    }

    /** For all tests that need no other, with its tables. */
    static final class Mysql {
        static final MysqlDatabase SHARED = shared(TestServer.url("mysql"), Product.MYSQL);

        /** With partitions, none of them for shards of even keys only. */
        static final MysqlDatabase PARTITIONED =
                shared(TestServer.url("mysql") + "&partitions=7", Product.MYSQL);

        private Mysql() {}
    }

    /** For all tests that need no other, with its tables. */
    static final class Mariadb {
        static final MysqlDatabase SHARED = shared(TestServer.url("mariadb"), Product.MARIADB);

        private Mariadb() {}
    }

    /**
     * For all tests that need no other, with its tables. TiDB's statements run on MySQL unless the
     * environment names a TiDB.
     */
    static final class Tidb {
        static final MysqlDatabase SHARED =
                shared(
                        Optional.ofNullable(System.getenv("BELFRY_TEST_TIDB_URL"))
                                .orElseGet(() -> TestServer.url("mysql")),
                        Product.TIDB);

        private Tidb() {}
    }

    private static MysqlDatabase shared(String server, Product product) {
        var database = new MysqlDatabase(server, product);
        database.open().close();
        return database;
    }

    @Override
    public MysqlDatabase fresh() {
        return new MysqlDatabase(server, product);
    }

    /** The server's URL with this database instead of its own. */
    private String url() {
        return server.replaceFirst("/[^/?]*(\\?|$)", "/" + name + "$1");
    }

    /** As a node does, but for a stand-in, which would be taken for what it is. */
    @Override
    public TimerStore open() {
        return product == Product.TIDB
                ? opening().store()
                : new MysqlStoreProvider().open(url().replace("jdbc:mariadb:", "jdbc:mysql:"));
    }

    @Override
    public ServerOpening opening() {
        return opening(url());
    }

    @Override
    public ServerOpening openingThrough(int port) {
        return opening(url().replaceFirst(":[0-9]+/", ":" + port + "/"));
    }

    @Override
    public ServerOpening openingReadOnly() {
        var setting = product == Product.MARIADB ? "tx_read_only" : "transaction_read_only";
        return opening("%s&sessionVariables=%s=1".formatted(url(), setting));
    }

    private ServerOpening opening(String url) {
        return new ServerOpening(url, new MysqlServer(product, Partitions.in(url)));
    }

    @Override
    public String fillDisk() {
        return """
        CREATE TRIGGER fill_disk BEFORE INSERT ON timers FOR EACH ROW
        SIGNAL SQLSTATE 'HY000' SET MYSQL_ERRNO = 1114, MESSAGE_TEXT = 'The table is full'
        """;
    }

    @Override
    public String makeRoom() {
        return "DROP TRIGGER fill_disk";
    }

    @Override
    public int port() {
        return URI.create(server.replaceFirst("jdbc:", "")).getPort();
    }

    @Override
    public Connection connect() throws SQLException {
        return DriverManager.getConnection(url());
    }

    @Override
    public String countOfWaiting() {
        return "SELECT count(*) FROM information_schema.innodb_trx WHERE trx_state = 'LOCK WAIT'";
    }

    @Override
    public void cutConnections() throws SQLException {
        try (var connection = DriverManager.getConnection(server);
                var statement = connection.createStatement()) {
            var ids = new ArrayList<Long>();
            var found =
                    statement.executeQuery(
                            "SELECT id FROM information_schema.processlist WHERE db = '%s'"
                                    .formatted(name));
            while (found.next()) {
                ids.add(found.getLong(1));
            }
            for (long id : ids) {
                statement.execute("KILL " + id);
            }
        }
    }

    private void drop() {
        runOnServer("DROP DATABASE IF EXISTS " + name);
    }

    private void runOnServer(String sql) {
        try (var connection = DriverManager.getConnection(server);
                var statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }
}
