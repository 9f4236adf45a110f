package dev.belfry.store.jdbc.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belfry.check.faults.CertificateAuthority;
import dev.belfry.core.store.StoreException;
import dev.belfry.store.jdbc.TestServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** PostgreSQL over TLS, as docs/operations/postgresql.md shows it. */
@Tag("contract")
class PostgresTlsTest {
    private static final String SERVER = "postgres-tls";
    private static final String RULES =
            "hostssl all guarded 127.0.0.1/32 password clientcert=verify-ca\n"
                    + "host all belfry 127.0.0.1/32 password";

    @TempDir private Path folder;

    private final String url = TestServer.url(SERVER);
    private CertificateAuthority authority;

    @BeforeEach
    void begin() throws Exception {
        authority = CertificateAuthority.in(folder.resolve("authority"));
        serve(CertificateAuthority.HERE);
    }

    @AfterAll
    static void end() {
        TestServer.remove(SERVER);
    }

    /** The server shows a certificate for these names from now on. */
    private void serve(String names) throws Exception {
        var certificate = folder.resolve("server.crt");
        var key = folder.resolve("server.key");
        authority.issue(names, certificate, key);
        write(Files.readString(certificate), "server.crt");
        write(Files.readString(key), "server.key");
        write(Files.readString(authority.file()), "ca.pem");
        write(RULES, "pg_hba.conf");
        run("ALTER SYSTEM SET ssl_ca_file = 'ca.pem'");
        run("ALTER SYSTEM SET ssl = on");
        run("SELECT pg_reload_conf()");
        awaitTls();
    }

    /** Into the folder of the server's data, which is its own. */
    private void write(String text, String file) throws SQLException {
        run(
                "COPY (SELECT unnest(string_to_array('%s', chr(10)))) TO PROGRAM 'umask 077; cat > %s'"
                        .formatted(text.strip(), file));
    }

    private void run(String statement) throws SQLException {
        try (var connection = DriverManager.getConnection(url);
                var run = connection.createStatement()) {
            run.execute(statement);
        }
    }

    /** A new connection shows the certificate that was written last. */
    private void awaitTls() throws Exception {
        var trusted = "&sslmode=verify-ca&sslrootcert=" + authority.file();
        while (true) {
            try (var connection = DriverManager.getConnection(url + trusted)) {
                assertThat(connection.isValid(1)).isTrue();
                return;
            } catch (SQLException e) {
                Thread.sleep(50);
            }
        }
    }

    private String verified() {
        return "&sslmode=verify-full&sslrootcert=" + authority.file();
    }

    private static void assertOpens(String url) {
        try (var store = new PostgresStoreProvider().open(url)) {
            assertThat(store.nodes().members().nodes()).isEmpty();
        }
    }

    private static void assertRefused(String url) {
        assertThatThrownBy(() -> new PostgresStoreProvider().open(url))
                .isInstanceOf(StoreException.class);
    }

    @Test
    void aServerWithTheRightNameOfATrustedAuthorityIsUsed() {
        assertOpens(url + verified());
    }

    @Test
    void aServerWithAnotherNameIsNot() throws Exception {
        serve("dns:elsewhere.example");

        assertRefused(url + verified());
    }

    @Test
    void aServerOfAnotherAuthorityIsNot() throws Exception {
        var other = CertificateAuthority.in(folder.resolve("other"));

        assertRefused(url + "&sslmode=verify-full&sslrootcert=" + other.file());
    }

    @Test
    void aRoleThatNeedsACertificateIsLetInWithOne() throws Exception {
        run("DROP ROLE IF EXISTS guarded");
        run("CREATE ROLE guarded SUPERUSER LOGIN PASSWORD 'belfry'");
        var guarded = url.replace("user=belfry", "user=guarded") + verified();

        assertRefused(guarded);

        assertOpens(
                guarded
                        + "&sslkey=%s&sslpassword=%s"
                                .formatted(authority.keyStore(), CertificateAuthority.PASSWORD));
    }
}
