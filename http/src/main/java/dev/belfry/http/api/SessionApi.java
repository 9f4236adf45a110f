package dev.belfry.http.api;

import dev.belfry.http.auth.Access.Reach;
import dev.belfry.http.auth.Authentication;
import dev.belfry.http.auth.Sessions;
import dev.belfry.operate.access.Caller;
import dev.belfry.operate.access.Role;
import io.vertx.core.http.HttpMethod;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Who the caller is, and the sessions of browsers. Thread-safe. */
final class SessionApi {
    private static final String PATH = "/api/v1/session";
    private static final String SET_COOKIE = "Set-Cookie";

    private final Authentication authentication;
    private final boolean isSecure;

    /**
     * @param isSecure whether this server is reached by TLS alone
     */
    SessionApi(Authentication authentication, boolean isSecure) {
        this.authentication = authentication;
        this.isSecure = isSecure;
    }

    List<Route> routes() {
        return List.of(
                Route.get(PATH, this::show).needing(Role.READ, Reach.FILTERED),
                Route.without(HttpMethod.POST, PATH, this::begin)
                        .needing(Role.READ, Reach.FILTERED),
                Route.without(HttpMethod.DELETE, PATH, _ -> end()).givingNothing().open());
    }

    private CompletableFuture<Answer> show(Call call) {
        return CompletableFuture.completedFuture(told(call.caller(), Optional.empty()));
    }

    /** Where nobody is asked for a key there is no session either. */
    private CompletableFuture<Answer> begin(Call call) {
        if (!authentication.isOn()) {
            return show(call);
        }
        var begun =
                authentication
                        .beginSession(call.headers(), isSecure)
                        .orElseThrow(
                                () ->
                                        Problem.of(
                                                        Code.UNAUTHENTICATED,
                                                        "a session begins with an API key; a token"
                                                                + " goes with each request")
                                                .field("Authorization")
                                                .raised());
        return CompletableFuture.completedFuture(
                told(call.caller(), Optional.of(begun.expires()))
                        .header(SET_COOKIE, begun.cookie()));
    }

    private CompletableFuture<Answer> end() {
        return CompletableFuture.completedFuture(
                Answer.empty(204).header(SET_COOKIE, Sessions.end(isSecure)));
    }

    private Answer.Whole told(Caller caller, Optional<Instant> expires) {
        return Answer.json(
                200,
                JsonBytes.object(
                        json ->
                                json.text("name", caller.name())
                                        .text("role", caller.role().word())
                                        .texts("groups", caller.groups().patterns())
                                        .flag("authentication", authentication.isOn())
                                        .text("expiresAt", expires)));
    }
}
