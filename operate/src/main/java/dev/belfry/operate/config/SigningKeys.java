package dev.belfry.operate.config;

import static dev.belfry.core.Checks.require;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The keys that sign callbacks as the Standard Webhooks specification says (scheme v1,
 * HMAC-SHA256). Several keys let a receiver change from one to the next without a gap. Immutable.
 */
public final class SigningKeys {
    public static final SigningKeys NONE = new SigningKeys(List.of());

    private static final String PREFIX = "whsec_";
    private static final String ALGORITHM = "HmacSHA256";
    private static final String FIELD = "callback.signingKeys";

    /** The specification's bounds. */
    private static final int SHORTEST_KEY = 24;

    private static final int LONGEST_KEY = 64;

    private final List<SecretKeySpec> keys;

    private SigningKeys(List<SecretKeySpec> keys) {
        this.keys = keys;
    }

    /** Reads keys such as {@code whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw}, separated by blanks. */
    public static SigningKeys parse(String text) {
        return new SigningKeys(
                Arrays.stream(text.strip().split("\\s+"))
                        .filter(key -> !key.isEmpty())
                        .map(SigningKeys::key)
                        .toList());
    }

    private static SecretKeySpec key(String text) {
        require(text.startsWith(PREFIX), FIELD, "holds a key that does not start with whsec_");
        var bytes = decode(text.substring(PREFIX.length()));
        require(
                bytes.length >= SHORTEST_KEY && bytes.length <= LONGEST_KEY,
                FIELD,
                "holds a key of %d bytes; %d to %d are allowed",
                bytes.length,
                SHORTEST_KEY,
                LONGEST_KEY);
        return new SecretKeySpec(bytes, ALGORITHM);
    }

    private static byte[] decode(String base64) {
        try {
            return Base64.getDecoder().decode(base64);
        } catch (IllegalArgumentException _) {
            // Not the message of the decoder: it would show part of the secret.
            require(false, FIELD, "holds a key that is not base64 after whsec_");
            throw new AssertionError();
        }
    }

    public boolean isEmpty() {
        return keys.isEmpty();
    }

    /** The value of the {@code webhook-signature} header: one signature for each key. */
    public String sign(String id, long timestamp, byte[] body) {
        var head = (id + "." + timestamp + ".").getBytes(StandardCharsets.US_ASCII);
        return keys.stream()
                .map(key -> "v1," + signature(key, head, body))
                .collect(Collectors.joining(" "));
    }

    private static String signature(SecretKeySpec key, byte[] head, byte[] body) {
        try {
            var mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            mac.update(head);
            return Base64.getEncoder().encodeToString(mac.doFinal(body));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has " + ALGORITHM, e);
        }
    }

    /** Keys are secrets: their number is all that reaches a log. */
    @Override
    public String toString() {
        return keys.size() + " keys";
    }
}
