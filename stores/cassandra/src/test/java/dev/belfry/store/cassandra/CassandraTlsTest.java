package dev.belfry.store.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belfry.check.faults.CertificateAuthority;
import dev.belfry.check.faults.TlsFront;
import dev.belfry.core.store.StoreException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real server behind TLS, with and without certificates of clients. */
@Tag("contract")
class CassandraTlsTest {
    @TempDir private Path folder;

    private final String plain = CassandraServer.single().newUrl();
    private CertificateAuthority authority;

    @BeforeEach
    void begin() throws Exception {
        authority = CertificateAuthority.in(folder.resolve("authority"));
    }

    @AfterEach
    void drop() {
        CassandraServer.drop(plain);
    }

    private TlsFront front(String names, boolean asksForCertificates) throws Exception {
        int port = CassandraUrl.parse(plain).hosts().getFirst().port();
        return new TlsFront(
                authority.certifiedTrusting(names, authority), asksForCertificates, port);
    }

    private String through(TlsFront front) {
        return plain.replaceFirst("//[^/]*/", "//127.0.0.1:" + front.port() + "/")
                + "&tls=true&ca="
                + authority.file();
    }

    private static void assertOpens(String url) {
        try (var store = new CassandraStoreProvider().open(url)) {
            assertThat(store.nodes().members().nodes()).isEmpty();
        }
    }

    private static void assertRefused(String url) {
        assertThatThrownBy(() -> new CassandraStoreProvider().open(url))
                .isInstanceOf(StoreException.class);
    }

    @Test
    void aServerWithTheRightNameOfATrustedAuthorityIsUsed() throws Exception {
        try (var front = front(CertificateAuthority.HERE, false)) {
            assertOpens(through(front));
        }
    }

    @Test
    void aServerWithAnotherNameIsNot() throws Exception {
        try (var front = front("dns:elsewhere.example", false)) {
            assertRefused(through(front));
        }
    }

    @Test
    void aServerOfAnotherAuthorityIsNot() throws Exception {
        var other = CertificateAuthority.in(folder.resolve("other"));
        try (var front = front(CertificateAuthority.HERE, false)) {
            assertRefused(through(front).replace(authority.file().toString(), "" + other.file()));
        }
    }

    @Test
    void aServerThatWantsACertificateGetsIt() throws Exception {
        var certificate = folder.resolve("client.crt");
        var key = folder.resolve("client.key");
        authority.issue(certificate, key);
        try (var front = front(CertificateAuthority.HERE, true)) {
            assertRefused(through(front));

            assertOpens(through(front) + "&certificate=%s&key=%s".formatted(certificate, key));
        }
    }

    @Test
    void filesThatCanNotBeReadAreToldByTheirNames() {
        assertThatThrownBy(
                        () ->
                                new CassandraStoreProvider()
                                        .open(plain + "&tls=true&ca=/nowhere/ca.pem"))
                .isInstanceOf(StoreException.Rejected.class)
                .hasMessageContaining("/nowhere/ca.pem");
        assertThatThrownBy(() -> CassandraUrl.parse(plain + "&tls=true&key=/a"))
                .hasMessageContaining("certificate and key belong together");
        assertThatThrownBy(() -> CassandraUrl.parse(plain + "&ca=/a"))
                .hasMessageContaining("need tls=true");
    }
}
