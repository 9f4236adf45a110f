package dev.belfry.check.faults;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * An authority of the test's own, whose certificates are good for this machine: made by keytool, in
 * a folder that goes with the test. Confined to one thread.
 */
public final class CertificateAuthority {
    public static final String PASSWORD = "changeit";

    /** The names of this machine, as a certificate has them. */
    public static final String HERE = "ip:127.0.0.1,dns:localhost";

    private static final String AUTHORITY = "authority";

    private final Path folder;
    private final Path store;
    private int issued;

    private CertificateAuthority(Path folder) {
        this.folder = folder;
        this.store = folder.resolve("keys.p12");
    }

    /**
     * A new authority.
     *
     * @param folder for its keys; made if it is not there
     */
    public static CertificateAuthority in(Path folder) throws Exception {
        var authority = new CertificateAuthority(Files.createDirectories(folder));
        authority.keytool(AUTHORITY, List.of("-ext", "bc:c=ca:true"));
        authority.replace(
                authority.file(), authority.pem("CERTIFICATE", authority.certificate(AUTHORITY)));
        return authority;
    }

    /** Its own certificate, as a PEM file. */
    public Path file() {
        return folder.resolve("ca.pem");
    }

    /** Writes a new certificate and its key where a server has them; replaces what is there. */
    public void issue(Path certificate, Path key) throws Exception {
        issue(HERE, certificate, key);
    }

    /** The same for other names, as keytool writes them. */
    public void issue(String names, Path certificate, Path key) throws Exception {
        var name = issue(names);
        replace(certificate, pem("CERTIFICATE", certificate(name)));
        replace(key, pem("PRIVATE KEY", keys().getKey(name, PASSWORD.toCharArray()).getEncoded()));
    }

    private String issue(String names) throws Exception {
        var name = "certificate" + issued++;
        keytool(name, List.of("-signer", AUTHORITY, "-ext", "san=" + names));
        return name;
    }

    /** A file of PKCS 12 with a certificate of this authority and its key, named "user". */
    public Path keyStore() throws Exception {
        var file = folder.resolve("user%d.p12".formatted(issued));
        try (var out = Files.newOutputStream(file)) {
            identity(issue(HERE), "user").store(out, PASSWORD.toCharArray());
        }
        return file;
    }

    private KeyStore identity(String name, String as) throws IOException, GeneralSecurityException {
        var own = KeyStore.getInstance("PKCS12");
        own.load(null, null);
        var password = PASSWORD.toCharArray();
        var chain =
                new Certificate[] {keys().getCertificate(name), keys().getCertificate(AUTHORITY)};
        own.setKeyEntry(as, keys().getKey(name, password), password, chain);
        return own;
    }

    private void keytool(String name, List<String> more) throws Exception {
        var command =
                new ArrayList<>(
                        List.of(
                                Path.of(System.getProperty("java.home"), "bin", "keytool")
                                        .toString(),
                                "-genkeypair",
                                "-alias",
                                name,
                                "-keystore",
                                store.toString(),
                                "-storepass",
                                PASSWORD,
                                "-keyalg",
                                "EC",
                                "-groupname",
                                "secp256r1",
                                "-dname",
                                "CN=" + name,
                                "-validity",
                                "30"));
        command.addAll(more);
        var process = new ProcessBuilder(command).redirectErrorStream(true).start();
        var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException("keytool: " + said);
        }
    }

    private KeyStore keys() throws IOException, GeneralSecurityException {
        var keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, PASSWORD.toCharArray());
        }
        return keys;
    }

    private byte[] certificate(String name) throws IOException, GeneralSecurityException {
        return keys().getCertificate(name).getEncoded();
    }

    private String pem(String kind, byte[] bytes) {
        var text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes);
        return "-----BEGIN %s-----\n%s\n-----END %s-----\n".formatted(kind, text, kind);
    }

    /** At once, as mounted files change. */
    private void replace(Path file, String text) throws IOException {
        var next = file.resolveSibling(file.getFileName() + ".next");
        Files.writeString(next, text);
        Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /** What a client needs that trusts this authority. */
    public SSLContext trusting() throws Exception {
        var context = SSLContext.getInstance("TLS");
        context.init(null, trust().getTrustManagers(), null);
        return context;
    }

    /** What one needs that has a certificate of this authority, and trusts another one. */
    public SSLContext certifiedTrusting(CertificateAuthority other) throws Exception {
        return certifiedTrusting(HERE, other);
    }

    /** The same for other names, as keytool writes them. */
    public SSLContext certifiedTrusting(String names, CertificateAuthority other) throws Exception {
        var managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(identity(issue(names), "user"), PASSWORD.toCharArray());
        var context = SSLContext.getInstance("TLS");
        context.init(managers.getKeyManagers(), other.trust().getTrustManagers(), null);
        return context;
    }

    private TrustManagerFactory trust() throws IOException, GeneralSecurityException {
        var trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry(AUTHORITY, keys().getCertificate(AUTHORITY));
        var managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        managers.init(trusted);
        return managers;
    }
}
