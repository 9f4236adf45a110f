package dev.belfry.http.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.http.api.Reads;
import dev.belfry.http.api.RequestHandler;
import dev.belfry.http.api.StaticFiles;
import dev.belfry.http.auth.Authentication;
import dev.belfry.http.transport.ByteBudget;
import dev.belfry.operate.config.Configuration;
import dev.belfry.server.RawConnection;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

class DocumentsTest {
    private final List<Thread> asked = new CopyOnWriteArrayList<>();
    private final PrometheusMeterRegistry registry =
            new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

    /** Who asks again and again for the metrics must not keep the threads that all share. */
    @Test
    void metricsAreGatheredAwayFromTheThreadsThatReadRequests() throws Exception {
        Gauge.builder("asked", this::ask).register(registry);
        var vertx = Vertx.vertx();
        try (var reads = new Reads(Duration.ofSeconds(10));
                var connection = new RawConnection(listen(vertx, reads))) {
            connection.say("GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n");
            assertThat(connection.answer()).contains(" 200 ").contains("asked 1.0");
        } finally {
            vertx.close().await();
        }
        assertThat(asked).isNotEmpty().allMatch(Thread::isVirtual);
    }

    private int ask() {
        asked.add(Thread.currentThread());
        return 1;
    }

    private int listen(Vertx vertx, Reads reads) {
        var handler =
                new RequestHandler(
                        vertx,
                        Documents.routes(registry, reads),
                        StaticFiles.NONE,
                        Configuration.load(Optional.empty(), Map.of(), Map.of()).http(),
                        Optional.empty(),
                        Authentication.NONE,
                        Optional.empty(),
                        reads,
                        new ByteBudget(1 << 20));
        return vertx.createHttpServer()
                .requestHandler(handler)
                .listen(0, "127.0.0.1")
                .await()
                .actualPort();
    }
}
