package dev.belfry.check.clients;

import dev.belfry.server.Eventually;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A receiver in a program of its own, which says its port and then each path it is asked for. */
final class ProgramReceiver implements HostedReceiver {
    private static final String PORT = "port ";

    private final Process process;
    private final Path output;

    ProgramReceiver(Path folder, List<String> command) throws IOException {
        output = Files.createTempFile(folder, "receiver", ".out");
        process = Programs.start(folder, command, output);
        Eventually.holds("it listens", this::listens);
    }

    private boolean listens() {
        if (!process.isAlive()) {
            throw new AssertionError("it ended: " + lines());
        }
        return lines().stream().anyMatch(it -> it.startsWith(PORT));
    }

    private List<String> lines() {
        try {
            return Files.readAllLines(output);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public int port() {
        return lines().stream()
                .filter(it -> it.startsWith(PORT))
                .map(it -> Integer.parseInt(it.substring(PORT.length())))
                .findFirst()
                .orElseThrow();
    }

    @Override
    public List<String> asked() {
        return lines().stream().filter(it -> it.startsWith("/")).toList();
    }

    @Override
    public void close() {
        process.destroy();
    }
}
