package dev.belfry.store.dynamodb;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The server of the tests: the one that {@code BELFRY_TEST_DYNAMODB_URL} names, or DynamoDB Local,
 * which is started unless it runs, and stays for the next tests.
 */
final class TestServer {
    private static final String SCRIPT = "scripts/database";
    private static final String URL = start();

    private TestServer() {}

    static String url() {
        return URL;
    }

    static boolean isLocal() {
        return URL.contains("endpoint=");
    }

    private static String start() {
        try {
            var process =
                    new ProcessBuilder(script().toString(), "start", "dynamodb")
                            .redirectError(ProcessBuilder.Redirect.INHERIT)
                            .start();
            var url = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (process.waitFor() != 0) {
                throw new IllegalStateException(SCRIPT + " start has failed");
            }
            useAnyCredentials(url);
            return url.strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** DynamoDB Local takes any; the SDK looks here first. */
    private static void useAnyCredentials(String url) {
        if (url.contains("endpoint=")) {
            System.setProperty("aws.accessKeyId", "test");
            System.setProperty("aws.secretAccessKey", "test");
        }
    }

    /** Tests may run in any folder of the project. */
    private static Path script() {
        var folder = Path.of("").toAbsolutePath();
        while (!Files.exists(folder.resolve(SCRIPT))) {
            folder = folder.getParent();
        }
        return folder.resolve(SCRIPT);
    }
}
