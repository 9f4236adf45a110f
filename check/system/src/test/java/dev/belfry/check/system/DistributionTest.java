package dev.belfry.check.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.belfry.check.processes.ServerProcess;
import dev.belfry.core.store.StoreException;
import dev.belfry.core.store.StoreProvider;
import dev.belfry.core.store.TimerStore;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a user unpacks, run as a user runs it: real processes, and no Java but the archive's. */
@Tag("system")
class DistributionTest {
    private static final int ENDED_BY_SIGTERM = 128 + 15;
    private static final Pattern URL = Pattern.compile("listen(?:s|ing) on (http://[^;\\s]+)");

    private static final Pattern PACKAGE =
            Pattern.compile("\"pkg:maven/[^/\"]+/([^@\"]+)@([^?\"]+)([^\"]*)\"");
    private static final Pattern NOTICED = Pattern.compile("(?m)^  ([a-z0-9.]+) +( [A-Z].*)$");
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Pattern CLASSIFIER = Pattern.compile("classifier=([^&\"]+)");

    private static Distribution distribution;

    @BeforeAll
    static void unpack(@TempDir Path folder) throws Exception {
        distribution = Distribution.unpack(folder);
    }

    @Test
    void aTimerFiresAndTheServerEndsInGoodOrder() throws Exception {
        var serverLog = distribution.work().resolve("server.log");
        var server =
                distribution.start(serverLog, "serve", "--port", "" + ServerProcess.freePort());
        var listenLog = distribution.work().resolve("listen.log");
        var listener =
                distribution.start(listenLog, "listen", "--port", "0", "--count", "1", "--json");
        try {
            var created =
                    distribution.run(
                            Map.of("BELFRY_URL", awaitUrl(server, serverLog)),
                            "timer",
                            "create",
                            "hello",
                            "--in",
                            "500ms",
                            "--callback",
                            awaitUrl(listener, listenLog),
                            "--payload",
                            "{\"n\": 1.10}");
            assertThat(created.err()).isEmpty();
            assertThat(created.out()).startsWith("created default/hello: ");
            assertThat(created.code()).isZero();

            assertThat(Files.readString(Path.of("/proc/%d/cmdline".formatted(server.pid()))))
                    .as("its memory, with secrets in it, goes to no file")
                    .contains("-XX:-HeapDumpOnOutOfMemoryError", "-XX:-CreateCoredumpOnCrash");
            assertThat(listener.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(Files.readString(listenLog))
                    .contains("\"timerId\":\"hello\"", "\"payload\":{\"n\": 1.10}");
            assertThat(listener.exitValue()).isZero();

            server.destroy();
            assertThat(server.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(server.exitValue()).isEqualTo(ENDED_BY_SIGTERM);
            assertThat(Files.readString(serverLog))
                    .contains("Node stopped")
                    .doesNotContainIgnoringCase("warn")
                    .doesNotContain("ERROR");
            assertThat(distribution.work().resolve("data").resolve("belfry.db")).isRegularFile();
        } finally {
            server.destroyForcibly();
            listener.destroyForcibly();
        }
    }

    private static String awaitUrl(Process process, Path log) throws Exception {
        while (true) {
            boolean alive = process.isAlive();
            var text = Files.readString(log);
            var matcher = URL.matcher(text);
            if (matcher.find()) {
                return matcher.group(1);
            }
            assertThat(alive).as(text).isTrue();
            Thread.sleep(20);
        }
    }

    @Test
    void theCachesThatMakeItStartQuicklyAreStillGoodInAnotherFolder() throws Exception {
        var result = distribution.run(Map.of("BELFRY_JAVA_OPTS", "-XX:AOTMode=on"), "--version");
        assertThat(result.err()).isEmpty();
        assertThat(result.code()).isZero();
        var version = Files.readString(distribution.home().resolve("VERSION"));
        assertThat(result.out()).isEqualTo("belfry " + version);
    }

    @Test
    void aPortInUseEndsTheServerWithOneLine() throws Exception {
        try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            var result = distribution.run("serve", "--port", "" + taken.getLocalPort());
            assertThat(result.err()).hasLineCount(1).contains("the port is in use", "http.port");
            assertThat(result.out()).isEmpty();
            assertThat(result.code()).isEqualTo(4);
        }
    }

    @Test
    void ofTheArchiveNothingIsThereTwice() throws Exception {
        try (var jars = Files.list(distribution.home().resolve("lib"))) {
            var names =
                    jars.map(it -> it.getFileName().toString())
                            .filter(it -> it.endsWith(".jar"))
                            .map(it -> it.replaceFirst("-[0-9][^-]*(-SNAPSHOT)?", ""))
                            .toList();
            assertThat(names).hasSizeGreaterThan(10).doesNotHaveDuplicates();
        }
    }

    @Test
    void theListOfContentsNamesEveryJar() throws Exception {
        var listed =
                PACKAGE.matcher(Files.readString(Distribution.contents()))
                        .results()
                        .map(it -> it.group(1) + "-" + it.group(2) + classifier(it.group(3)))
                        .toList();
        try (var jars = Files.list(distribution.home().resolve("lib"))) {
            assertThat(jars.map(it -> it.getFileName().toString()))
                    .filteredOn(name -> name.endsWith(".jar"))
                    .hasSizeGreaterThan(10)
                    .allSatisfy(name -> assertThat(listed).contains(name));
        }
    }

    /** By groups, without versions, so that an update needs no look at the notice. */
    @Test
    void theNoticeNamesTheLicenceOfEveryLibrary() throws Exception {
        var notice = Files.readString(distribution.home().resolve("NOTICE"));
        var listed = NOTICED.matcher(notice).results().map(it -> it.group(1) + it.group(2));
        assertThat(listed).containsExactlyElementsOf(libraries());
    }

    private static Set<String> libraries() throws IOException {
        var libraries = new TreeSet<String>();
        for (var component : JSON.readTree(Distribution.contents().toFile()).path("components")) {
            var licences =
                    component
                            .path("licenses")
                            .valueStream()
                            .map(it -> it.path("license").path("id").asText())
                            .collect(Collectors.joining(" or "));
            libraries.add(component.path("group").asText() + " " + licences);
        }
        libraries.removeIf(it -> it.startsWith("dev.belfry "));
        return libraries;
    }

    @Test
    void whatAnInstallationNeedsIsInTheArchive() throws Exception {
        for (var name : List.of("README.md", "LICENSE", "NOTICE", "systemd/belfry.service")) {
            assertThat(distribution.home().resolve(name)).isNotEmptyFile();
        }
        assertThat(distribution.home().resolve("completions/belfry.bash"))
                .content()
                .contains("complete");
        assertThat(distribution.home().resolve("completions/_belfry")).isNotEmptyFile();
        assertThat(distribution.home().resolve("systemd/belfry.service"))
                .content()
                .contains("ExecStart=/opt/belfry/belfry serve", "SuccessExitStatus=143");
    }

    @Test
    void theChecksumsAreThoseOfTheFiles() throws Exception {
        var check = new ProcessBuilder("sha256sum", "--check", "--strict", "SHA256SUMS");
        var folder = Distribution.contents().getParent();
        var process = check.directory(folder.toFile()).redirectErrorStream(true).start();
        var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
        assertThat(said).contains(".tar.gz: OK", ".oci.tar: OK", ".cdx.json: OK");
    }

    private static String classifier(String qualifiers) {
        var matcher = CLASSIFIER.matcher(qualifiers);
        return matcher.find() ? "-" + matcher.group(1) + ".jar" : ".jar";
    }

    /** Knows its class only if the jar in which it lies is on the class path. */
    public static final class DriverProbe implements StoreProvider {
        @Override
        public String scheme() {
            return "probe";
        }

        @Override
        public TimerStore open(String url) {
            throw new StoreException.Unavailable("the probe was asked for " + url);
        }
    }

    @Test
    void aJarInTheFolderOfDriversIsOnTheClassPath() throws Exception {
        var jar = distribution.home().resolve("drivers").resolve("some driver.jar");
        writeProbe(jar);
        try {
            var result = distribution.run("serve", "--port", "0", "--store-url", "probe:x");
            assertThat(result.err()).contains("the probe was asked for probe:x");
            assertThat(result.code()).isEqualTo(5);
        } finally {
            Files.delete(jar);
        }
    }

    private static void writeProbe(Path jar) throws IOException {
        var name = DriverProbe.class.getName();
        var path = name.replace('.', '/') + ".class";
        try (var out = new JarOutputStream(Files.newOutputStream(jar));
                var in = DriverProbe.class.getResourceAsStream("/" + path)) {
            out.putNextEntry(new JarEntry(path));
            Optional.ofNullable(in).orElseThrow().transferTo(out);
            out.putNextEntry(new JarEntry("META-INF/services/" + StoreProvider.class.getName()));
            out.write(name.getBytes(StandardCharsets.UTF_8));
        }
    }

    @Test
    void aSourceTreeThatIsNotBuiltSaysSoInOneLine(@TempDir Path folder) throws Exception {
        var launcher = folder.resolve("belfry");
        Files.copy(distribution.home().resolve("belfry"), launcher);
        assertThat(launcher.toFile().setExecutable(true)).isTrue();
        var result = distribution.run(launcher, Map.of(), "--version");
        assertThat(result.err()).isEqualTo("belfry: not built yet: run 'make build' first.\n");
        assertThat(result.code()).isEqualTo(1);
    }
}
