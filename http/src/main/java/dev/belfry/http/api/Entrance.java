package dev.belfry.http.api;

import dev.belfry.http.peer.Protocol;
import dev.belfry.node.route.Passage;
import io.vertx.core.http.HttpServerRequest;
import java.time.Duration;
import java.util.Optional;

/**
 * Who may come in by a port: clients by one, other nodes of the cluster by another. Immutable.
 *
 * @param nodes how other nodes are known; empty where only clients come in
 */
record Entrance(Visitors visitors, Optional<Protocol> nodes, Duration requestTimeout) {
    Passage admit(HttpServerRequest request) {
        return nodes.map(it -> admitNode(request, it)).orElseGet(() -> admitClient(request));
    }

    private Passage admitClient(HttpServerRequest request) {
        visitors.requireWelcome(request);
        return Passage.fromClient(System.nanoTime() + requestTimeout.toNanos());
    }

    /** Whoever knows the secret is no web page, whatever it calls this server. */
    private Passage admitNode(HttpServerRequest request, Protocol protocol) {
        if (!protocol.secret().isGiven()) {
            visitors.requireWelcome(request);
        }
        return switch (protocol.admit(
                request.method(), request.uri(), request.headers(), System.nanoTime())) {
            case Protocol.Admission.Admitted(var passage) -> passage;
            case Protocol.Admission.Forbidden(var why) -> throw notAMember(why);
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

    /** What was admitted by its head must go on with the body that the head tells of. */
    void requireBody(Call call) {
        var body = call.body();
        nodes.ifPresent(
                protocol -> {
                    if (!protocol.covers(call.headers(), body.array(), body.from(), body.size())) {
                        throw notAMember("its body is not the one that was signed");
                    }
                });
    }

    private static ProblemException notAMember(String why) {
        return Problem.of(Code.NOT_A_MEMBER, why + "; nothing was changed").raised();
    }
}
