package dev.belfry.http.callback;

import io.vertx.core.Future;
import io.vertx.core.internal.ContextInternal;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;

/** Asks Vert.x's resolver for all addresses of a name. Confined to one event loop. */
final class NameLookup {
    private final ContextInternal context;

    NameLookup(ContextInternal context) {
        this.context = context;
    }

    Future<List<InetAddress>> find(String host) {
        var answer = context.<List<InetAddress>>promise();
        context.owner()
                .nameResolver()
                .resolveAll(
                        host,
                        found -> {
                            if (found.succeeded()) {
                                answer.complete(addresses(found.result()));
                            } else {
                                answer.fail(found.cause());
                            }
                        });
        return answer.future();
    }

    private static List<InetAddress> addresses(List<InetSocketAddress> found) {
        return found.stream().map(InetSocketAddress::getAddress).toList();
    }
}
