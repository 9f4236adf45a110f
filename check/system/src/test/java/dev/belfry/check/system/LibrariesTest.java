package dev.belfry.check.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.check.processes.ServerProcess;
import java.io.File;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
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
        build("java");
        var classPath =
                "target/classes"
                        + File.pathSeparator
                        + Files.readString(ROOT.resolve("examples/java/target/classpath"));
        assertThat(run("examples/java", java(), "-cp", classPath, "com.example.Reminder"))
                .contains("\"timerId\":\"java-reminder\"");
    }

    private static void build(String example) throws Exception {
        run(
                "",
                "scripts/maven",
                "-f",
                "examples/" + example + "/pom.xml",
                "compile",
                "dependency:build-classpath",
                "-Dmdep.outputFile=target/classpath");
    }

    private static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }
}
