package dev.belfry.http.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.http.auth.Authentication;
import dev.belfry.http.transport.ByteBudget;
import dev.belfry.operate.config.Configuration;
import dev.belfry.server.Eventually;
import dev.belfry.server.RawConnection;
import dev.belfry.server.ServerUnderTest;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpMethod;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class RequestHandlerTest {
    private static final String BEGUN =
            """
            PUT /api/v1/timers/default/t HTTP/1.1\r
            Host: localhost\r
            Content-Type: application/json\r
            Content-Length: 100\r
            \r
            {\
            """;

    @Test
    void aServerWithTooManyRequestsStillTellsItsHealth() throws Exception {
        try (var server = ServerUnderTest.start(Map.of("http.maxRequests", "1"));
                var begun = new Begun(server.port())) {
            Eventually.holds(
                    "full",
                    () -> {
                        begun.oneMore();
                        return server.get("/api/v1/cluster").status() == 503;
                    });
            assertThat(server.get("/health/live").status()).isEqualTo(200);
            assertThat(server.get("/health/ready").status()).isIn(200, 503);
            for (var path :
                    new String[] {"/api/v1/cluster", "/metrics", "/openapi.yaml", "/events"}) {
                var refused = server.get(path);
                assertThat(refused.field("code")).as(path).isEqualTo("OVERLOADED");
                assertThat(refused.header("Retry-After")).isNotEmpty();
            }
        }
    }

    /** Requests that do not end. One that comes while another is answered is refused itself. */
    private static final class Begun implements AutoCloseable {
        private final int port;
        private final List<RawConnection> connections = new ArrayList<>();

        Begun(int port) {
            this.port = port;
        }

        void oneMore() {
            try {
                var connection = new RawConnection(port);
                connections.add(connection);
                connection.say(BEGUN);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public void close() throws IOException {
            for (var connection : connections) {
                connection.close();
            }
        }
    }

    /** Handlers of the test's own on a real port. */
    private static final class Own implements AutoCloseable {
        private final Vertx vertx = Vertx.vertx();
        private final Reads reads = new Reads(Duration.ofSeconds(10));
        private final int port;

        Own(Route... routes) {
            var impatient = Map.of("http.requestTimeout", "100ms");
            var config = Configuration.load(Optional.empty(), Map.of(), impatient).http();
            var handler =
                    new RequestHandler(
                            vertx,
                            List.of(routes),
                            StaticFiles.NONE,
                            config,
                            Optional.empty(),
                            Authentication.NONE,
                            Optional.empty(),
                            reads,
                            new ByteBudget(1 << 20));
            handler.start();
            port =
                    vertx.createHttpServer()
                            .requestHandler(handler)
                            .listen(0, "127.0.0.1")
                            .await()
                            .actualPort();
        }

        String post(String path, int bytes) throws IOException {
            try (var connection = new RawConnection(port)) {
                return connection
                        .say(
                                "POST %s HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s"
                                        .formatted(path, bytes, " ".repeat(bytes)))
                        .answer();
            }
        }

        @Override
        public void close() {
            reads.close();
            vertx.close().await();
        }
    }

    @Test
    void anErrorIsAnsweredAndSeen() throws Exception {
        var seen = new CompletableFuture<Throwable>();
        var route =
                Route.without(
                                HttpMethod.POST,
                                "/bad",
                                _ -> {
                                    throw new StackOverflowError("deep");
                                })
                        .taking(1 << 20, Answer.JSON)
                        .open();
        try (var own = new Own(route)) {
            own.vertx.exceptionHandler(seen::complete);
            assertThat(own.post("/bad", 10)).contains(" 500 ").contains("INTERNAL_ERROR");
            assertThat(seen.get(20, TimeUnit.SECONDS)).isInstanceOf(StackOverflowError.class);
        }
    }

    /** What the engine promises it keeps much earlier; this is for its mistakes. */
    @Test
    void aRequestWhoseAnswerNeverComesIsAnsweredInTheEnd() throws Exception {
        var route =
                Route.without(HttpMethod.POST, "/silent", _ -> new CompletableFuture<>())
                        .taking(1 << 20, Answer.JSON)
                        .open();
        try (var own = new Own(route)) {
            assertThat(own.post("/silent", 10))
                    .contains(" 503 ")
                    .contains("\"outcomeUnknown\":true");
        }
    }

    @Test
    void largeBodiesAreReadAwayFromTheThreadThatManyShare() throws Exception {
        var threads = new ArrayList<Thread>();
        var route =
                Route.without(
                                HttpMethod.POST,
                                "/ok",
                                _ -> {
                                    threads.add(Thread.currentThread());
                                    return CompletableFuture.completedFuture(Answer.empty(204));
                                })
                        .taking(1 << 20, Answer.JSON)
                        .open();
        try (var own = new Own(route)) {
            assertThat(own.post("/ok", 1_000)).contains(" 204 ");
            assertThat(own.post("/ok", 100_000)).contains(" 204 ");
            assertThat(threads).extracting(Thread::isVirtual).containsExactly(false, true);
        }
    }
}
