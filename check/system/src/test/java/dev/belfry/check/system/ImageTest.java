package dev.belfry.check.system;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.belfry.check.processes.ServerProcess;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The image that users load into their engines, run without one. */
@Tag("system")
class ImageTest {
    @TempDir private static Path folder;
    private static Image image;

    @BeforeAll
    static void unpack() throws Exception {
        image = Image.unpack(folder);
    }

    @Test
    void aTimerFiresOnAReadOnlyRootAndTheServerEndsInGoodOrder() throws Exception {
        var received = new LinkedBlockingQueue<String>();
        var receiver = receiver(received);
        int port = ServerProcess.freePort();
        var here = Map.of("BELFRY_URL", "http://127.0.0.1:" + port);
        var log = folder.resolve("server.log");
        var server = image.start(log, Map.of("BELFRY_HTTP_PORT", "" + port), "serve");
        try {
            awaitReady(server, log);
            assertThat(image.run(folder.resolve("health.log"), here, "health"))
                    .isEqualTo("ready\n");
            image.run(
                    folder.resolve("create.log"),
                    here,
                    "timer",
                    "create",
                    "hello",
                    "--in",
                    "100ms",
                    "--callback",
                    "http://127.0.0.1:" + receiver.getAddress().getPort() + "/");
            assertThat(received.poll(60, TimeUnit.SECONDS)).contains("\"timerId\":\"hello\"");
            server.destroy();
            assertThat(server.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(Files.readString(log))
                    .contains("Node stopped")
                    .doesNotContain("WARN", "ERROR");
        } finally {
            server.destroyForcibly();
            receiver.stop(0);
        }
    }

    private static HttpServer receiver(BlockingQueue<String> received) throws Exception {
        var receiver =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        receiver.createContext(
                "/",
                exchange -> {
                    try (exchange) {
                        var body = exchange.getRequestBody().readAllBytes();
                        exchange.sendResponseHeaders(204, -1);
                        received.add(new String(body, StandardCharsets.UTF_8));
                    }
                });
        receiver.start();
        return receiver;
    }

    private static void awaitReady(Process server, Path log) throws Exception {
        while (!Files.readString(log).contains("listening")) {
            assertThat(server.isAlive()).as(Files.readString(log)).isTrue();
            Thread.sleep(20);
        }
    }

    @Test
    void theCacheThatMakesItStartQuicklyIsStillGood() throws Exception {
        var said =
                image.run(
                        folder.resolve("version.log"),
                        Map.of("JDK_JAVA_OPTIONS", "-XX:AOTMode=on"),
                        "--version");
        assertThat(said).contains("belfry ");
    }

    @Test
    void itRunsAsNobodyInParticularAndHasNoShell() {
        assertThat(image.config().path("User").asText()).isEqualTo("65532:65532");
        assertThat(image.config().path("Cmd").get(0).asText()).isEqualTo("serve");
        assertThat(image.root().resolve("bin")).doesNotExist();
        assertThat(image.root().resolve("usr/bin")).doesNotExist();
        assertThat(image.root().resolve("opt/belfry/NOTICE")).isRegularFile();
    }

    /** By the specification of the layout, and by what engines from before it look for. */
    @Test
    void newAndOldEnginesFindTheirWayIn() {
        assertThat(image.layout().resolve("oci-layout")).content().contains("1.0.0");
        assertThat(image.layout().resolve("manifest.json")).content().contains("\"belfry:");
    }
}
