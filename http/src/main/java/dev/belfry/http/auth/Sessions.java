package dev.belfry.http.auth;

import dev.belfry.operate.access.Hmac;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What browsers show in place of a key: a cookie that names the key by its digest, says when it
 * ends, and is signed. Nothing of it is kept here, and it holds no longer than the key is valid.
 * Thread-safe.
 */
public final class Sessions {
    /** A working day; then the key is asked for again. */
    static final Duration LIFE = Duration.ofHours(12);

    private static final String NAME = "belfry-session";
    private static final int PARTS = 3;

    private final Supplier<List<String>> secrets;
    private final InstantSource clock;

    /**
     * @param secrets that sign; the first one is used, all are taken, and there is at least one
     */
    public Sessions(Supplier<List<String>> secrets, InstantSource clock) {
        this.secrets = secrets;
        this.clock = clock;
    }

    /** A session as a browser gets it. */
    public record Begun(String cookie, Instant expires) {}

    /**
     * @param isSecure whether the browser must never send it in plain text
     */
    Begun begin(String keyDigest, boolean isSecure) {
        var expires = Instant.ofEpochSecond(clock.instant().plus(LIFE).getEpochSecond());
        var text = expires.getEpochSecond() + "." + keyDigest;
        var value = text + "." + signature(secrets.get().getFirst(), text);
        return new Begun(cookie(value, LIFE, isSecure), expires);
    }

    /** A cookie that takes the session away from the browser. */
    public static String end(boolean isSecure) {
        return cookie("", Duration.ZERO, isSecure);
    }

    /** No script reads it, and no other site's page makes the browser send it. */
    private static String cookie(String value, Duration life, boolean isSecure) {
        return "%s=%s; Path=/; Max-Age=%d; HttpOnly; SameSite=Strict%s"
                .formatted(NAME, value, life.toSeconds(), isSecure ? "; Secure" : "");
    }

    /** The digest of the key that a session was begun with. */
    Optional<String> keyDigest(String value) {
        var parts = value.split("\\.", -1);
        return parts.length == PARTS && isOurs(parts) && isNow(parts[0])
                ? Optional.of(parts[1])
                : Optional.empty();
    }

    private boolean isOurs(String[] parts) {
        var given = parts[2].getBytes(StandardCharsets.UTF_8);
        boolean found = false;
        for (var secret : secrets.get()) {
            var own = signature(secret, parts[0] + "." + parts[1]);
            found |= MessageDigest.isEqual(own.getBytes(StandardCharsets.UTF_8), given);
        }
        return found;
    }

    /** What was signed here is a number. */
    private boolean isNow(String expires) {
        return clock.instant().getEpochSecond() < Long.parseLong(expires);
    }

    /** The secret signs other things too, and none of them begins like this. */
    private static String signature(String secret, String text) {
        var message = (NAME + " " + text).getBytes(StandardCharsets.UTF_8);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(Hmac.sha256(secret, message));
    }

    /** The session in the cookies of a request; whoever shows two might mean either. */
    static Optional<String> shown(List<String> cookies) {
        var found =
                cookies.stream()
                        .flatMap(it -> List.of(it.split(";", -1)).stream())
                        .map(String::strip)
                        .filter(it -> it.startsWith(NAME + "="))
                        .map(it -> it.substring(NAME.length() + 1))
                        .toList();
        return found.size() == 1 ? Optional.of(found.getFirst()) : Optional.empty();
    }
}
