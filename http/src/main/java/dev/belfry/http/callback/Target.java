package dev.belfry.http.callback;

import dev.belfry.core.timer.CallbackTarget;
import dev.belfry.core.timer.GroupId;
import dev.belfry.core.timer.Origin;
import dev.belfry.core.timer.Timer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.net.SocketAddress;

/** Where the bytes of a callback go, and on whose behalf. */
record Target(GroupId group, HttpMethod method, Origin origin, String path) {
    static Target of(Timer timer) {
        return of(timer.key().group(), timer.spec().target());
    }

    private static Target of(GroupId group, CallbackTarget target) {
        return new Target(
                group,
                HttpMethod.valueOf(target.method().name()),
                target.address().origin(),
                target.address().path());
    }

    String host() {
        return origin.host();
    }

    /**
     * The request, to this very address; the receiver's name and certificate stay those of the URL.
     */
    RequestOptions options(SocketAddress server) {
        return new RequestOptions()
                .setMethod(method)
                .setServer(server)
                .setHost(origin.host())
                .setPort(origin.port())
                .setSsl(origin.scheme().equals("https"))
                .setURI(path)
                .setFollowRedirects(false);
    }
}
