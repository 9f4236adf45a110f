package dev.belfry.http.callback;

import dev.belfry.core.timer.CallbackTarget;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.net.SocketAddress;
import java.net.URI;

/** Where the bytes of a callback go. */
record Target(HttpMethod method, String host, int port, boolean secure, String path) {
    static Target of(CallbackTarget target) {
        var uri = URI.create(target.url());
        boolean secure = "https".equalsIgnoreCase(uri.getScheme());
        return new Target(
                HttpMethod.valueOf(target.method().name()),
                uri.getHost(),
                portOf(uri, secure),
                secure,
                pathOf(uri));
    }

    private static int portOf(URI uri, boolean secure) {
        if (uri.getPort() >= 0) {
            return uri.getPort();
        }
        return secure ? 443 : 80;
    }

    private static String pathOf(URI uri) {
        var path = uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
        return uri.getRawQuery() == null ? path : path + "?" + uri.getRawQuery();
    }

    RequestOptions options() {
        return new RequestOptions()
                .setMethod(method)
                .setServer(SocketAddress.inetSocketAddress(port, withoutBrackets()))
                .setHost(host)
                .setPort(port)
                .setSsl(secure)
                .setURI(path)
                .setFollowRedirects(false);
    }

    /** A header wants an IPv6 address in brackets, a socket wants it bare. */
    private String withoutBrackets() {
        return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    }
}
