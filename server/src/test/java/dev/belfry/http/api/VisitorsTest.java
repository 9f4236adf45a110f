package dev.belfry.http.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.operate.config.Configuration;
import dev.belfry.server.OpenApiFile;
import dev.belfry.server.RawConnection;
import dev.belfry.server.ServerUnderTest;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class VisitorsTest {
    private static final String PAUSE = "/api/v1/groups/default/pause";

    private static ServerUnderTest server;

    @BeforeAll
    static void start() {
        server = ServerUnderTest.start();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static String say(int port, String request) throws IOException {
        try (var connection = new RawConnection(port)) {
            return connection.say(request).answer();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"cross-site", "same-site", "anything"})
    void aPageOfAnotherSiteChangesNothing(String site) {
        var reply = server.send("POST", PAUSE, Optional.empty(), "Sec-Fetch-Site", site);
        assertThat(reply.status()).isEqualTo(403);
        assertThat(reply.field("code")).isEqualTo("CROSS_SITE");
        assertThat(server.get("/api/v1/groups/default").json().path("paused").asBoolean())
                .isFalse();
    }

    @Test
    void noCallTakesARequestOfAnotherSite() {
        for (var call : OpenApiFile.load().calls()) {
            var parts = call.split(" ", 2);
            var path = parts[1].replace("{groupId}", "default").replaceAll("[{][^}]+[}]", "t");
            var reply =
                    server.send(parts[0], path, Optional.empty(), "Sec-Fetch-Site", "cross-site");
            assertThat(reply.status()).as(call).isEqualTo(403);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://evil.example", "null", "http://localhost:1", "https://", "x"})
    void anOriginThatIsNotTheServersOwnIsRefused(String origin) {
        var reply = server.send("POST", PAUSE, Optional.empty(), "Origin", origin);
        assertThat(reply.status()).as(origin).isEqualTo(403);
        assertThat(reply.field("field")).isEqualTo("Origin");
    }

    @Test
    void theServersOwnPagesMayDoEverything() {
        var resume = "/api/v1/groups/default/resume";
        var own = "http://127.0.0.1:" + server.port();
        assertThat(server.send("POST", resume, Optional.empty(), "Origin", own).status())
                .isEqualTo(200);
        for (var site : new String[] {"same-origin", "none"}) {
            assertThat(
                            server.send(
                                            "POST",
                                            resume,
                                            Optional.empty(),
                                            "Sec-Fetch-Site",
                                            site,
                                            "Origin",
                                            own)
                                    .status())
                    .isEqualTo(200);
        }
    }

    @Test
    void aLinkFromElsewhereMayBeFollowed() {
        var reply =
                server.get(
                        "/api/v1/groups",
                        "Sec-Fetch-Site",
                        "cross-site",
                        "Sec-Fetch-Mode",
                        "navigate");
        assertThat(reply.status()).isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource({
        "localhost, 200",
        "LOCALHOST:8080, 200",
        "belfry.localhost, 200",
        "127.0.0.1:1, 200",
        "127.3.2.1, 200",
        "[::1]:8080, 200",
        "[0:0:0:0:0:0:0:1]:8080, 200",
        "[::ffff:127.0.0.1], 200",
        "[::], 403",
        "0.0.0.0, 403",
        "evil.example, 403",
        "evil.example:8080, 403",
        "127.0.0.1.evil.example, 403",
        "localhost.evil.example, 403",
        "10.0.0.1, 403",
        "'a b', 403"
    })
    void onALoopbackAddressTheServerGoesByTheNamesOfThisMachineOnly(String host, int status)
            throws IOException {
        var answer = say(server.port(), "GET /health/live HTTP/1.1\r\nHost: " + host + "\r\n\r\n");
        assertThat(answer).startsWith("HTTP/1.1 " + status);
        assertThat(answer.contains("HOST_REFUSED")).isEqualTo(status == 403);
    }

    @Test
    void aSecondHostDoesNotHideTheFirst() throws IOException {
        var answer =
                say(
                        server.port(),
                        """
                        GET /health/live HTTP/1.1\r
                        Host: localhost\r
                        Host: evil.example\r
                        \r
                        """);
        assertThat(answer).startsWith("HTTP/1.1 4");
    }

    @Test
    void aRequestWithoutANameIsNoBrowsers() throws IOException {
        assertThat(say(server.port(), "GET /health/live HTTP/1.0\r\n\r\n")).contains(" 200 ");
    }

    @Test
    void namesCanBeAllowed() throws IOException {
        try (var named =
                ServerUnderTest.start(Map.of("http.names", "timers.example, Other.Example"))) {
            var head = "GET /health/live HTTP/1.1\r\nHost: ";
            assertThat(say(named.port(), head + "timers.EXAMPLE:80\r\n\r\n")).contains(" 200 ");
            assertThat(say(named.port(), head + "other.example\r\n\r\n")).contains(" 200 ");
            assertThat(say(named.port(), head + "third.example\r\n\r\n")).contains(" 403 ");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "0.0.0.0, '', true",
        "192.0.2.1, '', true",
        "0.0.0.0, 'timers.example', false",
        "127.0.0.1, '', false",
        "localhost, '', false",
        "::1, '', false",
        "LOCALHOST, '', false",
        "127.1, '', false",
        "0:0:0:0:0:0:0:1, '', false",
        "::ffff:127.0.0.1, '', false",
        "'::', '', true"
    })
    void onOtherAddressesAnyNameIsTakenUnlessSomeAreListed(
            String host, String names, boolean anyName) {
        var flags = Map.of("http.host", host, "http.insecure", "true", "http.names", names);
        var config = Configuration.load(Optional.empty(), Map.of(), flags).http();
        assertThat(Visitors.of(config).anyName()).isEqualTo(anyName);
    }
}
