package dev.belfry.check.clients;

import dev.belfry.check.processes.Script;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs what users would run: compilers and programs of other languages. */
final class Programs {
    private static final int MOST_MINUTES = 5;

    /** Where {@code scripts/foreign-packages} puts what it fetches. */
    private static final Path PACKAGES = Path.of("../../target").toAbsolutePath().normalize();

    static final Path TYPESCRIPT = PACKAGES.resolve("typescript/node_modules");

    private Programs() {}

    /** Fetches packages of npm and PyPI, unless they are there. */
    static void fetchPackages() throws IOException {
        Script.run("foreign-packages");
    }

    /** Runs a command to its end and gives back what it said; its failure is one. */
    static String run(Path folder, List<String> command) throws IOException, InterruptedException {
        var output = Files.createTempFile(folder, "program", ".out");
        var process = start(folder, command, output);
        if (!process.waitFor(MOST_MINUTES, TimeUnit.MINUTES)) {
            process.destroyForcibly();
        }
        var said = Files.readString(output);
        if (process.waitFor() != 0) {
            throw new AssertionError(
                    "%s ended with %d:%n%s".formatted(command, process.exitValue(), said.strip()));
        }
        return said;
    }

    /** Starts a program that goes on until somebody ends it. */
    static Process start(Path folder, List<String> command, Path output) throws IOException {
        var builder =
                new ProcessBuilder(command)
                        .directory(folder.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(output.toFile());
        var environment = builder.environment();
        environment.put("NODE_PATH", PACKAGES.resolve("express/node_modules").toString());
        environment.put("PYTHONPATH", PACKAGES.resolve("python").toString());
        return builder.start();
    }
}
