package dev.belfry.store.cassandra;

import com.datastax.oss.driver.api.core.ssl.ProgrammaticSslEngineFactory;
import com.datastax.oss.driver.api.core.ssl.SslEngineFactory;
import dev.belfry.core.store.StoreException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/**
 * How servers are known, and how they know this client: files of PEM. The certificate of a server
 * must have the name or address by which it is reached.
 *
 * @param authority whose certificates are trusted; left out, those that the JVM trusts
 */
record CassandraTls(Optional<Path> authority, Optional<Identity> identity) {
    private static final List<String> KINDS_OF_KEYS = List.of("EC", "RSA", "Ed25519");
    private static final char[] NO_PASSWORD = {};

    /** What this client shows. */
    record Identity(Path certificate, Path key) {}

    SslEngineFactory engines() {
        try {
            var context = SSLContext.getInstance("TLS");
            context.init(keys(), trust(), null);
            return new ProgrammaticSslEngineFactory(context, null, true);
        } catch (IOException | GeneralSecurityException e) {
            throw new StoreException.Rejected(
                    "the files of ca, certificate and key can not be used: " + e, e);
        }
    }

    private TrustManager @Nullable [] trust() throws IOException, GeneralSecurityException {
        if (authority.isEmpty()) {
            return null;
        }
        var trusted = emptyStore();
        int count = 0;
        for (var certificate : certificates(authority.get())) {
            trusted.setCertificateEntry("authority" + count++, certificate);
        }
        var managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        managers.init(trusted);
        return managers.getTrustManagers();
    }

    private KeyManager @Nullable [] keys() throws IOException, GeneralSecurityException {
        if (identity.isEmpty()) {
            return null;
        }
        var own = emptyStore();
        var chain = certificates(identity.get().certificate()).toArray(Certificate[]::new);
        own.setKeyEntry("client", key(identity.get().key()), NO_PASSWORD, chain);
        var managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(own, NO_PASSWORD);
        return managers.getKeyManagers();
    }

    private static KeyStore emptyStore() throws IOException, GeneralSecurityException {
        var store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        return store;
    }

    private static Collection<? extends Certificate> certificates(Path file)
            throws IOException, GeneralSecurityException {
        try (var in = Files.newInputStream(file)) {
            return CertificateFactory.getInstance("X.509").generateCertificates(in);
        }
    }

    private static PrivateKey key(Path file) throws IOException, GeneralSecurityException {
        var text = Files.readString(file).replaceAll("-----[A-Z ]+-----", "");
        var spec = new PKCS8EncodedKeySpec(Base64.getMimeDecoder().decode(text));
        for (var kind : KINDS_OF_KEYS) {
            try {
                return KeyFactory.getInstance(kind).generatePrivate(spec);
            } catch (InvalidKeySpecException _) {
                // Of another kind.
            }
        }
        throw new InvalidKeySpecException("%s is no key in PKCS 8".formatted(file.getFileName()));
    }
}
