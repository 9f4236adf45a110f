package dev.belfry.http.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.operate.config.Configuration;
import dev.belfry.server.BelfryServer;
import dev.belfry.server.Eventually;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MetricsPageTest {
    /** Written anew with -Dbelfry.docs.write=true. */
    @Test
    void thePageInDocsNamesWhatAServerShows(@TempDir Path data) throws Exception {
        var text = new MetricsPage(scrape(data)).text();
        var page = Path.of("..", "docs", "operations", "metrics.md");
        if (Boolean.getBoolean("belfry.docs.write")) {
            Files.writeString(page, text);
        }
        assertThat(Files.readString(page))
                .as("run the test with -Dbelfry.docs.write=true to write the page anew")
                .isEqualTo(text);
    }

    private static String scrape(Path data) throws Exception {
        var settings =
                Map.of(
                        "http.port", "0",
                        "data.dir", data.toString(),
                        "tracing.endpoint", "http://127.0.0.1:9");
        var server = new BelfryServer(Configuration.load(Optional.empty(), Map.of(), settings));
        server.start();
        try (var http = HttpClient.newHttpClient()) {
            var request =
                    HttpRequest.newBuilder(
                                    URI.create("http://localhost:" + server.port() + "/metrics"))
                            .build();
            var body = new AtomicReference<>("");
            Eventually.holds(
                    "groups are counted",
                    () -> body.updateAndGet(_ -> read(http, request)).contains("belfry_pending"));
            return body.get();
        } finally {
            server.close();
        }
    }

    private static String read(HttpClient http, HttpRequest request) {
        return http.sendAsync(request, BodyHandlers.ofString()).join().body();
    }
}
