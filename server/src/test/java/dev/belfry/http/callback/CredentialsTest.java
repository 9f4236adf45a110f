package dev.belfry.http.callback;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.check.faults.RawReceiver;
import dev.belfry.server.Eventually;
import dev.belfry.server.Reply;
import dev.belfry.server.ServerUnderTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Timers name credentials that the operator keeps; the secrets go to the hosts they are bound to.
 */
class CredentialsTest {
    private static final AtomicInteger NAMES = new AtomicInteger();

    @TempDir private static Path folder;

    private static RawReceiver receiver;
    private static ServerUnderTest server;

    @BeforeAll
    static void start() throws IOException {
        receiver = RawReceiver.answering(200, "", "");
        keep("first");
        server =
                ServerUnderTest.start(
                        Map.of(
                                "callback.secrets",
                                folder.resolve("secrets.yaml").toString(),
                                "groups.billing.retention",
                                "0s"));
    }

    private static void keep(String token) throws IOException {
        Files.writeString(
                folder.resolve("secrets.yaml"),
                """
                credentials:
                  plain: {bearer: %s, hosts: 127.0.0.1, schemes: "http, https"}
                  basic: {basic: "user:word", hosts: 127.0.0.1, schemes: http}
                  key: {header: "X-Api-Key: %s", hosts: 127.0.0.1, schemes: http}
                  secure: {bearer: %s, hosts: 127.0.0.1}
                  billing: {bearer: %s, hosts: 127.0.0.1, schemes: http, groups: "bill*"}
                """
                        .formatted(token, token, token, token));
    }

    @AfterAll
    static void stop() {
        server.close();
        receiver.close();
    }

    private static Reply create(String group, String host, String credential, String more) {
        return server.post(
                "/api/v1/timers",
                """
                {"groupId": "%s", "timerId": "t%d", "executeAt": "2020-01-01T00:00:00Z",
                 "callbackUrl": "http://%s:%d/", "credential": "%s"%s}\
                """
                        .formatted(
                                group,
                                NAMES.incrementAndGet(),
                                host,
                                receiver.port(),
                                credential,
                                more));
    }

    private static RawReceiver.Request fired(String group, String credential, String more)
            throws InterruptedException {
        assertThat(create(group, "127.0.0.1", credential, more).status()).isEqualTo(201);
        return receiver.nextRequest();
    }

    @Test
    void aCallbackCarriesTheCredentialThatItsTimerNames() throws Exception {
        assertThat(fired("default", "plain", "").header("authorization")).startsWith("Bearer ");
        assertThat(fired("default", "basic", "").header("authorization"))
                .isEqualTo("Basic dXNlcjp3b3Jk");
        assertThat(fired("default", "key", "").header("x-api-key")).isNotEmpty();
        assertThat(fired("billing", "billing", "").header("authorization")).startsWith("Bearer ");
        var own = ", \"headers\": {\"Authorization\": \"Bearer mine\"}";
        assertThat(fired("default", "basic", own).header("authorization"))
                .isEqualTo("Basic dXNlcjp3b3Jk");
    }

    @ParameterizedTest
    @CsvSource({
        "default, 127.0.0.1, nobody",
        "default, localhost, plain",
        "default, 127.0.0.2, plain",
        "default, 127.0.0.1, secure",
        "default, 127.0.0.1, billing",
    })
    void whereACredentialIsNotBoundToItIsNotTaken(String group, String host, String credential) {
        var refused = create(group, host, credential, "");

        assertThat(refused.status()).isEqualTo(422);
        assertThat(refused.field("code")).isEqualTo("CREDENTIAL_REFUSED");
        assertThat(refused.field("field")).isEqualTo("credential");
    }

    @Test
    void theNameIsShownAndTheSecretIsNot() {
        var path = "/api/v1/timers/default/far";
        var body =
                """
                {"executeAt": "2090-01-01T00:00:00Z", "callbackUrl": "https://127.0.0.1/", "credential": "secure"}\
                """;
        assertThat(server.put(path, body).status()).isEqualTo(201);

        assertThat(server.get(path).field("credential")).isEqualTo("secure");
        assertThat(server.get(path).text()).doesNotContain("first").doesNotContain("second");
        assertThat(server.get("/api/v1/system").text())
                .doesNotContain("Bearer")
                .doesNotContain("user:word");

        assertThat(server.patch(path, "{\"credential\": \"nobody\"}").field("code"))
                .isEqualTo("CREDENTIAL_REFUSED");
        assertThat(server.patch(path, "{\"credential\": \"plain\"}").field("credential"))
                .isEqualTo("plain");
        assertThat(server.patch(path, "{\"credential\": null}").json().has("credential")).isFalse();
    }

    @Test
    void aTimerThatIsLedElsewhereDoesNotTakeItsCredentialAlong() {
        var path = "/api/v1/timers/default/led-away";
        var body =
                """
                {"executeAt": "2090-01-01T00:00:00Z", "callbackUrl": "http://127.0.0.1:%d/", "credential": "plain"}\
                """
                        .formatted(receiver.port());
        assertThat(server.put(path, body).status()).isEqualTo(201);
        var elsewhere = "{\"callbackUrl\": \"http://localhost:%d/\"}".formatted(receiver.port());
        assertThat(server.patch(path, elsewhere).status()).isEqualTo(200);
        int before = receiver.requestsSoFar();

        assertThat(server.post(path + "/fire").status()).isEqualTo(200);

        Eventually.holds(
                "an attempt failed",
                () ->
                        server.get(path)
                                .field("lastError")
                                .equals("refused: the credential is not for this host"));
        assertThat(receiver.requestsSoFar()).isEqualTo(before);
        assertThat(server.delete(path).status()).isEqualTo(204);
    }

    @Test
    void aCredentialRotatesWithoutARestart() throws Exception {
        keep("second");
        Eventually.holds("the new one is carried", () -> carried().equals("Bearer second"));
    }

    private static String carried() {
        try {
            return fired("default", "plain", "").header("authorization");
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
