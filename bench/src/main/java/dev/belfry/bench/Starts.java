package dev.belfry.bench;

import dev.belfry.bench.PeerContender.Library;
import io.vertx.core.Vertx;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;

/**
 * Starts contenders, each in a new process.
 *
 * @param sqlite whether Belfry has a file of its own instead of a database of the server
 */
record Starts(Stage stage, Workspace workspace, Vertx vertx, boolean sqlite) {
    /** In which two nodes have found each other and divided the work. */
    private static final Duration TO_SHARE = Duration.ofSeconds(6);

    /** Of a JVM and of what is stopped before it. */
    private static final Duration STARTING = Duration.ofSeconds(5);

    /** Two nodes on one database. */
    record Pair(Contender killed, Contender survivor) implements AutoCloseable {
        @Override
        public void close() {
            killed.close();
            survivor.close();
        }
    }

    /** On a new database, and after it has fired for a while. */
    Contender warm(Entrant entrant, Map<String, String> settings, Size size) throws Exception {
        var contender = start(entrant, settings, fresh(entrant), "a");
        try {
            warmUp(contender, entrant.lane(), fires(entrant, size));
            return contender;
        } catch (Exception e) {
            contender.kill();
            contender.close();
            throw e;
        }
    }

    private void warmUp(Contender contender, Lane lane, int count) throws Exception {
        stage.store(contender, lane, "warm", count, Duration.ofNanos(1_000)).await();
        stage.awaitSettled(contender);
    }

    private static int fires(Entrant entrant, Size size) {
        return Size.count(entrant.pace().fires(), size.firing());
    }

    Duration planned(Entrant entrant, Size size) {
        return STARTING.plus(entrant.pace().firing(fires(entrant, size)));
    }

    /** Only one node opens a file. */
    boolean canCrash(Entrant entrant) {
        return !(sqlite && entrant.isBelfry());
    }

    Pair pair(Entrant entrant) throws Exception {
        var url = fresh(entrant);
        var killed = start(entrant, entrant.precision(), url, "a");
        try {
            var survivor = start(entrant, entrant.precision(), url, "b");
            Thread.sleep(TO_SHARE);
            return new Pair(killed, survivor);
        } catch (Exception e) {
            killed.close();
            throw e;
        }
    }

    private String fresh(Entrant entrant) throws SQLException {
        var name = entrant.name().toLowerCase(Locale.ROOT).replace("-", "_");
        return stage.database().fresh("bench_" + name);
    }

    private Contender start(Entrant entrant, Map<String, String> settings, String url, String node)
            throws Exception {
        var place = workspace.unused(entrant.name());
        var log = place.resolveSibling(place.getFileName() + ".log");
        return entrant.isBelfry()
                ? BelfryContender.start(
                        log, node, storeUrl(place, url), stage.receiver().url(), vertx)
                : PeerContender.start(
                        Library.called(entrant.name()),
                        log,
                        node,
                        url,
                        stage.receiver().url(),
                        settings);
    }

    private String storeUrl(Path place, String url) {
        return sqlite ? "sqlite:" + place.toAbsolutePath() + ".db" : url;
    }
}
