package dev.belfry.core.timer;

import static dev.belfry.core.Checks.require;

import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/**
 * Where a timer's callback goes and in which form, and how long one attempt may take from connect
 * to last byte.
 */
public record CallbackTarget(
        String url,
        Duration timeout,
        CallbackHeaders headers,
        CallbackMethod method,
        CallbackBody body,
        CredentialName credential) {
    public static final int MAX_URL_LENGTH = 2048;
    public static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(30);
    public static final Duration MAX_TIMEOUT = Duration.ofMinutes(15);

    private static final String METHOD = ":method";
    private static final String BODY = ":body";
    private static final String CREDENTIAL = ":credential";

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

    /** A target without a credential. */
    public CallbackTarget(
            String url,
            Duration timeout,
            CallbackHeaders headers,
            CallbackMethod method,
            CallbackBody body) {
        this(url, timeout, headers, method, body, CredentialName.NONE);
    }

    /** A target in the usual form: an envelope by POST. */
    public CallbackTarget(String url, Duration timeout, CallbackHeaders headers) {
        this(url, timeout, headers, CallbackMethod.POST, CallbackBody.ENVELOPE);
    }

    public static CallbackTarget of(String url) {
        return new CallbackTarget(url, DEFAULT_TIMEOUT, CallbackHeaders.NONE);
    }

    /**
     * The form in which stores keep all but URL and timeout: what is unusual as lines with names
     * that no header can have, such as {@code :method: PUT}, and a line for each header.
     */
    public String headersText() {
        return lineUnless(method, CallbackMethod.POST, METHOD)
                + lineUnless(body, CallbackBody.ENVELOPE, BODY)
                + (credential.isNone() ? "" : CREDENTIAL + ": " + credential.text() + "\n")
                + headers.toText();
    }

    private static String lineUnless(Object value, Object usual, String name) {
        return value.equals(usual) ? "" : name + ": " + value + "\n";
    }

    public static CallbackTarget fromText(String url, Duration timeout, String headersText) {
        if (headersText.isEmpty()) {
            return new CallbackTarget(url, timeout, CallbackHeaders.NONE);
        }
        var lines = CallbackHeaders.lines(headersText);
        var method = Optional.ofNullable(lines.remove(METHOD)).map(CallbackMethod::of);
        var body = Optional.ofNullable(lines.remove(BODY)).map(CallbackBody::of);
        var credential = Optional.ofNullable(lines.remove(CREDENTIAL)).map(CredentialName::of);
        return new CallbackTarget(
                url,
                timeout,
                new CallbackHeaders(lines),
                method.orElse(CallbackMethod.POST),
                body.orElse(CallbackBody.ENVELOPE),
                credential.orElse(CredentialName.NONE));
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
