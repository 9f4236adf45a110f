package dev.belfry.store.mongodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.ConnectionString;
import dev.belfry.check.faults.CertificateAuthority;
import dev.belfry.check.faults.TlsFront;
import dev.belfry.core.store.StoreException;
import java.nio.file.Path;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A real server behind TLS. The driver takes what the JVM was told to trust and to show, by the
 * properties javax.net.ssl.trustStore and keyStore; a test sets what follows from them.
 */
@Tag("contract")
class MongoDbTlsTest {
    @TempDir private Path folder;

    private final String plain = TestDatabase.shared().url();
    private CertificateAuthority authority;
    private SSLContext usual;

    @BeforeEach
    void begin() throws Exception {
        authority = CertificateAuthority.in(folder.resolve("authority"));
        usual = SSLContext.getDefault();
        SSLContext.setDefault(authority.trusting());
    }

    @AfterEach
    void end() {
        SSLContext.setDefault(usual);
    }

    private TlsFront front(String names, boolean asksForCertificates) throws Exception {
        var host = new ConnectionString(plain).getHosts().getFirst();
        return new TlsFront(
                authority.certifiedTrusting(names, authority),
                asksForCertificates,
                Integer.parseInt(host.replaceFirst(".*:", "")));
    }

    private String through(TlsFront front) {
        return "mongodb://127.0.0.1:%d/%s?directConnection=true&tls=true&serverSelectionTimeoutMS=4000"
                .formatted(front.port(), new ConnectionString(plain).getDatabase());
    }

    private static void assertOpens(String url) {
        try (var store = new MongoDbStoreProvider().open(url)) {
            assertThat(store.nodes().members().storeClock()).isNotNull();
        }
    }

    private static void assertRefused(String url) {
        assertThatThrownBy(() -> new MongoDbStoreProvider().open(url))
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
    void aServerOfAnAuthorityThatIsNotTrustedIsNot() throws Exception {
        SSLContext.setDefault(usual);
        try (var front = front(CertificateAuthority.HERE, false)) {
            assertRefused(through(front));
        }
    }

    @Test
    void aServerThatWantsACertificateGetsTheOneOfTheJvm() throws Exception {
        try (var front = front(CertificateAuthority.HERE, true)) {
            assertRefused(through(front));

            SSLContext.setDefault(authority.certifiedTrusting(authority));
            assertOpens(through(front));
        }
    }
}
