package dev.belfry.store.jdbc.postgres;

import dev.belfry.core.store.TimerStore;
import dev.belfry.store.jdbc.ServerOpening;
import dev.belfry.store.jdbc.TestServer;
import dev.belfry.store.jdbc.TroubledDatabase;
import java.net.URI;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.UUID;

/** A schema of its own on a server for tests. */
final class PostgresSchema implements TroubledDatabase {
    /** For all tests that need no other, with its tables. */
    static final PostgresSchema SHARED = shared();

    /** With partitions. */
    static final PostgresSchema PARTITIONED = partitioned();

    private final String server;
    private final String name;

    private PostgresSchema(String server, String name) {
        this.server = server;
        this.name = name;
    }

    PostgresSchema(String server) {
        this(server, "test_" + UUID.randomUUID().toString().replace("-", ""));
        Runtime.getRuntime().addShutdownHook(new Thread(this::drop));
    }

    /** On a server that nobody else uses, which is gone when the JVM ends. */
    static PostgresSchema onServerOfItsOwn(String name) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> TestServer.remove(name)));
        return new PostgresSchema(TestServer.url(name), "belfry").made();
    }

    private static PostgresSchema shared() {
        return new PostgresSchema(TestServer.url("postgres")).made();
    }

    private static PostgresSchema partitioned() {
        return new PostgresSchema(TestServer.url("postgres") + "&partitions=8").made();
    }

    private PostgresSchema made() {
        open().close();
        return this;
    }

    String name() {
        return name;
    }

    /** The same schema, opened with more said in the URL. */
    TimerStore openWith(String parameters) {
        return new PostgresStoreProvider().open(url() + parameters);
    }

    @Override
    public PostgresSchema fresh() {
        return new PostgresSchema(server);
    }

    /** The name of the schema is also the one that connections of stores go by. */
    String url() {
        return server + "&currentSchema=" + name + "&ApplicationName=" + name;
    }

    @Override
    public TimerStore open() {
        return openWith("");
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
        return opening(url() + "&options=-c%20default_transaction_read_only=on");
    }

    private static ServerOpening opening(String url) {
        return new ServerOpening(url, PostgresServer.of(url));
    }

    @Override
    public String fillDisk() {
        return """
        CREATE FUNCTION fill_disk() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            RAISE EXCEPTION USING ERRCODE = 'disk_full', MESSAGE = 'No space left on device';
        END $$;
        CREATE TRIGGER fill_disk BEFORE INSERT ON timers EXECUTE FUNCTION fill_disk()
        """;
    }

    @Override
    public String makeRoom() {
        return "DROP FUNCTION fill_disk CASCADE";
    }

    @Override
    public int port() {
        return URI.create(server.replaceFirst("jdbc:", "")).getPort();
    }

    @Override
    public Connection connect() throws SQLException {
        return DriverManager.getConnection(server + "&currentSchema=" + name);
    }

    @Override
    public String countOfWaiting() {
        return "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND application_name = '%s'"
                .formatted(name);
    }

    @Override
    public void cutConnections() throws SQLException {
        run(
                """
                SELECT pg_terminate_backend(pid, 10000)
                FROM pg_stat_activity
                WHERE application_name = '%s'
                """
                        .formatted(name));
    }

    private void drop() {
        try {
            run("DROP SCHEMA IF EXISTS %s CASCADE".formatted(name));
        } catch (SQLException e) {
            throw new IllegalStateException("schema %s stays behind".formatted(name), e);
        }
    }
}
