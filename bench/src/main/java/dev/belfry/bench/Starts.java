package dev.belfry.bench;

import dev.belfry.bench.PeerContender.Library;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Starts contenders, each in a new process and a new database. */
record Starts(Stage stage, Workspace workspace, Vertx vertx, Place place) {
    /** In which two nodes have found each other and divided the work. */
    private static final Duration TO_SHARE = Duration.ofSeconds(6);

    /** Of the libraries that have a setting for it, whose own are slower. */
    private static final String HEARTBEAT_MILLIS = "1000";

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

    /** One that has worked for a while. */
    Contender warm(Entrant entrant, Map<String, String> settings, WarmUp warmUp) throws Exception {
        var url = fresh(entrant);
        var contender = start(entrant, settings, url, "a");
        try {
            warmUp(contender, entrant, url, warmUp);
            return contender;
        } catch (Exception e) {
            contender.kill();
            contender.close();
            throw e;
        }
    }

    /** The rows of the warm-up are known to the planner then, and the dead ones gone. */
    void warmUp(Contender contender, Entrant entrant, String url, WarmUp warmUp) throws Exception {
        warmUp.run(stage, contender, entrant);
        place.tidy(url);
    }

    static Duration planned(Entrant entrant, WarmUp warmUp) {
        return STARTING.plus(warmUp.planned(entrant));
    }

    Pair pair(Entrant entrant) throws Exception {
        var url = fresh(entrant);
        var settings = new TreeMap<>(entrant.settingsFor(Topic.CRASH));
        settings.put("heartbeat", HEARTBEAT_MILLIS);
        var killed = start(entrant, settings, url, "a");
        try {
            var survivor = start(entrant, settings, url, "b");
            Thread.sleep(TO_SHARE);
            return new Pair(killed, survivor);
        } catch (Exception e) {
            killed.close();
            throw e;
        }
    }

    /** A new database. The floor has nobody who makes its tables. */
    private String fresh(Entrant entrant) throws Exception {
        var url = place.fresh(databaseOf(entrant));
        if (entrant.isFloor()) {
            FloorContender.schema(url).create();
        }
        return url;
    }

    static String databaseOf(Entrant entrant) {
        return "bench_" + entrant.name().toLowerCase(Locale.ROOT).replaceAll("[^a-z]+", "_");
    }

    Contender start(Entrant entrant, Map<String, String> settings, String url, String node)
            throws Exception {
        var log = workspace.unused(entrant.name());
        var receiver = stage.receiver().url();
        return switch (entrant.kind()) {
            case BELFRY -> BelfryContender.start(log, node, url, receiver, vertx, settings);
            case FLOOR -> FloorContender.start(log, url, receiver);
            case LIBRARY ->
                    PeerContender.start(
                            Library.called(entrant.name()), log, node, url, receiver, settings);
        };
    }
}
