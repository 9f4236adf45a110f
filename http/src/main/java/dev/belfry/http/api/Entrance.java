package dev.belfry.http.api;

import dev.belfry.http.auth.Authentication;
import dev.belfry.http.auth.CallerHeader;
import dev.belfry.http.auth.Recognition;
import dev.belfry.http.peer.Protocol;
import dev.belfry.node.route.Passage;
import dev.belfry.operate.access.Caller;
import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpServerRequest;
import java.time.Duration;
import java.util.Optional;

/**
 * Who may come in by a port, and who that is: clients by one, other nodes of the cluster by
 * another. Immutable.
 *
 * @param nodes how other nodes are known; empty where only clients come in
 * @param authentication by which clients are known
 */
record Entrance(
        Visitors visitors,
        Optional<Protocol> nodes,
        Authentication authentication,
        Duration requestTimeout) {
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

    /** Who makes a call, after it was admitted; nobody is asked where all are welcome. */
    Recognition recognise(HttpServerRequest request, Routes.Match match) {
        if (match.route().access().isOpen()) {
            return new Recognition.Known(Caller.NOBODY);
        }
        return nodes.isPresent()
                ? new Recognition.Known(passedOn(match.route(), request.headers()))
                : authentication.recognise(request.headers());
    }

    /** A node speaks for itself where nobody else may, and for its client everywhere else. */
    private Caller passedOn(Route route, MultiMap headers) {
        var said = headers.get(CallerHeader.NAME);
        if (route.access().isForNodes()) {
            return Caller.NODE;
        }
        if (said == null && !authentication.isOn()) {
            return Caller.ANYONE;
        }
        return CallerHeader.read(said == null ? "" : said)
                .orElseThrow(
                        () ->
                                Problem.of(
                                                Code.SHARD_UNAVAILABLE,
                                                "the request was passed on without its caller;"
                                                        + " nothing was changed")
                                        .raised());
    }

    /** The refusal of a caller that is not known; it does not say what is wrong with a key. */
    static ProblemException stranger(boolean hasCredentials) {
        return Problem.of(
                        Code.UNAUTHENTICATED,
                        hasCredentials
                                ? "the key or token is none of this server's, or it is over"
                                : "give a key or a token: Authorization: Bearer bf_…")
                .field("Authorization")
                .raised();
    }
}
