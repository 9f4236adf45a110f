package dev.belfry.bench.tenants;

import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.belfry.bench.harness.Figures.Figure;
import dev.belfry.bench.harness.ThreadLoad;
import dev.belfry.bench.peers.BelfryProcess;
import java.io.IOException;
import java.time.Duration;
import java.util.Collections;
import java.util.Locale;
import java.util.Map;

/**
 * Many groups of one shard, with nothing to do, beside one group of sixteen.
 *
 * @param groups how many
 */
public record GroupsWork(TenantsStage stage, int groups) implements TenantsWork {
    private static final String CALLS = "T3 groups";
    private static final String AT_REST = "T3 at rest";
    private static final String RESTARTED = "b";
    private static final Map<String, String> SETTINGS = Map.of("heap", "256m");
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final int CLIENTS = 16;
    private static final int PAGE = 100;

    /** Made in a second: a guess, on the low side. */
    private static final int MADE_PER_SECOND = 200;

    @Override
    public String title() {
        return CALLS;
    }

    @Override
    public Duration planned() {
        return ServerAtRest.PLANNED.multipliedBy(2).plusSeconds(20L + groups / MADE_PER_SECOND);
    }

    @Override
    public void run() throws Exception {
        var url = stage.freshDatabase();
        try (var server = stage.start(url, TenantsStage.FIRST_NODE, SETTINGS)) {
            new ServerAtRest(stage, AT_REST, stage.row("one group")).measure(server);
            create(server);
            list(server);
        }
        long began = System.nanoTime();
        try (var server = stage.start(url, RESTARTED, SETTINGS)) {
            note("ms to ready", (System.nanoTime() - began) / 1e6);
            new ServerAtRest(stage, AT_REST, stage.row(many())).measure(server);
        }
    }

    private void create(BelfryProcess server) throws Exception {
        ThreadLoad.Client client =
                number -> server.call("PUT", "/api/v1/groups/tenant-" + number, "{\"shards\":1}");
        var created = ThreadLoad.run(Collections.nCopies(CLIENTS, client), groups, 1);
        note("created " + Figure.RATE, created.perSecond());
        note("p99 ms to create", created.p99Millis());
    }

    private void list(BelfryProcess server) throws IOException, InterruptedException {
        long began = System.nanoTime();
        int pages = 0;
        int listed = 0;
        var cursor = "";
        do {
            var page =
                    JSON.readTree(
                            server.call(
                                    "GET",
                                    "/api/v1/groups?prefix=tenant-&limit=%d%s"
                                            .formatted(PAGE, cursor),
                                    ""));
            listed += page.path("groups").size();
            cursor = "&cursor=" + page.path("nextCursor").asText();
            pages++;
        } while (!cursor.equals("&cursor="));
        if (listed != groups) {
            throw new IOException("%,d groups are listed of %,d".formatted(listed, groups));
        }
        note("ms a page of %d".formatted(PAGE), (System.nanoTime() - began) / 1e6 / pages);
    }

    private String many() {
        return String.format(Locale.ROOT, "%,d groups", groups);
    }

    private void note(String measure, double value) {
        stage.notes().add(CALLS, measure, stage.row(many()), value);
    }
}
