package dev.belfry.check.processes;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;

/** A server in a process of its own, as the launcher starts it. Confined to one thread. */
public final class ServerProcess {
    private static final Duration LONGEST_START = Duration.ofSeconds(100);
    private static final Duration LONGEST_STOP = Duration.ofSeconds(60);
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(20);

    private static final int LAST_WORDS = 10_000;

    /** Settings that a command line does not take, by the variables that do. */
    private static final Map<String, String> SECRETS =
            Map.of(
                    "store.url", "BELFRY_STORE_URL",
                    "store.databases.east", "BELFRY_STORE_DATABASES_EAST",
                    "store.databases.west", "BELFRY_STORE_DATABASES_WEST",
                    "cluster.secret", "BELFRY_CLUSTER_SECRET",
                    "callback.signingKeys", "BELFRY_CALLBACK_SIGNING_KEYS",
                    "callback.proxy", "BELFRY_CALLBACK_PROXY");

    private final Process process;
    private final Path log;
    private final URI address;
    private final long startedNanos = System.nanoTime();

    private ServerProcess(Process process, Path log, URI address) {
        this.process = process;
        this.log = log;
        this.address = address;
    }

    public static ServerProcess start(Path folder, int port) throws IOException {
        return start(folder, Map.of("http.port", "" + port));
    }

    /** A server with its data and its log in this folder, and settings by their paths. */
    public static ServerProcess start(Path folder, Map<String, String> settings)
            throws IOException {
        return start(folder, settings, Launch.PLAIN);
    }

    /**
     * How the process differs from one that a user starts.
     *
     * @param before where classes are looked for first; empty means nowhere else
     */
    public record Launch(List<String> options, String before) {
        public static final Launch PLAIN = new Launch(List.of(), "");

        private List<String> command() {
            var command =
                    new ArrayList<>(
                            List.of(
                                    Path.of(System.getProperty("java.home"), "bin", "java")
                                            .toString(),
                                    "--enable-native-access=ALL-UNNAMED",
                                    "--sun-misc-unsafe-memory-access=allow",
                                    "-XX:MaxRAMPercentage=50",
                                    "-XX:+ExitOnOutOfMemoryError",
                                    "-XX:-HeapDumpOnOutOfMemoryError",
                                    "-XX:-CreateCoredumpOnCrash"));
            command.addAll(options);
            var usual = System.getProperty("java.class.path");
            var classPath = before.isEmpty() ? usual : before + File.pathSeparator + usual;
            command.addAll(List.of("-cp", classPath, "dev.belfry.cli.Belfry"));
            return command;
        }
    }

    public static ServerProcess start(Path folder, Map<String, String> settings, Launch launch)
            throws IOException {
        var log = folder.resolve("server.log");
        var builder =
                new ProcessBuilder(command(folder, settings, launch))
                        .directory(folder.toFile())
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
        builder.environment().keySet().removeIf(name -> name.startsWith("BELFRY_"));
        // DynamoDB Local wants some, and takes any.
        builder.environment().putIfAbsent("AWS_ACCESS_KEY_ID", "test");
        builder.environment().putIfAbsent("AWS_SECRET_ACCESS_KEY", "test");
        SECRETS.forEach(
                (key, variable) -> {
                    if (settings.containsKey(key)) {
                        builder.environment().put(variable, settings.get(key));
                    }
                });
        var address = URI.create("http://127.0.0.1:" + settings.get("http.port"));
        return new ServerProcess(builder.start(), log, address);
    }

    private static List<String> command(Path folder, Map<String, String> settings, Launch launch) {
        var command = launch.command();
        command.addAll(List.of("serve", "--data-dir", data(folder).toString()));
        // As on larger machines, where several loops share the shards.
        command.addAll(List.of("--set", "engine.loops=2"));
        settings.forEach(
                (key, value) -> {
                    if (!SECRETS.containsKey(key)) {
                        command.addAll(List.of("--set", key + "=" + value));
                    }
                });
        return command;
    }

    public static Path data(Path folder) {
        return folder.resolve("data");
    }

    /**
     * A free port below those that systems give to outgoing connections: while the server is down,
     * a client that tries such a port again and again would in the end connect to itself.
     */
    public static int freePort() {
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
    public Duration awaitReady(HttpClient http) throws IOException, InterruptedException {
        while (!isReady(http)) {
            if (!process.isAlive() || age().compareTo(LONGEST_START) > 0) {
                kill();
                throw new AssertionError("the server is not ready:\n" + said());
            }
            Thread.sleep(BETWEEN_LOOKS);
        }
        return age();
    }

    public boolean isReady(HttpClient http) throws InterruptedException {
        try {
            return health(http, "ready").statusCode() == 200;
        } catch (IOException _) {
            return false;
        }
    }

    /** What it says of its health: live or ready. */
    public HttpResponse<String> health(HttpClient http, String kind)
            throws IOException, InterruptedException {
        var request =
                HttpRequest.newBuilder(address.resolve("/health/" + kind))
                        .timeout(Duration.ofSeconds(5))
                        .build();
        return http.send(request, BodyHandlers.ofString());
    }

    private Duration age() {
        return Duration.ofNanos(System.nanoTime() - startedNanos);
    }

    public long pid() {
        return process.pid();
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /** Memory that the process has in use, in bytes. */
    public long residentBytes() throws IOException {
        try (var lines = Files.lines(Path.of("/proc/" + process.pid() + "/status"))) {
            return 1_024
                    * lines.filter(line -> line.startsWith("VmRSS:"))
                            .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")))
                            .sum();
        }
    }

    /** Open files and sockets of the process. */
    public int openFiles() throws IOException {
        try (var files = Files.list(Path.of("/proc/" + process.pid() + "/fd"))) {
            return (int) files.count();
        }
    }

    /** SIGTERM, as an operator would; fails if the server had died or has failures in its log. */
    public void stop() {
        boolean wasAlive = process.isAlive();
        process.destroy();
        try {
            if (!process.waitFor(LONGEST_STOP)) {
                kill();
                throw new AssertionError("it did not stop in time:\n" + said());
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        if (!wasAlive || said().contains(" ERROR ")) {
            throw new AssertionError("the server's log:\n" + said());
        }
    }

    /**
     * Whether it lives, and the end of its log: what one wants to know of a server that is late.
     */
    public String lastWords() {
        var said = said();
        var end = said.substring(Math.max(0, said.length() - LAST_WORDS));
        return (process.isAlive() ? "alive" : "exit code " + process.exitValue()) + "\n" + end;
    }

    /** All of its log. */
    public String said() {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** SIGSTOP: it stands still, and does not know it. */
    public void stall() throws IOException, InterruptedException {
        signal("STOP");
    }

    /** SIGCONT: it goes on as if nothing had been. */
    public void goOn() throws IOException, InterruptedException {
        signal("CONT");
    }

    private void signal(String name) throws IOException, InterruptedException {
        var kill = new ProcessBuilder("kill", "-" + name, "" + process.pid()).inheritIO().start();
        if (kill.waitFor() != 0) {
            throw new IllegalStateException("there is no process " + process.pid());
        }
    }

    /** SIGKILL; returns when the process is gone. */
    public void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }
}
