package dev.belfry.check.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Where tests lie, and what decides in which step of {@code make test} they run. */
class SuitesTest {
    private static final Path MAIN = Path.of("src", "main", "java");
    private static final Path TESTS = Path.of("src", "test", "java");
    private static final String CHECKS = "../../check/";
    private static final Set<String> SUITES_ON_PROCESSES =
            Set.of("browser", "chaos", "clients", "outages", "system");
    private static final String ON_PROCESSES = "@Tag(\"system\")";
    private static final String SAME_TESTS_ON_PROCESSES = "ProcessTest.java";

    /** The last step goes by names, so that a test with another one would never run. */
    @Test
    void testsOnProcessesAreCalledAsTheLastStepKnowsThem() throws IOException {
        var tagged = sourcesWith(ON_PROCESSES);
        assertThat(tagged).isNotEmpty();
        assertThat(tagged)
                .allMatch(
                        source ->
                                SUITES_ON_PROCESSES.contains(
                                                source.getParent().getFileName().toString())
                                        || source.toString().endsWith(SAME_TESTS_ON_PROCESSES));
    }

    @Test
    void theFolderOfACheckIsItsPackage() throws IOException {
        var checks = new ArrayList<>(MainCode.sources(TESTS));
        checks.addAll(MainCode.sources(MAIN));
        checks.removeIf(
                source ->
                        !source.startsWith(CHECKS)
                                || source.toString().endsWith(SAME_TESTS_ON_PROCESSES));
        assertThat(checks).isNotEmpty();
        for (var source : checks) {
            var folder = Path.of(CHECKS).relativize(source).getName(0);
            assertThat(source.toString()).contains("/dev/belfry/check/" + folder + "/");
        }
    }

    private static List<Path> sourcesWith(String text) throws IOException {
        var found = new ArrayList<>(MainCode.sources(TESTS));
        found.removeIf(file -> file.endsWith("SuitesTest.java") || !has(file, text));
        return found;
    }

    private static boolean has(Path file, String text) {
        try {
            return Files.readString(file).contains(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
