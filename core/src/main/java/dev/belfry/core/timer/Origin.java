package dev.belfry.core.timer;

import java.net.URI;
import java.util.Locale;

/** Who is behind a URL: secrets for one origin are not meant for another. */
public record Origin(String scheme, String host, int port) {
    private static final int HTTP_PORT = 80;
    private static final int HTTPS_PORT = 443;

    /** The origin of a URL that {@link CallbackTarget} takes. */
    public static Origin of(String url) {
        var uri = URI.create(url);
        var scheme = uri.getScheme().toLowerCase(Locale.ROOT);
        return new Origin(scheme, uri.getHost().toLowerCase(Locale.ROOT), port(uri, scheme));
    }

    private static int port(URI uri, String scheme) {
        if (uri.getPort() >= 0) {
            return uri.getPort();
        }
        return scheme.equals("https") ? HTTPS_PORT : HTTP_PORT;
    }
}
