package dev.belfry.system;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;

/** A database server that a test has to itself, by its name in scripts/databases. Immutable. */
record DatabaseProcess(String name) {
    /** Remains of a killed server may need a moment to go. */
    private static final int TRIES = 20;

    private static final Pattern PORT = Pattern.compile("//127\\.0\\.0\\.1:([0-9]+)/");

    /** One that other tests do not use. */
    static DatabaseProcess of(String kind, String purpose) {
        return new DatabaseProcess(kind + "-" + purpose);
    }

    static DatabaseProcess of(String kind) {
        return new DatabaseProcess(kind + "-outage");
    }

    String url() throws IOException, InterruptedException {
        return output("url");
    }

    int port() throws IOException, InterruptedException {
        var matcher = PORT.matcher(url());
        if (!matcher.find()) {
            throw new IllegalStateException("no port in the URL");
        }
        return Integer.parseInt(matcher.group(1));
    }

    /** The URL by which it is reached through another port. */
    String urlThrough(int proxy) throws IOException, InterruptedException {
        return PORT.matcher(url()).replaceFirst("//127.0.0.1:" + proxy + "/");
    }

    void start() throws IOException, InterruptedException {
        for (int i = 1; i < TRIES; i++) {
            if (run("start").waitFor() == 0) {
                return;
            }
            Thread.sleep(500);
        }
        output("start");
    }

    void kill() throws IOException, InterruptedException {
        output("kill");
    }

    void stop() throws IOException, InterruptedException {
        output("stop");
    }

    /** It is gone, with all its data. */
    void remove() throws IOException, InterruptedException {
        output("remove");
    }

    private String output(String verb) throws IOException, InterruptedException {
        var process = run(verb);
        var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IllegalStateException("scripts/database %s %s".formatted(verb, name));
        }
        return said.strip();
    }

    private Process run(String verb) throws IOException {
        return new ProcessBuilder(script().toString(), verb, name)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    /** Tests run in the folder of their module. */
    private static Path script() {
        var folder = Path.of("").toAbsolutePath();
        while (!Files.exists(folder.resolve("scripts/database"))) {
            folder = folder.resolveSibling("").getParent();
        }
        return folder.resolve("scripts/database");
    }
}
