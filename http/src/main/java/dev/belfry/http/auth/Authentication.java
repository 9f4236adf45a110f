package dev.belfry.http.auth;

import dev.belfry.operate.access.ApiKey;
import dev.belfry.operate.access.Caller;
import dev.belfry.operate.access.Keyring;
import io.vertx.core.MultiMap;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Says who a client is, by the credentials of its request. A server that was given neither keys nor
 * an issuer of tokens takes everybody for {@link Caller#ANYONE}. Thread-safe.
 */
public final class Authentication {
    private static final String AUTHORIZATION = "Authorization";
    private static final String COOKIE = "Cookie";
    private static final String SCHEME = "Bearer ";
    private static final Recognition ANYONE = new Recognition.Known(Caller.ANYONE);
    private static final Recognition MISSING = new Recognition.Missing();
    private static final Recognition REFUSED = new Recognition.Refused();

    public static final Authentication NONE =
            new Authentication(
                    Optional.empty(),
                    Optional.empty(),
                    new Sessions(List::of, InstantSource.system()));

    private final Optional<Supplier<Keyring>> keys;
    private final Optional<Tokens> tokens;
    private final Sessions sessions;

    /**
     * @param keys as they are at the moment
     */
    public Authentication(
            Optional<Supplier<Keyring>> keys, Optional<Tokens> tokens, Sessions sessions) {
        this.keys = keys;
        this.tokens = tokens;
        this.sessions = sessions;
    }

    /** Whether callers must say who they are. */
    public boolean isOn() {
        return keys.isPresent() || tokens.isPresent();
    }

    /** Whoever says it twice might mean two. */
    public Recognition recognise(MultiMap headers) {
        if (!isOn()) {
            return ANYONE;
        }
        var said = headers.getAll(AUTHORIZATION);
        if (said.isEmpty()) {
            return Sessions.shown(headers.getAll(COOKIE)).map(this::session).orElse(MISSING);
        }
        return said.size() == 1
                ? credential(said.getFirst()).map(this::bearer).orElse(REFUSED)
                : REFUSED;
    }

    private static Optional<String> credential(String said) {
        return said.regionMatches(true, 0, SCHEME, 0, SCHEME.length())
                ? Optional.of(said.substring(SCHEME.length()).strip())
                : Optional.empty();
    }

    private Recognition session(String shown) {
        return known(
                sessions.keyDigest(shown)
                        .flatMap(digest -> keys.flatMap(it -> it.get().findDigest(digest))));
    }

    /**
     * A session for whoever presents a key in these headers; empty for all others.
     *
     * @param isSecure whether the browser must never send it in plain text
     */
    public Optional<Sessions.Begun> beginSession(MultiMap headers, boolean isSecure) {
        return Optional.ofNullable(headers.get(AUTHORIZATION))
                .flatMap(Authentication::credential)
                .flatMap(presented -> keys.flatMap(it -> it.get().find(presented)))
                .map(key -> sessions.begin(key.sha256(), isSecure));
    }

    private Recognition bearer(String credential) {
        return credential.startsWith(ApiKey.PREFIX)
                ? key(credential)
                : tokens.map(it -> it.recognise(credential)).orElse(REFUSED);
    }

    private Recognition key(String presented) {
        return known(keys.flatMap(it -> it.get().find(presented)));
    }

    private static Recognition known(Optional<ApiKey> found) {
        return found.<Recognition>map(it -> new Recognition.Known(it.caller())).orElse(REFUSED);
    }
}
