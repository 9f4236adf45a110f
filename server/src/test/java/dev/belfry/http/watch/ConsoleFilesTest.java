package dev.belfry.http.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.server.RawConnection;
import dev.belfry.server.ServerUnderTest;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConsoleFilesTest {
    private static ServerUnderTest server;

    @BeforeAll
    static void start() {
        server = ServerUnderTest.start(Map.of());
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/timers", "/timers/default/a.b", "/groups/x/", "/failed?a=b"})
    void everyViewHasAPathOfItsOwnAndIsTheOnePage(String path) {
        var reply = server.file("GET", path, "Accept", "text/html,application/xhtml+xml,*/*;q=0.8");
        assertThat(reply.status()).as(path).isEqualTo(200);
        assertThat(reply.header("Content-Type")).isEqualTo("text/html; charset=utf-8");
        assertThat(reply.text()).startsWith("<!doctype html>");
    }

    @Test
    void thePageLetsNothingRunThatIsNotItsOwn() {
        var policy = server.file("GET", "/").header("Content-Security-Policy");
        assertThat(policy)
                .contains("default-src 'self'", "frame-ancestors 'none'", "base-uri 'none'")
                .doesNotContain("unsafe", "http:", "https:");
        assertThat(server.file("GET", "/").header("X-Content-Type-Options")).isEqualTo("nosniff");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/lib/vue.js",
                "/lib/chart.js",
                "/lib/chunks/helpers.dataset.js",
                "/lib/color.js"
            })
    void theLibrariesAreServedFromHere(String path) {
        var reply = server.file("GET", path, "Accept", "*/*");
        assertThat(reply.status()).as(path).isEqualTo(200);
        assertThat(reply.header("Content-Type")).isEqualTo("text/javascript; charset=utf-8");
        assertThat(reply.text()).contains("export");
    }

    @Test
    void aBrowserThatHasAFileIsToldThatItIsStillTheSame() {
        var first = server.file("GET", "/lib/vue.js");
        assertThat(first.header("Cache-Control")).isEqualTo("no-cache");
        var again = server.file("GET", "/lib/vue.js", "If-None-Match", first.header("ETag"));
        assertThat(again.status()).isEqualTo(304);
        assertThat(again.bytes()).isEmpty();
        assertThat(server.file("GET", "/lib/vue.js", "If-None-Match", "\"other\"").status())
                .isEqualTo(200);
    }

    @Test
    void headIsGetWithoutTheBody() {
        var reply = server.file("HEAD", "/");
        assertThat(reply.status()).isEqualTo(200);
        assertThat(reply.bytes()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/views.txt",
                "/lib/vue.cjs.js",
                "/lib/",
                "/lib",
                "/index",
                "//index.html",
                "/%2e%2e/logback.xml",
                "/css",
                "/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a.js",
                "/.html"
            })
    void whatIsNoFileOfTheConsoleIsNotFound(String path) throws Exception {
        try (var connection = new RawConnection(server.port())) {
            connection.say("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
            assertThat(connection.answer()).as(path).contains(" 404 ").contains("ROUTE_NOT_FOUND");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/../openapi.yaml", "/./index.html", "/lib/../index.html"})
    void pathsThatOthersWouldShortenAreRefused(String path) throws Exception {
        try (var connection = new RawConnection(server.port())) {
            connection.say("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
            assertThat(connection.answer()).as(path).contains(" 400 ").contains("INVALID_INPUT");
        }
    }

    @Test
    void aPageIsOnlyToBeLookedAt() {
        assertThat(server.post("/").status()).isEqualTo(404);
    }

    @Test
    void theConsoleCanBeSwitchedOff() {
        try (var without = ServerUnderTest.start(Map.of("console.enabled", "false"))) {
            assertThat(without.file("GET", "/").status()).isEqualTo(404);
            assertThat(without.file("GET", "/lib/vue.js").status()).isEqualTo(404);
            assertThat(without.get("/api/v1/groups").status()).isEqualTo(200);
        }
    }
}
