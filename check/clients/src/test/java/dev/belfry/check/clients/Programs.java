package dev.belfry.check.clients;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs what users would run: compilers, package managers and programs of other languages. */
final class Programs {
    private static final int MOST_MINUTES = 5;

    private Programs() {}

    /** Runs a command to its end and gives back what it said; its failure is one. */
    static String run(Path folder, List<String> command) throws IOException, InterruptedException {
        var output = Files.createTempFile("program", ".out");
        try {
            var process = start(folder, command, output);
            if (!process.waitFor(MOST_MINUTES, TimeUnit.MINUTES)) {
                process.destroyForcibly();
            }
            var said = Files.readString(output);
            if (process.waitFor() != 0) {
                throw new AssertionError(
                        "%s ended with %d:%n%s"
                                .formatted(command, process.exitValue(), said.strip()));
            }
            return said;
        } finally {
            Files.delete(output);
        }
    }

    /** Starts a program that goes on until somebody ends it. */
    static Process start(Path folder, List<String> command, Path output) throws IOException {
        return new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
    }

    /** Installs packages of npm in a folder, unless they are there. */
    static Path npm(Path folder, String... packages) throws IOException, InterruptedException {
        Files.createDirectories(folder);
        var done = folder.resolve("installed");
        var wanted = String.join(" ", packages);
        if (!Files.exists(done) || !Files.readString(done).equals(wanted)) {
            Files.writeString(folder.resolve("package.json"), "{\"private\": true}");
            run(folder, with("npm install --no-audit --no-fund --loglevel=error", packages));
            Files.writeString(done, wanted);
        }
        return folder.resolve("node_modules");
    }

    /** Makes a Python with packages in a folder, unless it is there, and gives its path. */
    static Path python(Path folder, String... packages) throws IOException, InterruptedException {
        Files.createDirectories(folder);
        var done = folder.resolve("installed");
        var wanted = String.join(" ", packages);
        var python = folder.resolve("bin").resolve("python");
        if (!Files.exists(done) || !Files.readString(done).equals(wanted)) {
            run(folder, List.of("python3", "-m", "venv", folder.toAbsolutePath().toString()));
            run(
                    folder,
                    with(
                            python.toAbsolutePath()
                                    + " -m pip install --quiet --disable-pip-version-check",
                            packages));
            Files.writeString(done, wanted);
        }
        return python.toAbsolutePath();
    }

    private static List<String> with(String command, String... more) {
        return List.of((command + " " + String.join(" ", more)).split(" "));
    }
}
