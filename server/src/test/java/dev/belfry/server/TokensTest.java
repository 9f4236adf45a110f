package dev.belfry.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import com.sun.net.httpserver.HttpServer;
import dev.belfry.client.BelfryClient;
import dev.belfry.client.NewTimer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tokens of an issuer whose keys a server of the test's own gives out. */
class TokensTest {
    private static final String ISSUER = "https://issuer.example";
    private static final String AUDIENCE = "belfry";
    private static final AtomicReference<JWKSet> PUBLISHED = new AtomicReference<>();
    private static final AtomicInteger FETCHES = new AtomicInteger();

    private static ECKey key;
    private static HttpServer issuer;
    private static ServerUnderTest server;

    @TempDir private Path folder;

    @BeforeAll
    static void start() throws Exception {
        key = newKey("first");
        PUBLISHED.set(new JWKSet(key));
        issuer = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        issuer.createContext(
                "/jwks",
                exchange -> {
                    FETCHES.incrementAndGet();
                    var bytes = PUBLISHED.get().toString(true).getBytes(StandardCharsets.UTF_8);
                    try (exchange) {
                        exchange.getResponseHeaders().set("Content-Type", "application/json");
                        exchange.sendResponseHeaders(200, bytes.length);
                        exchange.getResponseBody().write(bytes);
                    }
                });
        issuer.start();
        var place = "http://127.0.0.1:%d/jwks".formatted(issuer.getAddress().getPort());
        server = ServerUnderTest.start(settings(place));
    }

    private static Map<String, String> settings(String jwks) {
        return Map.of(
                "auth.issuer", ISSUER,
                "auth.audience", AUDIENCE,
                "auth.jwks", jwks,
                "groups.own.shards", "2");
    }

    @AfterAll
    static void stop() {
        server.close();
        issuer.stop(0);
    }

    private static ECKey newKey(String id) throws JOSEException {
        return new ECKeyGenerator(Curve.P_256).keyID(id).generate();
    }

    private static JWTClaimsSet.Builder claims() {
        return new JWTClaimsSet.Builder()
                .issuer(ISSUER)
                .audience(AUDIENCE)
                .subject("somebody")
                .expirationTime(Date.from(Instant.now().plusSeconds(600)))
                .claim("belfry_role", "write")
                .claim("belfry_groups", List.of("own"));
    }

    private static String token(ECKey by, UnaryOperator<JWTClaimsSet.Builder> change)
            throws JOSEException {
        var header = new JWSHeader.Builder(JWSAlgorithm.ES256).keyID(by.getKeyID()).build();
        return signed(header, new ECDSASigner(by), change.apply(claims()).build());
    }

    private static String signed(JWSHeader header, JWSSigner signer, JWTClaimsSet claims)
            throws JOSEException {
        var jwt = new SignedJWT(header, claims);
        jwt.sign(signer);
        return jwt.serialize();
    }

    private static int status(ServerUnderTest of, String path, String token) {
        return of.get(path, "Authorization", "Bearer " + token).status();
    }

    private static void requireRefused(String token) {
        assertThat(status(server, "/api/v1/groups/own", token)).isEqualTo(401);
    }

    @Test
    void aTokenHasTheRoleAndTheGroupsOfItsClaims() throws Exception {
        var token = token(key, it -> it);
        assertThat(status(server, "/api/v1/groups/own", token)).isEqualTo(200);
        assertThat(status(server, "/api/v1/groups/default", token)).isEqualTo(403);
        assertThat(status(server, "/api/v1/system", token)).isEqualTo(403);
        var scope =
                token(key, it -> it.claim("belfry_role", "openid belfry:read").claim("sub", null));
        assertThat(status(server, "/api/v1/groups/own", scope)).isEqualTo(200);
        var everywhere = token(key, it -> it.claim("belfry_groups", "a, *"));
        assertThat(status(server, "/metrics", everywhere)).isEqualTo(200);
    }

    @Test
    void aTokenThatIsNotForThisServerIsRefused() throws Exception {
        requireRefused(token(key, it -> it.issuer("https://other.example")));
        requireRefused(token(key, it -> it.audience("another")));
        requireRefused(token(key, it -> it.audience(List.of())));
        requireRefused(token(key, it -> it.expirationTime(Date.from(past()))));
        requireRefused(token(key, it -> it.expirationTime(null)));
        requireRefused(token(key, it -> it.notBeforeTime(Date.from(future()))));
        requireRefused(token(key, it -> it.claim("belfry_role", null)));
        requireRefused(token(key, it -> it.claim("belfry_role", "boss")));
        requireRefused(token(key, it -> it.claim("belfry_groups", List.of("Ä"))));
        requireRefused(token(newKey("first"), it -> it));
        requireRefused(token(key, it -> it.subject("node").claim("belfry_role", "admin")));
        var parts = token(key, it -> it).split("\\.", -1);
        requireRefused(parts[0] + "." + parts[1] + ".");
        requireRefused(parts[0] + "." + parts[1] + "x." + parts[2]);
        requireRefused("x".repeat(10_000));
    }

    private static Instant past() {
        return Instant.now().minusSeconds(60);
    }

    private static Instant future() {
        return Instant.now().plusSeconds(600);
    }

    @Test
    void aTokenWithoutASignatureOrSignedWithThePublicKeyIsRefused() throws Exception {
        requireRefused(new PlainJWT(claims().build()).serialize());
        for (var secret :
                List.of(
                        key.toPublicJWK().toJSONString().getBytes(StandardCharsets.UTF_8),
                        key.toECPublicKey().getEncoded())) {
            var header = new JWSHeader.Builder(JWSAlgorithm.HS256).keyID("first").build();
            requireRefused(signed(header, new MACSigner(secret), claims().build()));
        }
    }

    /** The issuer changes its key while a client works; what it was before is taken as well. */
    @Test
    void theIssuersKeysChangeUnderLoadAndNoRequestIsLost() throws Exception {
        var current = new AtomicReference<>(token(key, it -> it));
        var over = new AtomicBoolean();
        var made = new AtomicInteger();
        var client =
                BelfryClient.builder(server.uri("").toString()).credentials(current::get).build();
        var load =
                List.of(0, 1, 2).stream()
                        .map(it -> CompletableFuture.runAsync(() -> load(client, it, over, made)))
                        .toList();
        int fetches = FETCHES.get();
        var next = newKey("second");
        PUBLISHED.set(new JWKSet(List.of(key, next)));
        current.set(token(next, it -> it));
        int before = made.get();
        Eventually.holds("the new one is used", () -> made.get() > before + 50);
        over.set(true);
        load.forEach(CompletableFuture::join);
        assertThat(FETCHES.get() - fetches).isBetween(1, 2);
    }

    private static void load(
            BelfryClient client, int worker, AtomicBoolean over, AtomicInteger made) {
        var far = Instant.parse("2090-01-01T00:00:00Z");
        for (int i = 0; !over.get(); i++) {
            client.create(
                    NewTimer.of("t-%d-%d".formatted(worker, i), far, "http://a.example")
                            .group("own"));
            made.incrementAndGet();
        }
    }

    @Test
    void keysOfAFileAreTakenAndWithoutAnyNobodyIsJudged() throws Exception {
        var file = folder.resolve("jwks.json");
        try (var other = ServerUnderTest.start(settings(file.toString()))) {
            var token = token(key, it -> it);
            assertThat(status(other, "/api/v1/groups/own", token)).isEqualTo(503);
            Files.writeString(file, new JWKSet(key).toString(true));
            Eventually.holds(
                    "the file is read", () -> status(other, "/api/v1/groups/own", token) == 200);
            assertThat(other.get("/health/live").status()).isEqualTo(200);
        }
    }
}
