package dev.belfry.http.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.check.faults.RawReceiver;
import dev.belfry.server.Eventually;
import dev.belfry.server.Reply;
import dev.belfry.server.ServerUnderTest;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Stored headers are shown to nobody, so nobody may have them sent to a receiver of his own either.
 */
class HeadersOriginTest {
    private static final String SECRET = "Bearer hunter2";

    private static ServerUnderTest server;

    private final RawReceiver elsewhere = RawReceiver.answering(200, "", "");

    @BeforeAll
    static void start() {
        server = ServerUnderTest.start();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @AfterEach
    void close() {
        elsewhere.close();
    }

    private static String path(String id) {
        return "/api/v1/timers/default/" + id;
    }

    private static void storeSecret(String id, String url) {
        var created =
                server.put(
                        path(id),
                        """
                        {"executeAt": "2090-01-31T09:00:00Z", "callbackUrl": "%s", "headers": {"Authorization": "%s"}}\
                        """
                                .formatted(url, SECRET));
        assertThat(created.status()).isEqualTo(201);
    }

    private static Reply patchTo(String id, String url, String more) {
        return server.patch(path(id), "{\"callbackUrl\": \"%s\"%s}".formatted(url, more));
    }

    private RawReceiver.Request fire(String id) throws InterruptedException {
        assertThat(server.post(path(id) + "/fire").status()).isEqualTo(200);
        return elsewhere.nextRequest();
    }

    @Test
    void aPatchToAnotherOriginDoesNotTakeStoredHeadersAlong() {
        storeSecret("moved", "https://good.example/hook");

        var refused = patchTo("moved", elsewhere.url(), "");

        assertThat(refused.status()).isEqualTo(422);
        assertThat(refused.field("code")).isEqualTo("HEADERS_REQUIRED");
        assertThat(refused.field("field")).isEqualTo("headers");
        assertThat(refused.text()).doesNotContain("hunter2");
        var shown = server.get(path("moved"));
        assertThat(shown.field("callbackUrl")).isEqualTo("https://good.example/hook");
    }

    @Test
    void neitherDoesOneThatAlsoMakesItDue() {
        storeSecret("due", "https://good.example/hook");

        var refused = patchTo("due", elsewhere.url(), ", \"executeAt\": \"2020-01-01T00:00:00Z\"");

        assertThat(refused.status()).isEqualTo(422);
    }

    @Test
    void noHeadersIsAChoiceAndTheOtherOriginSeesNone() throws Exception {
        for (var none : new String[] {"{}", "null"}) {
            var id = "dropped" + none.length();
            storeSecret(id, "https://good.example/hook");

            assertThat(patchTo(id, elsewhere.url(), ", \"headers\": " + none).status())
                    .isEqualTo(200);

            assertThat(fire(id).head()).doesNotContain("hunter2");
        }
    }

    @Test
    void newHeadersReplaceTheStoredOnes() throws Exception {
        storeSecret("renewed", "https://good.example/hook");

        patchTo("renewed", elsewhere.url(), ", \"headers\": {\"X-Mine\": \"1\"}");

        var request = fire("renewed");
        assertThat(request.header("x-mine")).isEqualTo("1");
        assertThat(request.head()).doesNotContain("hunter2");
    }

    @Test
    void aPutCarriesItsOwnHeadersOnly() throws Exception {
        storeSecret("put", "https://good.example/hook");

        var replaced =
                server.put(
                        path("put"),
                        """
                        {"executeAt": "2090-01-31T09:00:00Z", "callbackUrl": "%s"}\
                        """
                                .formatted(elsewhere.url()));

        assertThat(replaced.status()).isEqualTo(200);
        assertThat(fire("put").head()).doesNotContain("hunter2");
    }

    @Test
    void atTheSameOriginTheyStay() throws Exception {
        storeSecret("same", "http://127.0.0.1:%d/old".formatted(elsewhere.port()));

        assertThat(patchTo("same", elsewhere.url(), "").status()).isEqualTo(200);

        assertThat(fire("same").header("authorization")).isEqualTo(SECRET);
    }

    @Test
    void aRedirectElsewhereIsNotFollowed() throws Exception {
        var location = "Location: " + elsewhere.url() + "\r\n";
        try (var good = RawReceiver.answering(307, location, "")) {
            storeSecret("redirected", good.url());

            assertThat(server.post(path("redirected") + "/fire").status()).isEqualTo(200);

            assertThat(good.nextRequest().header("authorization")).isEqualTo(SECRET);
            Eventually.holds(
                    "failed",
                    () -> server.get(path("redirected")).json().path("attempts").asInt() == 1);
            assertThat(elsewhere.requestsSoFar()).isZero();
        }
    }
}
