package dev.belfry.operate.access;

import static dev.belfry.core.Checks.require;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * An API key as it is kept: not itself, but what it is recognised by. Its text has 238 random bits,
 * so that one round of SHA-256 hides it; what hides passwords would cost each request milliseconds.
 * Immutable.
 *
 * @param sha256 of its text, in hexadecimal digits
 * @param expires from when on it is none
 */
public record ApiKey(Caller caller, String sha256, Instant created, Optional<Instant> expires) {
    /**
     * What every key begins with, so that scanners find those in places where they should not be.
     */
    public static final String PREFIX = "bf_";

    private static final String ALPHABET =
            "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    private static final int RANDOM_CHARACTERS = 40;
    private static final int ID_LENGTH = 8;
    private static final Pattern DIGITS = Pattern.compile("[0-9a-f]{64}");

    public ApiKey {
        require(
                !caller.hasReservedName(),
                "name",
                "is '%s', which stands for callers without a key",
                caller.name());
        require(DIGITS.matcher(sha256).matches(), "sha256", "must be 64 hexadecimal digits");
    }

    /** A new key's text; whoever makes it shows it once. */
    public static String newText(SecureRandom random) {
        var text = new StringBuilder(PREFIX);
        for (int i = 0; i < RANDOM_CHARACTERS; i++) {
            text.append(ALPHABET.charAt(random.nextInt(ALPHABET.length())));
        }
        return text.toString();
    }

    public static ApiKey of(
            String text, Caller caller, Instant created, Optional<Instant> expires) {
        return new ApiKey(caller, HexFormat.of().formatHex(digest(text)), created, expires);
    }

    static byte[] digest(String text) {
        try {
            return MessageDigest.getInstance("SHA-256")
                    .digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    /** What people tell keys of the same name apart by. */
    public String id() {
        return sha256.substring(0, ID_LENGTH);
    }

    public boolean isValid(Instant now) {
        return expires.isEmpty() || now.isBefore(expires.get());
    }
}
