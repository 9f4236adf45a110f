package dev.belfry.store.jdbc.oracle;

import dev.belfry.core.store.TimerStore;
import dev.belfry.store.jdbc.ServerOpening;
import dev.belfry.store.jdbc.TestDatabase;
import dev.belfry.store.jdbc.TestServer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.UUID;

/**
 * A user of its own, which in Oracle is a schema, on a server named by a URL of an administrator.
 */
final class OracleSchema implements TestDatabase {
    /** For all tests that need no other, with its tables. */
    static final OracleSchema SHARED = shared();

    private final String server;
    private final String name =
            "T"
                    + UUID.randomUUID()
                            .toString()
                            .replace("-", "")
                            .substring(0, 20)
                            .toUpperCase(java.util.Locale.ROOT);

    private OracleSchema(String server) {
        this.server = server;
        try {
            create();
        } catch (SQLException e) {
            throw new IllegalStateException("the URL must be that of an administrator", e);
        }
        Runtime.getRuntime().addShutdownHook(new Thread(this::drop));
    }

    private static OracleSchema shared() {
        var schema = new OracleSchema(TestServer.url("oracle"));
        schema.open().close();
        return schema;
    }

    /** With the procedure of docs/operations/oracle.md, for its own sessions. */
    private void create() throws SQLException {
        asAdministrator(
                "CREATE USER %1$s IDENTIFIED BY %1$s QUOTA UNLIMITED ON users".formatted(name),
                "GRANT CREATE SESSION, CREATE TABLE, CREATE PROCEDURE, ALTER SYSTEM TO " + name,
                "GRANT SELECT ON sys.gv_$session TO " + name,
                """
                CREATE PROCEDURE %1$s.belfry_end_stopped AS
                BEGIN
                    FOR s IN (SELECT sid, serial# AS serial, inst_id FROM sys.gv_$session
                            WHERE username = '%1$s' AND program = 'belfry' AND status = 'INACTIVE'
                                AND taddr IS NOT NULL AND last_call_et >= 2) LOOP
                        EXECUTE IMMEDIATE 'ALTER SYSTEM KILL SESSION '''
                            || s.sid || ',' || s.serial || ',@' || s.inst_id || ''' IMMEDIATE';
                    END LOOP;
                END;
                """
                        .formatted(name));
    }

    @Override
    public TestDatabase fresh() {
        return new OracleSchema(server);
    }

    /** As in {@code jdbc:oracle:thin:user/password@//host:1521/service}. */
    private String url() {
        return "jdbc:oracle:thin:%1$s/%1$s%2$s"
                .formatted(name, server.substring(server.indexOf('@')));
    }

    @Override
    public TimerStore open() {
        return new OracleStoreProvider().open(url());
    }

    @Override
    public ServerOpening opening() {
        return new ServerOpening(url(), new OracleServer());
    }

    @Override
    public Connection connect() throws SQLException {
        return DriverManager.getConnection(url());
    }

    @Override
    public String countOfWaiting() {
        return "SELECT count(*) FROM sys.gv_$session WHERE blocking_session IS NOT NULL";
    }

    @Override
    public void cutConnections() throws SQLException {
        asAdministrator(
                """
                BEGIN
                    FOR s IN (SELECT sid, serial# AS serial FROM v$session WHERE username = '%s') LOOP
                        EXECUTE IMMEDIATE
                            'ALTER SYSTEM KILL SESSION ''' || s.sid || ',' || s.serial || ''' IMMEDIATE';
                    END LOOP;
                END;
                """
                        .formatted(name));
    }

    private void drop() {
        try {
            cutConnections();
            asAdministrator("DROP USER %s CASCADE".formatted(name));
        } catch (SQLException e) {
            throw new IllegalStateException("user %s stays behind".formatted(name), e);
        }
    }

    private void asAdministrator(String... statements) throws SQLException {
        try (var connection = DriverManager.getConnection(server);
                var statement = connection.createStatement()) {
            for (var sql : statements) {
                statement.execute(sql);
            }
        }
    }
}
