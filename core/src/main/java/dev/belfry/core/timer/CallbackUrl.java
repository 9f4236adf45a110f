package dev.belfry.core.timer;

import static dev.belfry.core.Checks.require;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A URL that callbacks can go to, taken apart once. Immutable. */
public final class CallbackUrl {
    public static final int MAX_LENGTH = 2048;

    private static final String AFTER_SCHEME = "://";

    /** Many timers go to few URLs, and all to few receivers: this many of each are remembered. */
    private static final int REMEMBERED = 256;

    /** By hash; a thread that does not see what another has put there reads the URL again. */
    private static final @Nullable CallbackUrl[] URLS = new CallbackUrl[REMEMBERED];

    private static final @Nullable Receiver[] RECEIVERS = new Receiver[REMEMBERED];

    private final String text;
    private final Receiver receiver;

    /** Who is behind it, once for all URLs. */
    private record Receiver(Origin origin, String host) {
        /** The one that is remembered, if it is the same. */
        Receiver shared() {
            int place = Math.floorMod(hashCode(), REMEMBERED);
            var known = RECEIVERS[place];
            if (known != null && known.equals(this)) {
                return known;
            }
            RECEIVERS[place] = this;
            return this;
        }
    }

    private CallbackUrl(String text, Receiver receiver) {
        this.text = text;
        this.receiver = receiver;
    }

    /** Refuses what no callback can go to. */
    public static CallbackUrl of(String text) {
        return of(text, "callbackUrl");
    }

    /**
     * Refuses what no callback can go to.
     *
     * @param field that holds it, for whoever is told
     */
    static CallbackUrl of(String text, String field) {
        int place = Math.floorMod(text.hashCode(), REMEMBERED);
        var known = URLS[place];
        if (known != null && known.text.equals(text)) {
            return known;
        }
        var url = read(text, field);
        URLS[place] = url;
        return url;
    }

    private static CallbackUrl read(String text, String field) {
        require(text.length() <= MAX_LENGTH, field, "is longer than %d characters", MAX_LENGTH);
        var uri = parse(text, field);
        requireHttp(uri, field);
        var scheme = uri.getScheme().toLowerCase(Locale.ROOT);
        var name = uri.getHost().toLowerCase(Locale.ROOT);
        var origin = Origin.of(scheme, name, uri.getPort());
        var host = uri.getPort() < 0 ? name : name + ":" + uri.getPort();
        return new CallbackUrl(text, new Receiver(origin, host).shared());
    }

    private static URI parse(String text, String field) {
        try {
            return new URI(text);
        } catch (URISyntaxException e) {
            require(false, field, "is not a URL: %s", e.getReason());
            throw new AssertionError(e);
        }
    }

    private static void requireHttp(URI uri, String field) {
        var scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
        require(
                scheme.equals("http") || scheme.equals("https"),
                field,
                "must start with http:// or https://");
        require(
                uri.getHost() != null,
                field,
                "names no host, or one with characters that host names can not have");
        require(uri.getPort() <= 65_535, field, "has a port above 65535");
        require(uri.getRawUserInfo() == null, field, "must not carry a user or password");
        require(uri.getRawFragment() == null, field, "must not have a fragment");
    }

    public String text() {
        return text;
    }

    public Origin origin() {
        return receiver.origin();
    }

    /** The host and port that share a limit on attempts in flight. */
    public String host() {
        return receiver.host();
    }

    /** Path and query, as a request names them. */
    public String path() {
        int end = text.indexOf(AFTER_SCHEME) + AFTER_SCHEME.length();
        while (end < text.length() && text.charAt(end) != '/' && text.charAt(end) != '?') {
            end++;
        }
        var rest = text.substring(end);
        return rest.startsWith("/") ? rest : "/" + rest;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof CallbackUrl that && text.equals(that.text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    @Override
    public String toString() {
        return text;
    }
}
