package dev.belfry.store.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import dev.belfry.check.contract.Rival;
import dev.belfry.core.store.StoreException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * A real server, or a cluster of them, started by the project's own script; {@code
 * BELFRY_TEST_CASSANDRA_URL} names another one instead.
 */
final class CassandraServer {
    private static final Path ROOT = Path.of("").toAbsolutePath().resolve("../..").normalize();
    private static final Path SCRIPT = ROOT.resolve("scripts/cassandra");
    private static final AtomicInteger KEYSPACES = new AtomicInteger();

    private final int nodes;
    private final String hosts;
    private final String options;

    private CassandraServer(int nodes, String hosts, String options) {
        this.nodes = nodes;
        this.hosts = hosts;
        this.options = options;
    }

    /** One server, for tests of the store. */
    static CassandraServer single() {
        return Optional.ofNullable(System.getenv("BELFRY_TEST_CASSANDRA_URL"))
                .map(CassandraServer::elsewhere)
                .orElseGet(Single::get);
    }

    /** Three servers of which one may fail; they end with the run, and forget their data. */
    static CassandraServer cluster() {
        return Cluster.SERVER;
    }

    /** The hosts and the options of a URL; the keyspace in it is not used. */
    private static CassandraServer elsewhere(String url) {
        var slash = url.indexOf('/', "cassandra://".length());
        return new CassandraServer(
                0,
                url.substring("cassandra://".length(), slash),
                url.substring(url.indexOf('?', slash)));
    }

    private static CassandraServer started(int nodes) {
        var hosts = script("start", Integer.toString(nodes)).strip();
        return new CassandraServer(
                nodes, hosts, "?dc=datacenter1&replication=" + Math.min(nodes, 3));
    }

    /** Started once in a run. */
    private static final class Single {
        private static final CassandraServer SERVER = started(1);

        static CassandraServer get() {
            return SERVER;
        }
    }

    /** Started once in a run. */
    private static final class Cluster {
        private static final CassandraServer SERVER = endingWithTheRun(started(3));

        private static CassandraServer endingWithTheRun(CassandraServer cluster) {
            Runtime.getRuntime()
                    .addShutdownHook(
                            new Thread(() -> script("stop", Integer.toString(cluster.nodes))));
            return cluster;
        }
    }

    /** The URL of a keyspace of this run alone. */
    String newUrl() {
        return url(
                "belfry_%d_%d"
                        .formatted(ProcessHandle.current().pid(), KEYSPACES.incrementAndGet()));
    }

    String url(String keyspace) {
        return "cassandra://%s/%s%s".formatted(hosts, keyspace, options);
    }

    /** The URL of the same keyspace through one node only, the others being found or not. */
    String urlThrough(int node, String keyspace) {
        return "cassandra://%s/%s%s".formatted(hosts.split(",", -1)[node - 1], keyspace, options);
    }

    void kill(int node) {
        script("kill", Integer.toString(nodes), Integer.toString(node));
    }

    void restart(int node) {
        script("restart", Integer.toString(nodes), Integer.toString(node));
    }

    /** Starts those that are dead, until all know of all. */
    void restartAll() {
        script("start", Integer.toString(nodes));
    }

    /** What a call gives once servers that have just died or come back are noticed by all. */
    static <T> T eventually(Supplier<T> call) {
        for (int n = 0; n < 120; n++) {
            try {
                return call.get();
            } catch (StoreException | DriverException | CompletionException e) {
                Rival.rest();
            }
        }
        throw new AssertionError("the servers did not come back");
    }

    /** What is in memory goes to disk, where the servers read it in another way. */
    void flush(String keyspace) {
        for (int node = 1; node <= nodes; node++) {
            script("nodetool", Integer.toString(nodes), Integer.toString(node), "flush", keyspace);
        }
    }

    private static String script(String... arguments) {
        var command = new ArrayList<>(List.of(SCRIPT.toString()));
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
            return output;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Removes a keyspace of this run. */
    static void drop(String url) {
        var parsed = CassandraUrl.parse(url);
        try (var session = Connecting.connect(parsed)) {
            session.execute("DROP KEYSPACE IF EXISTS " + parsed.keyspace());
        }
    }

    /** A session in the keyspace of a URL, with its tables. */
    static CqlSession session(String url) {
        return new CassandraOpening(CassandraUrl.parse(url)).session();
    }
}
