package dev.belfry.server;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Map;

/** The first message of a TLS client, by hand, for versions that Java itself refuses to speak. */
final class ClientHello {
    static final int HANDSHAKE = 22;
    static final int ALERT = 21;

    private static final Map<String, Integer> VERSIONS =
            Map.of("TLSv1", 0x0301, "TLSv1.1", 0x0302, "TLSv1.2", 0x0303);

    private static final Map<String, Integer> SUITES =
            Map.of(
                    "TLS_RSA_WITH_AES_128_GCM_SHA256", 0x009c,
                    "TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA", 0xc009,
                    "TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA384", 0xc024,
                    "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256", 0xc02b);

    private ClientHello() {}

    static byte[] of(String version, String suite) throws IOException {
        var body = new ByteArrayOutputStream();
        var out = new DataOutputStream(body);
        out.writeShort(VERSIONS.get(version));
        out.write(new byte[32]);
        out.writeByte(0);
        out.writeShort(2);
        out.writeShort(SUITES.get(suite));
        out.writeShort(0x0100);
        var extensions = extensions();
        out.writeShort(extensions.length);
        out.write(extensions);
        return record(VERSIONS.get(version), body.toByteArray());
    }

    /** P-256, uncompressed points, ECDSA and RSA with SHA-256 and SHA-1. */
    private static byte[] extensions() {
        return new byte[] {
            0, 10, 0, 4, 0, 2, 0, 23, //
            0, 11, 0, 2, 1, 0, //
            0, 13, 0, 10, 0, 8, 4, 3, 4, 1, 2, 3, 2, 1
        };
    }

    private static byte[] record(int version, byte[] hello) throws IOException {
        var bytes = new ByteArrayOutputStream();
        var out = new DataOutputStream(bytes);
        out.writeByte(HANDSHAKE);
        out.writeShort(Math.min(version, 0x0301));
        out.writeShort(hello.length + 4);
        out.writeByte(1);
        out.writeByte(0);
        out.writeShort(hello.length);
        out.write(hello);
        return bytes.toByteArray();
    }
}
