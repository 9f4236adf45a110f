package dev.belfry.http.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.client.BelfryClient;
import dev.belfry.client.NewTimer;
import dev.belfry.server.Reply;
import dev.belfry.server.ServerUnderTest;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A server that takes so many requests of each caller in a second. */
class CallerRateTest {
    private static final int RATE = 2;
    private static ServerUnderTest server;

    @BeforeAll
    static void start() {
        server = ServerUnderTest.start(Map.of("http.requestsPerSecond", Integer.toString(RATE)));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void whoAsksTooOftenIsToldWhenToComeAgain() {
        var reply = refused();
        assertThat(reply.field("code")).isEqualTo("TOO_MANY_REQUESTS");
        assertThat(reply.header("Retry-After")).isEqualTo("1");
        assertThat(reply.header("RateLimit-Policy")).isEqualTo("\"caller\";q=2;w=1");
        assertThat(reply.header("RateLimit")).isEqualTo("\"caller\";r=0;t=1");
    }

    @Test
    void healthIsAskedAsOftenAsAnybodyLikes() {
        refused();
        for (int i = 0; i < 20; i++) {
            assertThat(server.get("/health/live").status()).isEqualTo(200);
        }
    }

    @Test
    void theClientWaitsAsLongAsItIsAsked() {
        var belfry = BelfryClient.of("http://127.0.0.1:" + server.port());
        var far = Instant.parse("2090-01-01T00:00:00Z");
        for (int i = 0; i < 3 * RATE; i++) {
            belfry.create(NewTimer.of("t" + i, far, "http://a.example/"));
        }
        assertThat(belfry.get("default", "t" + (3 * RATE - 1))).isPresent();
    }

    /** Of so many requests some are too many, however slow the machine is. */
    private static Reply refused() {
        for (int i = 0; i < 1_000; i++) {
            var reply = server.get("/api/v1/groups");
            assertThat(reply.header("RateLimit-Policy")).isEqualTo("\"caller\";q=2;w=1");
            if (reply.status() == 429) {
                return reply;
            }
            assertThat(reply.status()).isEqualTo(200);
        }
        throw new AssertionError("nothing was refused");
    }
}
