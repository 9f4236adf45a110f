package dev.belfry.system;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/** A server in a process of its own, as the launcher starts it. Confined to one thread. */
final class ServerProcess {
    private static final Duration LONGEST_START = Duration.ofSeconds(60);
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(20);

    private final Process process;
    private final Path log;
    private final URI address;
    private final long startedNanos = System.nanoTime();

    private ServerProcess(Process process, Path log, URI address) {
        this.process = process;
        this.log = log;
        this.address = address;
    }

    static ServerProcess start(Path folder, int port) throws IOException {
        var log = folder.resolve("server.log");
        var builder =
                new ProcessBuilder(command(folder, port))
                        .directory(folder.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
        builder.environment().keySet().removeIf(name -> name.startsWith("BELFRY_"));
        return new ServerProcess(builder.start(), log, URI.create("http://127.0.0.1:" + port));
    }

    private static List<String> command(Path folder, int port) {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-XX:MaxRAMPercentage=50",
                "-XX:+ExitOnOutOfMemoryError",
                "-cp",
                System.getProperty("java.class.path"),
                "dev.belfry.server.cli.Belfry",
                "serve",
                "--port",
                Integer.toString(port),
                "--data-dir",
                data(folder).toString());
    }

    static Path data(Path folder) {
        return folder.resolve("data");
    }

    /**
     * A free port below those that systems give to outgoing connections: while the server is down,
     * a client that tries such a port again and again would in the end connect to itself.
     */
    static int freePort() {
        while (true) {
            int port = ThreadLocalRandom.current().nextInt(12_000, 32_000);
            try (var socket = new ServerSocket()) {
                socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
                return port;
            } catch (IOException _) {
                // somebody has it: try another
            }
        }
    }

    /** Waits until it wants requests, and says how long that took since its start. */
    Duration awaitReady(HttpClient http) throws IOException, InterruptedException {
        while (!isReady(http)) {
            if (!process.isAlive() || age().compareTo(LONGEST_START) > 0) {
                throw new AssertionError("the server is not ready:\n" + Files.readString(log));
            }
            Thread.sleep(BETWEEN_LOOKS);
        }
        return age();
    }

    private boolean isReady(HttpClient http) throws InterruptedException {
        var request =
                HttpRequest.newBuilder(address.resolve("/health/ready"))
                        .timeout(Duration.ofSeconds(5))
                        .build();
        try {
            return http.send(request, BodyHandlers.discarding()).statusCode() == 200;
        } catch (IOException _) {
            return false;
        }
    }

    private Duration age() {
        return Duration.ofNanos(System.nanoTime() - startedNanos);
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** SIGKILL; returns when the process is gone. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }
}
