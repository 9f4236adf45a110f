package dev.belfry.check.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What decides in which step of {@code make test} a test runs. */
class SuitesTest {
    private static final Path PROJECT = Path.of("..", "..");
    private static final Path TESTS = Path.of("src", "test", "java");
    private static final String ON_PROCESSES = "@Tag(\"system\")";

    /** The last step goes by names, so that a test with another one would never run. */
    @Test
    void testsOnProcessesAreCalledAsTheLastStepKnowsThem() throws IOException {
        var tagged = sourcesWith(ON_PROCESSES);
        assertThat(tagged).isNotEmpty();
        assertThat(tagged)
                .allMatch(
                        source ->
                                source.getParent()
                                                .endsWith(
                                                        Path.of("dev", "belfry", "check", "system"))
                                        || source.toString().endsWith("ProcessTest.java"));
    }

    private static List<Path> sourcesWith(String text) throws IOException {
        var found = new ArrayList<Path>();
        for (var module : modules()) {
            try (var files = Files.walk(module.resolve(TESTS))) {
                files.filter(file -> file.toString().endsWith(".java"))
                        .filter(file -> !file.endsWith("SuitesTest.java"))
                        .filter(file -> has(file, text))
                        .forEach(found::add);
            }
        }
        return found;
    }

    /** They lie in the project, or in a folder of it. */
    private static List<Path> modules() throws IOException {
        try (var folders = Files.walk(PROJECT, 2)) {
            return folders.filter(folder -> Files.isDirectory(folder.resolve(TESTS))).toList();
        }
    }

    private static boolean has(Path file, String text) {
        try {
            return Files.readString(file).contains(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
