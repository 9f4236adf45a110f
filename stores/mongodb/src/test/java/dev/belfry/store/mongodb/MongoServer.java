package dev.belfry.store.mongodb;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A real server, or a replica set of several, started by the project's own scripts; {@code
 * BELFRY_TEST_MONGODB_URL} names another one instead.
 */
final class MongoServer {
    private static final Path ROOT = Path.of("").toAbsolutePath().resolve("../..").normalize();
    private static final AtomicInteger DATABASES = new AtomicInteger();

    private final int members;
    private final String url;

    private MongoServer(int members, String url) {
        this.members = members;
        this.url = url;
    }

    /** One server, for tests of the store. */
    static MongoServer single() {
        return Single.SERVER;
    }

    /** Started once in a run. */
    private static final class Single {
        private static final MongoServer SERVER =
                new MongoServer(
                        1,
                        Optional.ofNullable(System.getenv("BELFRY_TEST_MONGODB_URL"))
                                .orElseGet(() -> script("database", "start", "mongodb")));
    }

    /** Three servers of which one may fail; they end with the run, and forget their data. */
    static MongoServer cluster() {
        return Cluster.SERVER;
    }

    /** Started once in a run. */
    private static final class Cluster {
        private static final MongoServer SERVER =
                new MongoServer(
                        3,
                        "mongodb://%s/belfry?replicaSet=belfry3".formatted(mongodb("start", "3")));

        static {
            Runtime.getRuntime().addShutdownHook(new Thread(() -> mongodb("stop", "3")));
        }
    }

    /** The URL of a database of this run alone. */
    String newUrl() {
        return url(
                "belfry_%d_%d"
                        .formatted(ProcessHandle.current().pid(), DATABASES.incrementAndGet()));
    }

    String url(String database) {
        return url.replaceFirst("(//[^/]+/)[^?]*", "$1" + database);
    }

    /** Which member is the primary, once there is one. */
    int primary() {
        return Integer.parseInt(mongodb("primary", Integer.toString(members)));
    }

    void kill(int member) {
        mongodb("kill", Integer.toString(members), Integer.toString(member));
    }

    void restart(int member) {
        mongodb("restart", Integer.toString(members), Integer.toString(member));
    }

    void stall(int member) {
        mongodb("stall", Integer.toString(members), Integer.toString(member));
    }

    void resume(int member) {
        mongodb("resume", Integer.toString(members), Integer.toString(member));
    }

    private static String mongodb(String... arguments) {
        return script("mongodb", arguments);
    }

    private static String script(String name, String... arguments) {
        var command = new ArrayList<>(List.of(ROOT.resolve("scripts").resolve(name).toString()));
        command.addAll(List.of(arguments));
        try {
            var process =
                    new ProcessBuilder(command)
                            .redirectError(ProcessBuilder.Redirect.INHERIT)
                            .start();
            var output =
                    new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (process.waitFor() != 0) {
                throw new IllegalStateException("%s failed: %s".formatted(command, output));
            }
            return output.strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
