package dev.belfry.check.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A program in another process, run to its end in a folder of the repository.
 *
 * @param folder below the root of the repository
 * @param environment besides what the test has itself
 */
record Program(String folder, Map<String, String> environment, List<String> command) {
    private static final Path ROOT = Path.of("..", "..").toAbsolutePath().normalize();

    static Program of(String folder, String... command) {
        return new Program(folder, Map.of(), List.of(command));
    }

    Program with(Map<String, String> more) {
        var all = new HashMap<>(environment);
        all.putAll(more);
        return new Program(folder, all, command);
    }

    /** What it said; its failure is one, with all of that. */
    String run() throws IOException, InterruptedException {
        var log = Files.createTempFile("program", ".log");
        try {
            var builder = new ProcessBuilder(command).directory(ROOT.resolve(folder).toFile());
            builder.environment().keySet().removeIf(name -> name.startsWith("BELFRY_"));
            builder.environment().putAll(environment);
            var process = builder.redirectErrorStream(true).redirectOutput(log.toFile()).start();
            try {
                process.waitFor();
            } finally {
                process.destroyForcibly();
            }
            var said = Files.readString(log);
            assertThat(process.exitValue()).as("%s\n%s", command, said).isZero();
            return said;
        } finally {
            Files.delete(log);
        }
    }
}
