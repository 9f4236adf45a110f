package dev.belfry.check.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.check.processes.ServerProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Commands of the documentation that are marked as runnable, run as a reader would who unpacked the
 * archive: one server and the receiver of the README for all of them.
 */
@Tag("system")
class DocumentedCommandsTest {
    @TempDir private static Path folder;

    private static final int SERVER_PORT = ServerProcess.freePort();
    private static final int RECEIVER_PORT = ServerProcess.freePort();

    private static Distribution distribution;
    private static Path received;
    private static Process server;
    private static Process receiver;

    @BeforeAll
    static void start() throws Exception {
        distribution = Distribution.unpack(folder);
        var log = folder.resolve("server.log");
        server = distribution.start(log, "serve", "--port", "" + SERVER_PORT);
        received = folder.resolve("received.log");
        receiver =
                new ProcessBuilder("python3", "-c", here(RunnablePage.of("README.md").receiver()))
                        .redirectErrorStream(true)
                        .redirectOutput(received.toFile())
                        .start();
        while (!Files.readString(log).contains("listening")) {
            assertThat(server.isAlive()).as(Files.readString(log)).isTrue();
            Thread.sleep(20);
        }
    }

    @AfterAll
    static void stop() {
        server.destroyForcibly();
        receiver.destroyForcibly();
    }

    /** The ports of this run in place of those that readers have. */
    private static String here(String text) {
        return text.replace("localhost:8080", "localhost:" + SERVER_PORT)
                .replace("localhost:9000", "localhost:" + RECEIVER_PORT)
                .replace("(\"localhost\", 9000)", "(\"localhost\", " + RECEIVER_PORT + ")");
    }

    static List<RunnablePage> pages() throws IOException {
        var pages = RunnablePage.all();
        assertThat(pages).hasSizeGreaterThan(2);
        return pages;
    }

    @ParameterizedTest
    @MethodSource("pages")
    void theCommandsOfAPageDoWhatItSays(RunnablePage page) throws Exception {
        for (var commands : page.commands()) {
            run(commands);
        }
        if (page.path().equals("README.md")) {
            awaitCallback("\"timerId\":\"hello\"");
        }
    }

    private static void run(String commands) throws Exception {
        var log = Files.createTempFile(folder, "commands", ".log");
        var builder = new ProcessBuilder("sh", "-euc", here(commands));
        builder.environment().keySet().removeIf(name -> name.startsWith("BELFRY_"));
        builder.environment().put("BELFRY_URL", "http://localhost:" + SERVER_PORT);
        var process =
                builder.directory(distribution.home().toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(log.toFile())
                        .start();
        try {
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).as(commands).isTrue();
        } finally {
            process.destroyForcibly();
        }
        assertThat(process.exitValue()).as(commands + Files.readString(log)).isZero();
    }

    private static void awaitCallback(String text) throws Exception {
        while (!Files.readString(received).contains(text)) {
            assertThat(receiver.isAlive()).as(Files.readString(received)).isTrue();
            Thread.sleep(20);
        }
    }
}
