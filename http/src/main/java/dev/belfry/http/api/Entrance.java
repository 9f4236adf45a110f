package dev.belfry.http.api;

import dev.belfry.http.peer.Protocol;
import dev.belfry.node.route.Passage;
import io.vertx.core.http.HttpServerRequest;
import java.time.Duration;

/**
 * Who may come in: clients by the public paths, other nodes of the cluster by theirs. Immutable.
 */
record Entrance(Visitors visitors, Protocol protocol, Duration requestTimeout) {
    Passage admit(HttpServerRequest request, RequestTarget target) {
        return isBetweenNodes(target) ? admitNode(request) : admitClient(request);
    }

    private static boolean isBetweenNodes(RequestTarget target) {
        return target.path().startsWith(Protocol.PREFIX + "/");
    }

    private Passage admitClient(HttpServerRequest request) {
        visitors.requireWelcome(request);
        return Passage.fromClient(System.nanoTime() + requestTimeout.toNanos());
    }

    /** Whoever knows the secret is no web page, whatever it calls this server. */
    private Passage admitNode(HttpServerRequest request) {
        if (!protocol.secret().isGiven()) {
            visitors.requireWelcome(request);
        }
        return switch (protocol.admit(request.headers(), System.nanoTime())) {
            case Protocol.Admission.Admitted(var passage) -> passage;
            case Protocol.Admission.Forbidden() ->
                    throw Problem.of(
                                    Code.NOT_A_MEMBER,
                                    "cluster.secret must be the same on all servers")
                            .raised();
            case Protocol.Admission.Unreadable(var why) ->
                    throw Problem.of(Code.SHARD_UNAVAILABLE, why + "; nothing was changed")
                            .raised();
            case Protocol.Admission.Late() ->
                    throw Problem.of(
                                    Code.STORE_UNAVAILABLE,
                                    "the request came too late; nothing was changed")
                            .raised();
        };
    }
}
