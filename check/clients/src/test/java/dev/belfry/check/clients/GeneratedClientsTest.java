package dev.belfry.check.clients;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.belfry.check.faults.RawReceiver;
import dev.belfry.check.processes.ServerProcess;
import java.io.File;
import java.io.IOException;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Clients that openapi-generator makes from the OpenAPI file, in three languages, drive a real
 * server. Those in Java and TypeScript make every call. Needs what scripts/foreign-packages
 * fetches.
 */
@Tag("system")
@Timeout(600)
class GeneratedClientsTest {
    private static final Path TARGET = Path.of("target").toAbsolutePath();
    private static final Path DRIVES = Path.of("src/test/resources/generated").toAbsolutePath();
    private static final Path OPEN_API =
            Path.of("../../http/src/main/resources/openapi.yaml").toAbsolutePath().normalize();

    /** A stream that never ends is nothing for these clients, and receivers are no clients. */
    private static final Set<String> NOT_DRIVEN = Set.of("events");

    /**
     * The generated Java client takes every text that is not text/plain for JSON; YAML and lines of
     * JSON are not.
     */
    private static final Set<String> NOT_FOR_JAVA = Set.of("openApi", "exportGroup");

    private static RawReceiver receiver;
    private static ServerProcess server;
    private static String url;

    @TempDir private static Path folder;

    @BeforeAll
    static void start() throws Exception {
        Programs.fetchPackages();
        receiver =
                new RawReceiver(
                        (request, connection) ->
                                RawReceiver.write(
                                        connection,
                                        RawReceiver.response(
                                                request.head().contains("/gone") ? 410 : 200,
                                                "",
                                                "")));
        int port = ServerProcess.freePort();
        server = ServerProcess.start(folder, Map.of("http.port", "" + port));
        url = "http://127.0.0.1:" + port;
        generate();
        server.awaitReady(HttpClient.newHttpClient());
    }

    @AfterAll
    static void stop() throws Exception {
        server.stop();
        receiver.close();
    }

    /** All three at once: most of the time goes into reading the file. */
    private static void generate() throws IOException, InterruptedException {
        var configurations = new ArrayList<String>();
        for (var client :
                List.of(
                        "java, library: native, additionalProperties: {apiPackage: generated.api, modelPackage: generated.model, invokerPackage: generated}",
                        "typescript-fetch",
                        "python, additionalProperties: {packageName: generated}")) {
            var name = client.split(",", 2)[0];
            var file = folder.resolve(name + ".yaml");
            Files.writeString(
                    file,
                    "{inputSpec: %s, outputDir: %s, generatorName: %s}"
                            .formatted(OPEN_API, generated(name), client));
            configurations.add(file.toString());
        }
        var command =
                new ArrayList<>(
                        List.of(
                                java("java"),
                                "-jar",
                                TARGET.resolve("generator/openapi-generator-cli.jar").toString(),
                                "batch",
                                "--fail-fast"));
        command.addAll(configurations);
        Programs.run(folder, command);
    }

    private static Path generated(String client) {
        return folder.resolve(client);
    }

    private static String java(String tool) {
        return Path.of(System.getProperty("java.home"), "bin", tool).toString();
    }

    private static Set<String> operations() throws IOException {
        var all = new TreeSet<String>();
        new YAMLMapper()
                .readTree(OPEN_API.toFile())
                .path("paths")
                .forEach(path -> all.addAll(path.findValuesAsText("operationId")));
        all.removeAll(NOT_DRIVEN);
        return all;
    }

    private static Set<String> driven(String said) {
        return new TreeSet<>(said.lines().toList());
    }

    @Test
    void theJavaClientMakesEveryCallAndLosesNothing() throws Exception {
        var classes = folder.resolve("classes");
        var sources = new ArrayList<String>();
        try (var files = Files.walk(generated("java").resolve("src/main/java"))) {
            files.filter(it -> it.toString().endsWith(".java")).forEach(it -> sources.add("" + it));
        }
        sources.add(DRIVES.resolve("Drive.java").toString());
        var classPath = System.getProperty("java.class.path");
        var compile =
                new ArrayList<>(
                        List.of(
                                java("javac"),
                                "-proc:none",
                                "-nowarn",
                                "-cp",
                                classPath,
                                "-d",
                                classes.toString()));
        compile.addAll(sources);
        Programs.run(folder, compile);
        var said =
                Programs.run(
                        folder,
                        List.of(
                                java("java"),
                                "-cp",
                                classes + File.pathSeparator + classPath,
                                "Drive",
                                url,
                                callbackUrl()));
        var wanted = operations();
        wanted.removeAll(NOT_FOR_JAVA);
        assertThat(driven(said)).isEqualTo(wanted);
    }

    private static String callbackUrl() {
        return receiver.url().replaceFirst("/+$", "");
    }

    @Test
    void theTypeScriptClientMakesEveryCallAndLosesNothing() throws Exception {
        var client = generated("typescript-fetch");
        Files.copy(DRIVES.resolve("drive.ts"), client.resolve("drive.ts"));
        Programs.run(
                client,
                List.of(
                        Programs.TYPESCRIPT.resolve(".bin/tsc").toString(),
                        "--typeRoots",
                        Programs.TYPESCRIPT.resolve("@types").toString(),
                        "--types",
                        "node",
                        "--strict",
                        "--target",
                        "es2022",
                        "--module",
                        "commonjs",
                        "--outDir",
                        "out",
                        "drive.ts"));
        var said = Programs.run(client, List.of("node", "out/drive.js", url, callbackUrl()));
        assertThat(driven(said)).isEqualTo(operations());
    }

    @Test
    void thePythonClientLosesNothing() throws Exception {
        var client = generated("python");
        Files.copy(DRIVES.resolve("drive.py"), client.resolve("drive.py"));
        var said = Programs.run(client, List.of("python3", "drive.py", url));
        assertThat(operations()).containsAll(driven(said));
        assertThat(driven(said)).contains("patchTimer", "changeTimers");
    }
}
