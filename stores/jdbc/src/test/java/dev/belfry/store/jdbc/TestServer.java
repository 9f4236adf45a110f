package dev.belfry.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A real database server for tests: the one that an environment variable names, else one that
 * {@code scripts/database} starts, which stays for the next run.
 */
public final class TestServer {
    private TestServer() {}

    /** The URL of a server by its name, such as postgres. */
    public static String url(String name) {
        var variable = "BELFRY_TEST_%s_URL".formatted(name.toUpperCase(java.util.Locale.ROOT));
        return Optional.ofNullable(System.getenv(variable)).orElseGet(() -> started(name));
    }

    /** Ends a server that a test had to itself, with its data. */
    public static void remove(String name) {
        database("remove", name);
    }

    /** Ends a server in order and starts it again. */
    public static void restart(String name) {
        database("stop", name);
        database("start", name);
    }

    /** Where a server has its data, which it can read whoever it runs as. */
    public static Path folder(String name) {
        return Path.of(database("folder", name));
    }

    private static String started(String name) {
        return database("start", name);
    }

    private static String database(String verb, String name) {
        try {
            var process =
                    new ProcessBuilder(script("database").toString(), verb, name)
                            .redirectError(ProcessBuilder.Redirect.INHERIT)
                            .start();
            var url = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor()).as("scripts/database %s %s", verb, name).isZero();
            return url.strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** A script of the project; tests run in the folder of their module. */
    public static Path script(String name) {
        var file = Path.of("scripts", name);
        var folder = Path.of("").toAbsolutePath();
        while (!Files.exists(folder.resolve(file))) {
            folder = folder.getParent();
        }
        return folder.resolve(file);
    }
}
