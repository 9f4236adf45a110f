package dev.belfry.core.timer;

/** Who is behind a URL: secrets for one origin are not meant for another. */
public record Origin(String scheme, String host, int port) {
    private static final int HTTP_PORT = 80;
    private static final int HTTPS_PORT = 443;

    /** The origin of a URL that callbacks can go to. */
    public static Origin of(String url) {
        return CallbackUrl.of(url).origin();
    }

    /**
     * An origin as it stands in a URL.
     *
     * @param port negative for that of the scheme
     */
    static Origin of(String scheme, String host, int port) {
        int usual = scheme.equals("https") ? HTTPS_PORT : HTTP_PORT;
        return new Origin(scheme, host, port >= 0 ? port : usual);
    }
}
