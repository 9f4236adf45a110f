package dev.belfry.check.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.check.processes.ServerProcess;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The clients in all languages and the examples that use them, with one real server that signs. The
 * libraries for Java are those of {@code make install-libraries}.
 */
@Tag("system")
class LibrariesTest {
    private static final String KEY = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    private static final String REMINDER = "reminder: water the flowers (attempt 1)";
    private static final Path ROOT = Path.of("..", "..").toAbsolutePath().normalize();

    @TempDir private static Path folder;

    private static ServerProcess server;
    private static Map<String, String> environment;

    @BeforeAll
    static void start() throws Exception {
        int port = ServerProcess.freePort();
        server =
                ServerProcess.start(
                        folder,
                        Map.of(
                                "http.port",
                                "" + port,
                                "callback.signingKeys",
                                KEY,
                                "groups.node.shards",
                                "1",
                                "groups.python.shards",
                                "1"));
        try (var http = HttpClient.newHttpClient()) {
            server.awaitReady(http);
        }
        environment = Map.of("BELFRY_URL", "http://127.0.0.1:" + port, "BELFRY_SIGNING_KEY", KEY);
        Program.of("", "scripts/typescript").run();
    }

    @AfterAll
    static void stop() {
        server.stop();
    }

    private static String run(String folder, String... command) throws Exception {
        return Program.of(folder, command).with(environment).run();
    }

    @Test
    void theClientForPythonPassesItsTests() throws Exception {
        assertThat(
                        Program.of(
                                        "clients/python",
                                        "python3",
                                        "-B",
                                        "-m",
                                        "unittest",
                                        "discover",
                                        "-s",
                                        "tests")
                                .with(environment)
                                .with(Map.of("PYTHONPATH", "src"))
                                .run())
                .contains("\nOK\n");
    }

    @Test
    void theTypesOfTheClientForPythonHold() throws Exception {
        assertThat(run("", "scripts/mypy")).contains("no issues found");
    }

    @Test
    void theClientForTypescriptPassesItsTests() throws Exception {
        assertThat(run("clients/typescript", "npm", "test")).contains("\n# fail 0\n");
    }

    @Test
    void theExampleForPythonIsReminded() throws Exception {
        assertThat(
                        Program.of("examples/python", "python3", "-B", "remind.py")
                                .with(environment)
                                .with(Map.of("PYTHONPATH", "../../clients/python/src"))
                                .run())
                .contains("python-" + REMINDER);
    }

    @Test
    void theExampleForNodeIsReminded() throws Exception {
        assertThat(run("examples/node", "node", "remind.js")).contains("node-" + REMINDER);
    }

    @Test
    void theExampleForJavaIsReminded() throws Exception {
        build("java", "compile");
        assertThat(run("examples/java", java("java", "com.example.Reminder")))
                .contains("java-reminder: \"water the flowers\" (attempt 1)");
    }

    /** Its own test, with a Belfry in memory, is run besides. */
    @Test
    void theExampleForSpringBootIsReminded() throws Exception {
        build("spring-boot", "test");
        int port = ServerProcess.freePort();
        var log = folder.resolve("spring-boot.log");
        var builder =
                new ProcessBuilder(
                                java(
                                        "spring-boot",
                                        "com.example.reminders.RemindersApplication",
                                        "--server.port=" + port))
                        .directory(ROOT.resolve("examples/spring-boot").toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(log.toFile());
        builder.environment().putAll(environment);
        var application = builder.start();
        try {
            await(port, "/actuator/health", "\"belfry\":{\"status\":\"UP\"}", application, log);
            ask(port, "PUT", "/reminders/flowers?in=PT1S&text=water");
            await(port, "/reminders", "flowers: water", application, log);
        } finally {
            application.destroy();
            application.waitFor();
        }
    }

    /** Until it says this; JUnit ends what hangs. */
    private static void await(int port, String path, String text, Process application, Path log)
            throws Exception {
        while (!ask(port, "GET", path).contains(text)) {
            assertThat(application.isAlive()).as(Files.readString(log)).isTrue();
            Thread.sleep(50);
        }
    }

    private static String ask(int port, String method, String path) throws InterruptedException {
        var request =
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                        .method(method, BodyPublishers.noBody())
                        .build();
        try (var http = HttpClient.newHttpClient()) {
            return http.send(request, BodyHandlers.ofString()).body();
        } catch (IOException notYet) {
            return "";
        }
    }

    private static void build(String example, String phase) throws Exception {
        run(
                "",
                "scripts/maven",
                "-f",
                "examples/" + example + "/pom.xml",
                phase,
                "dependency:build-classpath",
                "-DincludeScope=runtime",
                "-Dmdep.outputFile=target/classpath");
    }

    private static String[] java(String example, String... arguments) throws IOException {
        var libraries = Files.readString(ROOT.resolve("examples/" + example + "/target/classpath"));
        var command =
                List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        "target/classes" + File.pathSeparator + libraries);
        return Stream.concat(command.stream(), Stream.of(arguments)).toArray(String[]::new);
    }
}
