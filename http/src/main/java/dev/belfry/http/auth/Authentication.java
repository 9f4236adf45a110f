package dev.belfry.http.auth;

import dev.belfry.operate.access.ApiKey;
import dev.belfry.operate.access.Caller;
import dev.belfry.operate.access.WatchedKeys;
import io.vertx.core.MultiMap;
import java.util.Optional;

/**
 * Says who a client is, by the credentials of its request. A server that was given neither keys nor
 * an issuer of tokens takes everybody for {@link Caller#ANYONE}. Thread-safe.
 */
public final class Authentication {
    private static final String AUTHORIZATION = "Authorization";
    private static final String SCHEME = "Bearer ";
    private static final Recognition ANYONE = new Recognition.Known(Caller.ANYONE);
    private static final Recognition MISSING = new Recognition.Missing();
    private static final Recognition REFUSED = new Recognition.Refused();

    public static final Authentication NONE =
            new Authentication(Optional.empty(), Optional.empty());

    private final Optional<WatchedKeys> keys;
    private final Optional<Tokens> tokens;

    public Authentication(Optional<WatchedKeys> keys, Optional<Tokens> tokens) {
        this.keys = keys;
        this.tokens = tokens;
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
        if (said.size() != 1) {
            return said.isEmpty() ? MISSING : REFUSED;
        }
        var text = said.getFirst();
        return text.regionMatches(true, 0, SCHEME, 0, SCHEME.length())
                ? bearer(text.substring(SCHEME.length()).strip())
                : REFUSED;
    }

    private Recognition bearer(String credential) {
        return credential.startsWith(ApiKey.PREFIX)
                ? key(credential)
                : tokens.map(it -> it.recognise(credential)).orElse(REFUSED);
    }

    private Recognition key(String presented) {
        return keys.flatMap(it -> it.find(presented))
                .<Recognition>map(Recognition.Known::new)
                .orElse(REFUSED);
    }
}
