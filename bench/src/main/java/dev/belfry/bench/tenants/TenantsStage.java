package dev.belfry.bench.tenants;

import dev.belfry.bench.harness.Contender;
import dev.belfry.bench.harness.Contender.Launch;
import dev.belfry.bench.harness.Notes;
import dev.belfry.bench.harness.Size;
import dev.belfry.bench.harness.Stage;
import dev.belfry.bench.harness.Starts;
import dev.belfry.bench.peers.BelfryProcess;
import java.util.Map;

/**
 * Where groups share servers.
 *
 * @param contender the server, as its name is in the rows of tables
 */
public record TenantsStage(Stage stage, Contender contender) {
    static final String FIRST_NODE = "a";

    String freshDatabase() throws Exception {
        return stage.place().fresh(contender.database());
    }

    BelfryProcess start(String url, String node, Map<String, String> settings) throws Exception {
        return BelfryProcess.start(new Launch(stage, contender.name(), settings, url, node));
    }

    /** One that has worked for a while, on a new database. */
    BelfryProcess warm() throws Exception {
        return warm(freshDatabase(), "1");
    }

    BelfryProcess warm(String url, String nodes) throws Exception {
        var server = start(url, FIRST_NODE, Map.of("nodes", nodes));
        Starts.ready(
                server, it -> new Starts(stage).warmUp(it, contender, url, Size.QUICK.warmUp()));
        return server;
    }

    /** The row of this database in tables. */
    String row(String what) {
        return row(contender.name(), what);
    }

    public static String row(String database, String what) {
        return database + ", " + what;
    }

    Notes notes() {
        return stage.notes();
    }
}
