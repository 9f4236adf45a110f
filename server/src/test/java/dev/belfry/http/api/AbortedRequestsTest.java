package dev.belfry.http.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.server.ServerUnderTest;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AbortedRequestsTest {
    private static final int MOST = 20;

    private static final String BEGUN =
            """
            POST /api/v1/timers HTTP/1.1\r
            Host: localhost\r
            Content-Type: application/json\r
            Content-Length: 100\r
            \r
            {"timerId\
            """;

    @Test
    void clientsThatGoAwayInMidBodyCostNoRequests() throws IOException {
        try (var server = ServerUnderTest.start(Map.of("http.maxRequests", "" + MOST))) {
            for (int i = 0; i < 3 * MOST; i++) {
                try (var socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
                    socket.getOutputStream().write(BEGUN.getBytes(StandardCharsets.US_ASCII));
                    socket.getOutputStream().flush();
                }
            }
            int status = 0;
            for (int i = 0; i < 1_000 && status != 200; i++) {
                status = server.get("/api/v1/groups").status();
            }
            assertThat(status).isEqualTo(200);
        }
    }

    @Test
    void anEndlessIfMatchIsRefused() {
        try (var server = ServerUnderTest.start(Map.of())) {
            var tags = "\"\",".repeat(4_000) + "\"\"";
            var reply = server.delete("/api/v1/timers/default/t", "If-Match", tags);
            assertThat(reply.status()).isEqualTo(400);
            assertThat(reply.field("field")).isEqualTo("If-Match");
        }
    }
}
