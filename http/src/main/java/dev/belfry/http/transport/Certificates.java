package dev.belfry.http.transport;

import static dev.belfry.core.Checks.require;

import dev.belfry.core.InvalidValueException;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.ClientAuth;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.net.ClientSSLOptions;
import io.vertx.core.net.PemKeyCertOptions;
import io.vertx.core.net.PemTrustOptions;
import io.vertx.core.net.SSLOptions;
import io.vertx.core.net.ServerSSLOptions;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.net.ssl.X509KeyManager;

/**
 * A certificate with its key, and whom to trust, as Vert.x takes them. Immutable; its text never
 * reaches a log.
 */
public final class Certificates {
    /** TLS 1.3, and of 1.2 what has forward secrecy and authenticated encryption. */
    private static final List<String> SUITES =
            List.of(
                    "TLS_AES_128_GCM_SHA256",
                    "TLS_AES_256_GCM_SHA384",
                    "TLS_CHACHA20_POLY1305_SHA256",
                    "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256",
                    "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256",
                    "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384",
                    "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384",
                    "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256",
                    "TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256");

    private static final Set<String> VERSIONS = Set.of("TLSv1.3", "TLSv1.2");
    private static final List<String> KEY_TYPES = List.of("RSA", "EC", "EdDSA", "RSASSA-PSS");

    private final PemKeyCertOptions own;
    private final Optional<PemTrustOptions> authorities;

    private Certificates(PemKeyCertOptions own, Optional<PemTrustOptions> authorities) {
        this.own = own;
        this.authorities = authorities;
    }

    /**
     * Reads what is in PEM files.
     *
     * @param contents the certificate, its key and perhaps the authorities to trust
     * @throws InvalidValueException if they are of no use; the message shows nothing of them
     */
    public static Certificates parse(Vertx vertx, List<byte[]> contents) {
        var own =
                new PemKeyCertOptions()
                        .addCertValue(Buffer.buffer(contents.get(0)))
                        .addKeyValue(Buffer.buffer(contents.get(1)));
        var authorities =
                contents.stream()
                        .skip(2)
                        .findFirst()
                        .map(it -> new PemTrustOptions().addCertValue(Buffer.buffer(it)));
        check(vertx, own);
        authorities.ifPresent(it -> check(vertx, it));
        return new Certificates(own, authorities);
    }

    private static void check(Vertx vertx, PemKeyCertOptions own) {
        X509KeyManager keys;
        try {
            keys = (X509KeyManager) own.getKeyManagerFactory(vertx).getKeyManagers()[0];
        } catch (Exception e) {
            // Not its message: it may show what was read.
            throw new InvalidValueException(
                    "certificate", "or its key is not PEM of a kind that is known here");
        }
        var name =
                KEY_TYPES.stream()
                        .flatMap(type -> names(keys, type))
                        .findFirst()
                        .orElseThrow(
                                () -> new InvalidValueException("key", "is of an unknown kind"));
        require(
                fits(keys.getCertificateChain(name)[0], keys.getPrivateKey(name)),
                "key",
                "is not the one of the certificate");
    }

    private static Stream<String> names(X509KeyManager keys, String type) {
        return Optional.ofNullable(keys.getServerAliases(type, null)).stream()
                .flatMap(Arrays::stream);
    }

    /** Whether what one signs the other verifies. */
    private static boolean fits(X509Certificate certificate, PrivateKey key) {
        try {
            var signature = Signature.getInstance(algorithm(key));
            signature.initSign(key);
            signature.update(new byte[1]);
            var signed = signature.sign();
            signature.initVerify(certificate.getPublicKey());
            signature.update(new byte[1]);
            return signature.verify(signed);
        } catch (GeneralSecurityException _) {
            return false;
        }
    }

    private static String algorithm(PrivateKey key) {
        return switch (key.getAlgorithm()) {
            case "RSA" -> "SHA256withRSA";
            case "EC" -> "SHA256withECDSA";
            default -> key.getAlgorithm();
        };
    }

    private static void check(Vertx vertx, PemTrustOptions authorities) {
        try {
            authorities.getTrustManagerFactory(vertx);
        } catch (Exception e) {
            throw new InvalidValueException("ca", "is no PEM of certificates");
        }
    }

    /** For who listens; whoever comes must have a certificate too where authorities are given. */
    public ServerSSLOptions server(Duration handshake) {
        var options = new ServerSSLOptions();
        apply(options, handshake);
        return options.setClientAuth(clientAuth());
    }

    /**
     * For who calls other nodes. Their names are not looked at, because nodes come and go by
     * addresses that no certificate can know: being certified by the cluster's authority is all.
     */
    public ClientSSLOptions client(Duration handshake) {
        var options = new ClientSSLOptions().setHostnameVerificationAlgorithm("");
        apply(options, handshake);
        return options;
    }

    public void secure(HttpServerOptions options, Duration handshake) {
        apply(options.setSsl(true).setUseAlpn(false).getSslOptions(), handshake);
        options.setClientAuth(clientAuth());
    }

    public void secure(HttpClientOptions options, Duration handshake) {
        apply(options.setUseAlpn(false).setVerifyHost(false).getSslOptions(), handshake);
    }

    private ClientAuth clientAuth() {
        return authorities.isPresent() ? ClientAuth.REQUIRED : ClientAuth.NONE;
    }

    private void apply(SSLOptions options, Duration handshake) {
        options.setKeyCertOptions(own)
                .setUseAlpn(false)
                .setEnabledSecureTransportProtocols(new LinkedHashSet<>(VERSIONS))
                .setSslHandshakeTimeout(handshake.toMillis())
                .setSslHandshakeTimeoutUnit(TimeUnit.MILLISECONDS);
        SUITES.forEach(options::addEnabledCipherSuite);
        authorities.ifPresent(options::setTrustOptions);
    }

    @Override
    public String toString() {
        return "(hidden)";
    }
}
