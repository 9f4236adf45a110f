package dev.belfry.cli;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Runs commands as a shell would, at a fixed instant. */
final class Shell {
    static final Instant NOW = Instant.parse("2030-01-01T00:00:00Z");

    private final String url;
    private boolean watched;
    private String input = "";
    private Map<String, String> environment = Map.of();
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

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

    Shell environment(Map<String, String> variables) {
        environment = variables;
        return this;
    }

    Result run(String... arguments) {
        int code = Belfry.run(terminal(), arguments);
        return new Result(code, taken(out), taken(err));
    }

    /** What the next command gets. */
    Terminal terminal() {
        var variables = new HashMap<>(environment);
        variables.put("BELFRY_URL", url);
        var errors = new PrintStream(err, true, StandardCharsets.UTF_8);
        return new Terminal(
                new PrintStream(out, true, StandardCharsets.UTF_8),
                errors,
                new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)),
                watched ? Optional.of(errors) : Optional.empty(),
                variables,
                InstantSource.fixed(NOW),
                Path.of("").toAbsolutePath());
    }

    /** What was said on the way. */
    String err() {
        return taken(err);
    }

    private static String taken(ByteArrayOutputStream bytes) {
        var text = bytes.toString(StandardCharsets.UTF_8);
        bytes.reset();
        return text;
    }
}
