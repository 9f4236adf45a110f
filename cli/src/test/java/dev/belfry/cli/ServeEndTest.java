package dev.belfry.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** How a server ends that was running. */
class ServeEndTest {
    private final ByteArrayOutputStream said = new ByteArrayOutputStream();
    private final CompletableFuture<String> failure = new CompletableFuture<>();
    private final CompletableFuture<ExitCode> ended = new CompletableFuture<>();

    private Serve serve() {
        var stream = new PrintStream(said, true, StandardCharsets.UTF_8);
        return new Serve(
                new Terminal(
                        stream,
                        stream,
                        InputStream.nullInputStream(),
                        Optional.empty(),
                        Map.of(),
                        InstantSource.system(),
                        Path.of("")));
    }

    @Test
    void aServerBeyondHelpEndsWithACodeThatASupervisorSees() {
        failure.complete("a loop has failed");
        assertThat(serve().untilEnded(failure, ended).number()).isEqualTo(5);
        assertThat(said.toString(StandardCharsets.UTF_8))
                .isEqualTo("belfry: the server stops: a loop has failed\n");
    }

    @Test
    void aServerThatIsToldToStopEndsWell() {
        ended.complete(ExitCode.OK);
        assertThat(serve().untilEnded(failure, ended).number()).isZero();
        assertThat(said.toByteArray()).isEmpty();
    }
}
