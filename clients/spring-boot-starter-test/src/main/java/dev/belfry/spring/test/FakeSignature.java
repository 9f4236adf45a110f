package dev.belfry.spring.test;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Signs callbacks as Standard Webhooks says. Immutable. */
record FakeSignature(String key) {
    private static final String PREFIX = "whsec_";
    private static final String ALGORITHM = "HmacSHA256";

    static FakeSignature random() {
        var bytes = new byte[32];
        new SecureRandom().nextBytes(bytes);
        return new FakeSignature(PREFIX + Base64.getEncoder().encodeToString(bytes));
    }

    String of(String webhookId, long timestamp, String body) {
        try {
            var mac = Mac.getInstance(ALGORITHM);
            var secret = Base64.getDecoder().decode(key.substring(PREFIX.length()));
            mac.init(new SecretKeySpec(secret, ALGORITHM));
            var signed = "%s.%d.%s".formatted(webhookId, timestamp, body);
            return "v1,"
                    + Base64.getEncoder()
                            .encodeToString(mac.doFinal(signed.getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has " + ALGORITHM, e);
        }
    }
}
