package dev.belfry.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ListenTest {
    private static final String CALLBACK =
            """
            {"groupId":"default","timerId":"hello","timerUuid":"u",\
            "executeAt":"2029-12-31T23:59:59.958Z","attempt":1,"payload":{"n":1}}\
            """;

    private final LinkedBlockingQueue<String> lines = new LinkedBlockingQueue<>();

    /** Lines of output, as they are printed. */
    private final class Lines extends ByteArrayOutputStream {
        @Override
        public synchronized void flush() {
            var text = toString(StandardCharsets.UTF_8);
            if (text.endsWith("\n")) {
                text.lines().forEach(lines::add);
                reset();
            }
        }
    }

    private CompletableFuture<Integer> listen(String... arguments) {
        var out = new PrintStream(new Lines(), true, StandardCharsets.UTF_8);
        var terminal =
                new Terminal(
                        out,
                        out,
                        new ByteArrayInputStream(new byte[0]),
                        Optional.empty(),
                        Map.of(),
                        InstantSource.fixed(Shell.NOW),
                        Path.of(""));
        return CompletableFuture.supplyAsync(() -> Belfry.run(terminal, arguments));
    }

    private URI url() throws InterruptedException {
        var line = lines.take();
        return URI.create(line.replaceFirst(".*(http://[^;]*).*", "$1"));
    }

    private static HttpResponse<String> post(URI url, String body) throws Exception {
        try (var client = HttpClient.newHttpClient()) {
            return client.send(
                    HttpRequest.newBuilder(url)
                            .POST(HttpRequest.BodyPublishers.ofString(body))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
                    ok         | 200 | {"ok":true}
                    fail       | 200 | {"ok":false}
                    again=10s  | 200 | {"ok":true,"nextExecuteAt":"2030-01-01T00:00:10Z"}
                    status=503 | 503 | ``
                    status=204 | 204 | ``
                    """)
    void itShowsTheCallbackAndAnswersAsTold(String answer, int status, String body)
            throws Exception {
        var ended = listen("listen", "--port", "0", "--count", "1", "--answer", answer);
        var url = url();
        assertThat(lines.take()).contains("belfry timer create hello --in 5s --callback " + url);
        var response = post(url, CALLBACK);
        assertThat(response.statusCode()).isEqualTo(status);
        assertThat(response.body()).isEqualTo(body);
        assertThat(lines.take())
                .isEqualTo(
                        "2030-01-01T00:00:00Z  default/hello  attempt 1, 42 ms after executeAt "
                                + " payload {\"n\":1}");
        assertThat(ended.get()).isZero();
    }

    @Test
    void withJsonItShowsBodiesAsTheyCame() throws Exception {
        var ended = listen("listen", "--port", "0", "--count", "1", "--json");
        post(url(), CALLBACK);
        assertThat(lines.take()).isEqualTo(CALLBACK);
        assertThat(ended.get()).isZero();
    }

    @Test
    void whatIsNoCallbackIsNamed() throws Exception {
        var ended = listen("listen", "--port", "0", "--count", "1");
        var url = url();
        lines.take();
        post(url.resolve("/other"), "hello");
        assertThat(lines.take()).isEqualTo("POST /other is not a callback of Belfry");
        assertThat(ended.get()).isZero();
    }

    @Test
    void aPortInUseIsExplained() throws Exception {
        try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            var port = Integer.toString(taken.getLocalPort());
            assertThat(listen("listen", "--port", port).get()).isEqualTo(1);
            assertThat(lines.take()).contains("port " + port + " is in use").contains("--port 0");
        }
    }

    @Test
    void anUnknownAnswerIsRefusedWithExamples() throws Exception {
        assertThat(listen("listen", "--answer", "maybe").get()).isEqualTo(1);
        assertThat(lines.take()).contains("say ok, fail, again=10s or status=503");
    }
}
