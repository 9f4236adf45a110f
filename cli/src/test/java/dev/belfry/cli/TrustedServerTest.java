package dev.belfry.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belfry.check.faults.CertificateAuthority;
import dev.belfry.client.BelfryClient;
import dev.belfry.client.BelfryException;
import dev.belfry.operate.config.Configuration;
import dev.belfry.server.BelfryServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The command line and the Java client with a server whose authority Java does not know. */
class TrustedServerTest {
    @TempDir private static Path folder;

    private static CertificateAuthority authority;
    private static BelfryServer server;

    @BeforeAll
    static void start() throws Exception {
        authority = CertificateAuthority.in(folder.resolve("authority"));
        var certificate = folder.resolve("server.crt");
        var key = folder.resolve("server.key");
        authority.issue(certificate, key);
        var settings =
                Map.of(
                        "http.port", "0",
                        "data.dir", folder.resolve("data").toString(),
                        "http.tls.certificate", certificate.toString(),
                        "http.tls.key", key.toString());
        // The variable of the command line is no setting.
        var environment = Map.of("BELFRY_CA", authority.file().toString());
        server = new BelfryServer(Configuration.load(Optional.empty(), environment, settings));
        server.start();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static String url() {
        return "https://localhost:" + server.port();
    }

    @Test
    void theCommandLineTrustsTheAuthorityItIsGiven() {
        var shell = new Shell(url());
        var ca = authority.file().toString();
        assertThat(shell.run("health", "--ca", ca).code()).isZero();
        shell.environment(Map.of("BELFRY_CA", ca));
        assertThat(shell.run("group", "list").out()).contains("default");
    }

    @Test
    void withoutItTheCommandLineSaysWhatToDo() {
        var refused = new Shell(url()).run("group", "list");
        assertThat(refused.code()).isEqualTo(5);
        assertThat(refused.err()).hasLineCount(1).contains("--ca", "BELFRY_CA");
    }

    @Test
    void anotherAuthorityIsNotEnough() throws Exception {
        var other = CertificateAuthority.in(folder.resolve("other")).file().toString();
        assertThat(new Shell(url()).run("group", "list", "--ca", other).code()).isEqualTo(5);
    }

    @Test
    void aFileWithoutCertificatesIsRefused() throws Exception {
        var empty = Files.writeString(folder.resolve("empty.pem"), "").toString();
        var text = Files.writeString(folder.resolve("text.pem"), "no certificate").toString();
        var shell = new Shell(url());
        for (var file : new String[] {empty, text, folder.resolve("none.pem").toString()}) {
            var refused = shell.run("group", "list", "--ca", file);
            assertThat(refused.code()).isEqualTo(1);
            assertThat(refused.err()).hasLineCount(1).contains(file);
        }
    }

    @Test
    void theJavaClientTakesAContextOfItsCaller() throws Exception {
        var trusting = BelfryClient.builder(url()).sslContext(authority.trusting()).build();
        assertThat(trusting.get("default", "none")).isEmpty();
        var other = BelfryClient.builder(url()).patience(Duration.ofMillis(1)).build();
        assertThatThrownBy(() -> other.get("default", "none")).isInstanceOf(BelfryException.class);
    }
}
