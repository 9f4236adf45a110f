package dev.belfry.bench.harness;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A program in a JVM of its own, with the class path of this one. Confined to one thread. */
public record ChildJvm(Process process, Path log) implements AutoCloseable {
    private static final Duration LONGEST_START = Duration.ofMinutes(1);
    private static final Duration LONGEST_END = Duration.ofSeconds(20);

    /** Characters of its log that are shown when something went wrong. */
    private static final int LAST_WORDS = 2_000;

    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(50);

    /** Starts a main class with options for its JVM; what it prints goes to the log. */
    public static ChildJvm start(Path log, List<String> options, String main, String... arguments)
            throws IOException {
        return start(log, options, Map.of(), main, arguments);
    }

    /** The same, with variables of its environment beside those of this one. */
    public static ChildJvm start(
            Path log,
            List<String> options,
            Map<String, String> variables,
            String main,
            String... arguments)
            throws IOException {
        var builder =
                builder(options, main, arguments)
                        .redirectErrorStream(true)
                        .redirectOutput(log.toFile());
        builder.environment().putAll(variables);
        return start(log, builder);
    }

    /** Starts a main class that reads commands and prints answers; its errors go to the log. */
    public static ChildJvm startTold(
            Path log, List<String> options, String main, String... arguments) throws IOException {
        return start(log, builder(options, main, arguments).redirectError(log.toFile()));
    }

    /** It ends with this JVM, however that ends in order. */
    private static ChildJvm start(Path log, ProcessBuilder builder) throws IOException {
        var process = builder.start();
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
        return new ChildJvm(process, log);
    }

    private static ProcessBuilder builder(List<String> options, String main, String... arguments) {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options);
        command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main));
        command.addAll(List.of(arguments));
        var builder = new ProcessBuilder(command);
        builder.environment().keySet().removeIf(name -> name.startsWith("BELFRY_"));
        return builder;
    }

    /** The options for a JVM that may have so much heap as the settings say. */
    public static List<String> heap(Map<String, String> settings) {
        return settings.containsKey("heap") ? List.of("-Xmx" + settings.get("heap")) : List.of();
    }

    /** One that nobody listens to by now. */
    public static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    /** Waits until a GET of this address is answered with 200. */
    public void awaitAnswer(URI address) throws IOException, InterruptedException {
        awaitAnswer(address, ServerAccess.OPEN);
    }

    /** The same of a server that is spoken to in some way. */
    public void awaitAnswer(URI address, ServerAccess access)
            throws IOException, InterruptedException {
        long start = System.nanoTime();
        try (var http = access.client()) {
            while (!answers(http, address)) {
                if (!process.isAlive() || System.nanoTime() - start > LONGEST_START.toNanos()) {
                    kill();
                    throw new IOException("it did not start: " + lastWords());
                }
                Thread.sleep(BETWEEN_LOOKS);
            }
        }
    }

    private static boolean answers(HttpClient http, URI address) throws InterruptedException {
        try {
            var request = HttpRequest.newBuilder(address).timeout(LONGEST_START).build();
            return http.send(request, BodyHandlers.discarding()).statusCode() == 200;
        } catch (IOException _) {
            return false;
        }
    }

    /** The end of its log. */
    public String lastWords() throws IOException {
        var text = Files.readString(log);
        return text.substring(Math.max(0, text.length() - LAST_WORDS));
    }

    /** The CPU time that the process has used, all its threads together. */
    public Duration cpu() {
        return process.info()
                .totalCpuDuration()
                .orElseThrow(
                        () -> new IllegalStateException("nobody tells the CPU time of " + process));
    }

    /** The bytes of all objects that are left by a collection, which this makes. */
    public long liveBytes() throws IOException {
        var asked =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(),
                                Long.toString(process.pid()),
                                "GC.class_histogram")
                        .redirectErrorStream(true)
                        .start();
        try (var answer = asked.inputReader()) {
            var last = answer.readAllLines().getLast();
            if (!last.startsWith("Total")) {
                throw new IOException("no total of objects: " + last);
            }
            return Long.parseLong(last.substring(last.lastIndexOf(' ') + 1));
        }
    }

    /** Waits for it to end by itself. */
    public void await() throws IOException, InterruptedException {
        if (!process.waitFor(LONGEST_END) || process.exitValue() != 0) {
            throw new IOException("it failed: " + lastWords());
        }
    }

    /** Ends it as a lost machine would. */
    public void kill() {
        process.destroyForcibly();
        process.onExit().join();
    }

    /** Waits for it to end by itself, but not for long. */
    public void endWithin(Duration patience) {
        process.onExit()
                .completeOnTimeout(process, patience.toMillis(), TimeUnit.MILLISECONDS)
                .join();
        kill();
    }

    /** Asks it to end, and does not wait for ever. */
    @Override
    public void close() {
        process.destroy();
        endWithin(LONGEST_END);
    }
}
