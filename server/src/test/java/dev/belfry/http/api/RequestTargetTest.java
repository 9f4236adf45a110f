package dev.belfry.http.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.server.RawConnection;
import dev.belfry.server.ServerUnderTest;
import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What stands behind the method in the first line of a request. */
class RequestTargetTest {
    private static final String TIMERS = "/api/v1/timers/default/";

    private static ServerUnderTest server;

    @BeforeAll
    static void start() {
        server = ServerUnderTest.start();
        server.put(
                TIMERS + "a",
                "{\"executeAt\": \"2090-01-01T00:00:00Z\", \"callbackUrl\": \"http://a.example\"}");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static String ask(String method, String target) throws IOException {
        try (var connection = new RawConnection(server.port())) {
            return connection
                    .say("%s %s HTTP/1.1\r\nHost: localhost\r\n\r\n".formatted(method, target))
                    .answer();
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ' ',
            value = {
                // other forms than a path
                "http://localhost/api/v1/timers/default/a 400",
                "http://elsewhere.example/api/v1/timers/default/a 400",
                "localhost:80 400",
                "* 400",
                "a 400",
                // ends in other places for other readers
                "/api/v1/timers/default/a#b 400",
                "/api/v1/timers/default/a# 400",
                "/api/v1/timers/default/a?#x 400",
                "/api/v1/timers/default/a\\b 400",
                "/api/v1/timers/default\\a 400",
                "/api/v1/timers/default/a\u007f 400",
                "/api/v1/timers/default/\u00e9 400",
                "/api/v1/timers/default/a?x=\u00e9 400",
                // leads elsewhere for those who shorten paths
                "/api/v1/timers/default/../default/a 400",
                "/api/v1/timers/default/./a 400",
                "/api/v1/timers/default/.. 400",
                "/api/v1/../v1/timers/default/a 400",
                "/.. 400",
                "/api/v1/timers/default/%2e%2e 400",
                "/api/v1/timers/%2e%2e/a 400",
                "/%2e%2e/api/v1/timers/default/a 404",
                // one way to write what is fixed
                "//api/v1/timers/default/a 404",
                "/api/v1//timers/default/a 404",
                "/api/v1/timers//a 400",
                "/api/v1/timers/default/a/ 404",
                "/api/v1/timers/default%2Fa 404",
                "/api/v1/%74imers/default/a 404",
                "/%69nternal/v1/api/v1/timers/default/a 404",
                // percent signs
                "/api/v1/timers/default/a%00 400",
                "/api/v1/timers/default/a%0a 400",
                "/api/v1/timers/default/a% 400",
                "/api/v1/timers/default/a%2 400",
                "/api/v1/timers/default/%zz 400",
                "/api/v1/timers/default/%c0%af 400",
                "/api/v1/timers/default/%e0%80%af 400",
                "/api/v1/timers/default/%ed%a0%80 400",
                "/api/v1/timers/default/%ff 400",
                "/api/v1/timers/default/%D9%A1%zz 400",
                // read once: these are the names of other timers
                "/api/v1/timers/default/a%23b 404",
                "/api/v1/timers/default/a%3Fb 404",
                "/api/v1/timers/default/a%2Fb 404",
                "/api/v1/timers/default/a%252Fb 404",
                "/api/v1/timers/default/%61 200",
                // queries
                "/api/v1/timers/default/a? 200",
                "/api/v1/timers/default/a?? 400",
                "/api/v1/timers/default/a?x=1 400",
                "/api/v1/timers/default/a?b?c 400",
                "/api/v1/history?range=1h&range=1h 400",
                "/api/v1/history?range=1%68 200",
            })
    void isReadOnceAndRefusedIfItCouldMeanSomethingElse(String target, int status)
            throws IOException {
        assertThat(ask("GET", target)).as(target).startsWith("HTTP/1.1 " + status + " ");
    }

    @ParameterizedTest
    @CsvSource({"OPTIONS, *", "CONNECT, localhost:80", "DELETE, /api/v1/timers/default/a#b"})
    void isRefusedWhateverTheMethod(String method, String target) throws IOException {
        assertThat(ask(method, target)).contains(" 400 ").contains("INVALID_INPUT");
    }

    @Test
    void aRefusalNamesWhatWasWrong() throws IOException {
        assertThat(ask("GET", TIMERS + "a#b")).contains("\"field\":\"target\"").contains("'#'");
        assertThat(ask("GET", "http://localhost/")).contains("must be a path");
        assertThat(ask("GET", TIMERS + "../a")).contains("'..'");
    }
}
