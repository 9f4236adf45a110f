package dev.belfry.http.auth;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.KeySourceException;
import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.jwk.source.JWKSourceBuilder;
import com.nimbusds.jose.jwk.source.RateLimitReachedException;
import com.nimbusds.jose.proc.BadJOSEException;
import com.nimbusds.jose.proc.DefaultJOSEObjectTypeVerifier;
import com.nimbusds.jose.proc.JWSVerificationKeySelector;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jose.util.DefaultResourceRetriever;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.proc.DefaultJWTClaimsVerifier;
import com.nimbusds.jwt.proc.DefaultJWTProcessor;
import dev.belfry.operate.access.Caller;
import dev.belfry.operate.config.AuthConfig;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.text.ParseException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tokens that an issuer has signed (JWT). Signatures are checked, and the issuer's keys fetched, on
 * threads that may wait; who presented a token that held is remembered for a minute. Thread-safe.
 */
public final class JwtTokens implements Tokens {
    private static final Logger LOG = LoggerFactory.getLogger(JwtTokens.class);

    /** Only those whose public key can not sign. */
    private static final Set<JWSAlgorithm> TAKEN =
            Set.of(
                    JWSAlgorithm.RS256,
                    JWSAlgorithm.RS384,
                    JWSAlgorithm.RS512,
                    JWSAlgorithm.PS256,
                    JWSAlgorithm.PS384,
                    JWSAlgorithm.PS512,
                    JWSAlgorithm.ES256,
                    JWSAlgorithm.ES384,
                    JWSAlgorithm.ES512);

    /** Also what RFC 9068 calls access tokens. */
    private static final JOSEObjectType ACCESS_TOKEN = new JOSEObjectType("at+jwt");

    private static final int CLOCK_SKEW_SECONDS = 30;
    private static final int LONGEST_TOKEN = 8 * 1024;
    private static final int FETCH_MILLIS = 3_000;
    private static final int LARGEST_KEYS = 256 * 1024;

    /** A key that the issuer withdrew ends after this and the time that tokens are remembered. */
    private static final Duration KEYS_KEPT = Duration.ofMinutes(5);

    /** While the issuer does not answer, its last keys hold for so long. */
    private static final Duration OUTAGE = Duration.ofHours(4);

    /** Tokens with keys that are not known make the keys be fetched at most twice in this. */
    private static final Duration BETWEEN_FETCHES = Duration.ofSeconds(10);

    private static final Duration REMEMBERED = Duration.ofMinutes(1);
    private static final int MOST_REMEMBERED = 10_000;
    private static final int MOST_AT_A_TIME = 256;

    private static final Recognition REFUSED = new Recognition.Refused();
    private static final Recognition UNREADABLE =
            new Recognition.Unavailable("the keys of the issuer of tokens can not be read");

    private final TokenClaims claims;
    private final InstantSource clock;
    private final Executor threads;
    private final DefaultJWTProcessor<SecurityContext> processor = new DefaultJWTProcessor<>();
    private final Map<ByteBuffer, Remembered> remembered = new ConcurrentHashMap<>();
    private final Semaphore turns = new Semaphore(MOST_AT_A_TIME);

    private record Remembered(Recognition caller, Instant until) {}

    /**
     * Tokens of the issuer in a configuration.
     *
     * @param threads that may wait
     */
    public JwtTokens(AuthConfig config, InstantSource clock, Executor threads) {
        this.claims = new TokenClaims(config.roleClaim(), config.groupsClaim());
        this.clock = clock;
        this.threads = threads;
        processor.setJWSTypeVerifier(
                new DefaultJOSEObjectTypeVerifier<>(JOSEObjectType.JWT, ACCESS_TOKEN, null));
        processor.setJWSKeySelector(
                new JWSVerificationKeySelector<>(TAKEN, keys(config.jwks().orElseThrow())));
        processor.setJWTClaimsSetVerifier(verifier(config));
    }

    private static DefaultJWTClaimsVerifier<SecurityContext> verifier(AuthConfig config) {
        var verifier =
                new DefaultJWTClaimsVerifier<SecurityContext>(
                        config.audience().orElseThrow(),
                        new JWTClaimsSet.Builder().issuer(config.issuer().orElseThrow()).build(),
                        Set.of("exp"));
        verifier.setMaxClockSkew(CLOCK_SKEW_SECONDS);
        return verifier;
    }

    private static JWKSource<SecurityContext> keys(String place) {
        return JWKSourceBuilder.create(
                        url(place),
                        new DefaultResourceRetriever(FETCH_MILLIS, FETCH_MILLIS, LARGEST_KEYS))
                .cache(KEYS_KEPT.toMillis(), 2L * FETCH_MILLIS)
                .rateLimited(BETWEEN_FETCHES.toMillis())
                .outageTolerant(OUTAGE.toMillis())
                .build();
    }

    private static URL url(String place) {
        try {
            return place.matches("https?://.*")
                    ? URI.create(place).toURL()
                    : Path.of(place).toUri().toURL();
        } catch (MalformedURLException e) {
            throw new IllegalArgumentException("auth.jwks is neither a URL nor a path", e);
        }
    }

    @Override
    public Recognition recognise(String token) {
        if (token.length() > LONGEST_TOKEN) {
            return REFUSED;
        }
        var digest = digest(token);
        var known = remembered.get(digest);
        if (known != null && clock.instant().isBefore(known.until())) {
            return known.caller();
        }
        if (!turns.tryAcquire()) {
            return new Recognition.Unavailable("too many tokens are being looked at");
        }
        return new Recognition.Pending(
                CompletableFuture.supplyAsync(() -> verified(token, digest), threads)
                        .whenComplete((_, _) -> turns.release())
                        .exceptionally(JwtTokens::failed));
    }

    private Recognition verified(String token, ByteBuffer digest) {
        try {
            var held = processor.process(token, null);
            return claims.caller(held)
                    .map(caller -> remember(digest, caller, held.getExpirationTime().toInstant()))
                    .orElse(REFUSED);
        } catch (ParseException | BadJOSEException _) {
            return REFUSED;
        } catch (RateLimitReachedException _) {
            return UNREADABLE;
        } catch (KeySourceException e) {
            return failed(e);
        } catch (JOSEException _) {
            return REFUSED;
        }
    }

    private static Recognition failed(Throwable failure) {
        LOG.atWarn()
                .addKeyValue("why", failure)
                .log("the keys of the issuer of tokens can not be read");
        return UNREADABLE;
    }

    private Recognition remember(ByteBuffer digest, Caller caller, Instant expires) {
        var soon = clock.instant().plus(REMEMBERED);
        var known = new Recognition.Known(caller);
        if (remembered.size() >= MOST_REMEMBERED) {
            remembered.clear();
        }
        remembered.put(digest, new Remembered(known, expires.isBefore(soon) ? expires : soon));
        return known;
    }

    private static ByteBuffer digest(String token) {
        try {
            return ByteBuffer.wrap(
                    MessageDigest.getInstance("SHA-256")
                            .digest(token.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
