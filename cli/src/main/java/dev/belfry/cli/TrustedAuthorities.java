package dev.belfry.cli;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** What a client needs that trusts the authorities of a PEM file and no others. */
final class TrustedAuthorities {
    private TrustedAuthorities() {}

    static SSLContext of(byte[] pem) throws IOException, GeneralSecurityException {
        var managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        managers.init(keys(pem));
        var context = SSLContext.getInstance("TLS");
        context.init(null, managers.getTrustManagers(), null);
        return context;
    }

    private static KeyStore keys(byte[] pem) throws IOException, GeneralSecurityException {
        var keys = KeyStore.getInstance("PKCS12");
        keys.load(null, null);
        var factory = CertificateFactory.getInstance("X.509");
        for (var certificate : factory.generateCertificates(new ByteArrayInputStream(pem))) {
            keys.setCertificateEntry("authority" + keys.size(), certificate);
        }
        if (keys.size() == 0) {
            throw new CertificateException("there is none in it");
        }
        return keys;
    }
}
