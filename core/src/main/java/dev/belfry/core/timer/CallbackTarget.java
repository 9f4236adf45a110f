package dev.belfry.core.timer;

import static dev.belfry.core.Checks.require;

import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.Locale;

/** Where a timer's callback goes, and how long one attempt may take from connect to last byte. */
public record CallbackTarget(String url, Duration timeout, CallbackHeaders headers) {
    public static final int MAX_URL_LENGTH = 2048;
    public static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(30);
    public static final Duration MAX_TIMEOUT = Duration.ofMinutes(15);

    public CallbackTarget {
        require(
                url.length() <= MAX_URL_LENGTH,
                "callbackUrl",
                "is longer than %d characters",
                MAX_URL_LENGTH);
        requireHttp(parse(url));
        require(
                timeout.compareTo(MAX_TIMEOUT) <= 0 && timeout.toMillis() >= 1,
                "callbackTimeout",
                "must be 1ms to 15m");
        require(
                timeout.toNanos() % 1_000_000 == 0,
                "callbackTimeout",
                "is finer than a millisecond");
    }

    public static CallbackTarget of(String url) {
        return new CallbackTarget(url, DEFAULT_TIMEOUT, CallbackHeaders.NONE);
    }

    /** The host and port that share a limit on attempts in flight. */
    public String host() {
        var uri = URI.create(url);
        var name = uri.getHost().toLowerCase(Locale.ROOT);
        return uri.getPort() < 0 ? name : name + ":" + uri.getPort();
    }

    private static URI parse(String url) {
        try {
            return new URI(url);
        } catch (URISyntaxException e) {
            require(false, "callbackUrl", "is not a URL: %s", e.getReason());
            throw new AssertionError(e);
        }
    }

    private static void requireHttp(URI uri) {
        var scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
        require(
                scheme.equals("http") || scheme.equals("https"),
                "callbackUrl",
                "must start with http:// or https://");
        require(
                uri.getHost() != null,
                "callbackUrl",
                "names no host, or one with characters that host names can not have");
        require(uri.getPort() <= 65_535, "callbackUrl", "has a port above 65535");
        require(uri.getRawUserInfo() == null, "callbackUrl", "must not carry a user or password");
        require(uri.getRawFragment() == null, "callbackUrl", "must not have a fragment");
    }
}
