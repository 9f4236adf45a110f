package dev.belfry.server.cli;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;

/** Runs commands as a shell would, at a fixed instant. */
final class Shell {
    static final Instant NOW = Instant.parse("2030-01-01T00:00:00Z");

    private final String url;
    private boolean watched;
    private String input = "";

    Shell(String url) {
        this.url = url;
    }

    /** What a command left behind. */
    record Result(int code, String out, String err) {}

    Shell watched() {
        watched = true;
        return this;
    }

    Shell input(String text) {
        input = text;
        return this;
    }

    Result run(String... arguments) {
        var out = new ByteArrayOutputStream();
        var err = new ByteArrayOutputStream();
        var terminal =
                new Terminal(
                        new PrintStream(out, true, StandardCharsets.UTF_8),
                        new PrintStream(err, true, StandardCharsets.UTF_8),
                        new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)),
                        watched,
                        Map.of("BELFRY_URL", url),
                        InstantSource.fixed(NOW),
                        Path.of("").toAbsolutePath());
        int code = Belfry.run(terminal, arguments);
        return new Result(
                code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }
}
