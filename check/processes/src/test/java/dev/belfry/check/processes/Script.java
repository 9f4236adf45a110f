package dev.belfry.check.processes;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The project's own scripts. */
public final class Script {
    private Script() {}

    /** Runs one and gives back what it said; its failure is one, with its complaint. */
    public static String run(String name, String... arguments) throws IOException {
        var complaint = Files.createTempFile(name, ".err");
        try {
            var process = command(name, arguments).redirectError(complaint.toFile()).start();
            var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (!succeeds(process)) {
                throw new IOException(
                        "scripts/%s %s: %s"
                                .formatted(
                                        name,
                                        String.join(" ", arguments),
                                        Files.readString(complaint).strip()));
            }
            return said.strip();
        } finally {
            Files.delete(complaint);
        }
    }

    static boolean succeeds(Process process) {
        try {
            return process.waitFor() == 0;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    public static Process start(String name, String... arguments) throws IOException {
        return command(name, arguments).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    }

    private static ProcessBuilder command(String name, String... arguments) {
        var command = new ArrayList<>(List.of(path(name).toString()));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command);
    }

    /** Tests run in the folder of their module. */
    private static Path path(String name) {
        var script = Path.of("scripts", name);
        var folder = Path.of("").toAbsolutePath();
        while (!Files.exists(folder.resolve(script))) {
            folder = folder.getParent();
        }
        return folder.resolve(script);
    }
}
