package dev.belfry.client;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Tells genuine callbacks from others, by the signatures of Standard Webhooks. Thread-safe.
 *
 * <p>While a key is replaced by another, both are given: a callback is signed with each key that
 * its sender has, and one signature that fits is enough.
 */
public final class CallbackVerifier {
    private static final String PREFIX = "whsec_";
    private static final String ALGORITHM = "HmacSHA256";
    private static final Duration USUAL_TOLERANCE = Duration.ofMinutes(5);

    private final List<SecretKeySpec> keys;
    private final Duration tolerance;
    private final InstantSource clock;

    private CallbackVerifier(List<SecretKeySpec> keys, Duration tolerance, InstantSource clock) {
        this.keys = keys;
        this.tolerance = tolerance;
        this.clock = clock;
    }

    /**
     * One that knows these keys.
     *
     * @param secrets as the operator has them: {@code whsec_} and base64
     */
    public static CallbackVerifier of(String... secrets) {
        if (secrets.length == 0) {
            throw new IllegalArgumentException("a verifier needs a key");
        }
        var keys = Arrays.stream(secrets).map(CallbackVerifier::key).toList();
        return new CallbackVerifier(keys, USUAL_TOLERANCE, InstantSource.system());
    }

    private static SecretKeySpec key(String secret) {
        if (!secret.startsWith(PREFIX)) {
            throw new IllegalArgumentException("a key begins with " + PREFIX);
        }
        var bytes = Base64.getDecoder().decode(secret.substring(PREFIX.length()));
        return new SecretKeySpec(bytes, ALGORITHM);
    }

    /** How far the time of a callback may be from this machine's; five minutes. */
    public CallbackVerifier tolerance(Duration distance) {
        return new CallbackVerifier(keys, distance, clock);
    }

    /** By another clock than the system's. */
    public CallbackVerifier clock(InstantSource other) {
        return new CallbackVerifier(keys, tolerance, other);
    }

    /**
     * Reads a callback if it is genuine, and gives nothing otherwise: answer such a one with 401.
     *
     * @param headers the value of a header field by its name, in lower case; null if there is none
     * @param body the bytes as they came
     */
    public Optional<BelfryCallback> read(Function<String, @Nullable String> headers, byte[] body) {
        return isGenuine(headers, body)
                ? Optional.of(BelfryCallback.read(headers, body))
                : Optional.empty();
    }

    /** Whether one of the keys signed these bytes, and not too long ago. */
    public boolean isGenuine(Function<String, @Nullable String> headers, byte[] body) {
        var id = headers.apply("webhook-id");
        var timestamp = headers.apply("webhook-timestamp");
        var signatures = headers.apply("webhook-signature");
        if (id == null || timestamp == null || signatures == null || !isFresh(timestamp)) {
            return false;
        }
        var head = (id + "." + timestamp + ".").getBytes(StandardCharsets.UTF_8);
        var given = List.of(signatures.split(" ", -1));
        return keys.stream().anyMatch(key -> isAmong(given, signature(key, head, body)));
    }

    private boolean isFresh(String timestamp) {
        if (!timestamp.matches("[0-9]{1,11}")) {
            return false;
        }
        var sent = Instant.ofEpochSecond(Long.parseLong(timestamp));
        return Duration.between(sent, clock.instant()).abs().compareTo(tolerance) <= 0;
    }

    private static byte[] signature(SecretKeySpec key, byte[] head, byte[] body) {
        try {
            var mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            mac.update(head);
            var text = "v1," + Base64.getEncoder().encodeToString(mac.doFinal(body));
            return text.getBytes(StandardCharsets.US_ASCII);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has " + ALGORITHM, e);
        }
    }

    private static boolean isAmong(List<String> given, byte[] expected) {
        return given.stream()
                .anyMatch(
                        it -> MessageDigest.isEqual(expected, it.getBytes(StandardCharsets.UTF_8)));
    }
}
