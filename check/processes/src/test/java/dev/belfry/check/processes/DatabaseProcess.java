package dev.belfry.check.processes;

import java.io.IOException;
import java.util.regex.Pattern;

/** A database server that a test has to itself, by its name in scripts/databases. Immutable. */
public record DatabaseProcess(String name) {
    /** Remains of a killed server may need a moment to go. */
    private static final int TRIES = 20;

    private static final Pattern PORT = Pattern.compile("//127\\.0\\.0\\.1:([0-9]+)");

    /** One that other tests do not use. */
    public static DatabaseProcess of(String kind, String purpose) {
        return new DatabaseProcess(kind + "-" + purpose);
    }

    public static DatabaseProcess of(String kind) {
        return new DatabaseProcess(kind + "-outage");
    }

    public String url() throws IOException {
        return output("url");
    }

    public int port() throws IOException {
        var matcher = PORT.matcher(url());
        if (!matcher.find()) {
            throw new IllegalStateException("no port in the URL");
        }
        return Integer.parseInt(matcher.group(1));
    }

    /** The URL by which it is reached through another port. */
    public String urlThrough(int proxy) throws IOException {
        return PORT.matcher(url()).replaceFirst("//127.0.0.1:" + proxy);
    }

    public void start() throws IOException, InterruptedException {
        for (int i = 1; i < TRIES; i++) {
            if (Script.succeeds(Script.start("database", "start", name))) {
                return;
            }
            Thread.sleep(500);
        }
        output("start");
    }

    public void kill() throws IOException {
        output("kill");
    }

    public void stop() throws IOException {
        output("stop");
    }

    /** It is gone, with all its data. */
    public void remove() throws IOException {
        output("remove");
    }

    private String output(String verb) throws IOException {
        return Script.run("database", verb, name);
    }
}
