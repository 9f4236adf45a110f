package dev.belfry.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.belfry.client.Answers.Stored;
import dev.belfry.client.BelfryClient;
import dev.belfry.client.NewTimer;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/** Servers on one database, called by the Java client. Confined to one thread. */
record BelfryCluster(List<BelfryContender> nodes, String receiver, HttpClient http)
        implements AutoCloseable {
    private static final JsonMapper JSON = new JsonMapper();
    private static final String GROUP = "default";
    private static final Duration FAR_AHEAD = Duration.ofDays(300);
    private static final Duration LONGEST_SHARING = Duration.ofSeconds(60);
    private static final int LARGEST_BATCH = 1_000;
    private static final String PAYLOAD =
            "{\"order\":1,\"note\":\"%s\"}".formatted("x".repeat(170));

    static BelfryCluster start(
            int count, DatabaseServer database, Workspace workspace, String receiver, Vertx vertx)
            throws IOException, InterruptedException, SQLException {
        var storeUrl = database.fresh("bench_nodes_" + count);
        var nodes = new ArrayList<BelfryContender>();
        for (int i = 1; i <= count; i++) {
            var name = "n%d-of-%d".formatted(i, count);
            var log = workspace.file(name + ".log");
            nodes.add(BelfryContender.start(log, name, storeUrl, receiver, vertx, Map.of()));
        }
        var cluster = new BelfryCluster(List.copyOf(nodes), receiver, HttpClient.newHttpClient());
        cluster.awaitShared();
        return cluster;
    }

    String title() {
        return nodes.size() == 1 ? "1 node" : nodes.size() + " nodes";
    }

    /** Waits until every shard is where it should be. */
    private void awaitShared() throws IOException, InterruptedException {
        var deadline = Instant.now().plus(LONGEST_SHARING);
        while (!isShared()) {
            if (Instant.now().isAfter(deadline)) {
                throw new IOException("the shards are not shared");
            }
            Thread.sleep(100);
        }
    }

    private boolean isShared() throws IOException, InterruptedException {
        for (var node : nodes) {
            var shown = shown(node);
            boolean settled =
                    shown.at("/node/viewSize").asInt() == nodes.size()
                            && shown.at("/groups/0/shards")
                                    .valueStream()
                                    .allMatch(it -> it.has("owner") && !it.has("movesTo"));
            if (!settled) {
                return false;
            }
        }
        return true;
    }

    private JsonNode shown(BelfryContender node) throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(node.address().resolve("/api/v1/cluster")).build();
        return JSON.readTree(http.send(request, BodyHandlers.ofByteArray()).body());
    }

    /** Shards that one of the nodes owns. */
    List<Integer> shardsOf(BelfryContender node) throws IOException, InterruptedException {
        var shown = shown(node);
        return shown.at("/groups/0/shards")
                .valueStream()
                .filter(it -> it.path("owner").asText().equals(shown.path("self").asText()))
                .map(it -> it.path("index").asInt())
                .toList();
    }

    /** Changes that were passed on to their owners so far. */
    long forwarded() throws IOException, InterruptedException {
        long all = 0;
        for (var node : nodes) {
            all += shown(node).at("/node/changesForwarded").asLong();
        }
        return all;
    }

    /** The CPU time of all nodes together. */
    Duration cpu() {
        return nodes.stream().map(BelfryContender::cpu).reduce(Duration.ZERO, Duration::plus);
    }

    /** A client of these nodes; one that does not look for owners asks them in turn. */
    static BelfryClient client(List<BelfryContender> some, boolean toOwner) {
        var client =
                BelfryClient.builder(
                                some.stream()
                                        .map(it -> it.address().toString())
                                        .toArray(String[]::new))
                        .sendToOwner(toOwner)
                        .build();
        if (toOwner) {
            client.async().refreshPlacement().join();
        }
        return client;
    }

    /**
     * Creates timers for later, one in each call.
     *
     * @param clients each waits for its answer before it asks for the next
     * @return how many a second
     */
    double create(BelfryClient client, List<String> ids, int clients)
            throws InterruptedException, ExecutionException {
        var executeAt = Instant.now().plus(FAR_AHEAD).truncatedTo(ChronoUnit.MILLIS);
        var next = new AtomicInteger();
        long start = System.nanoTime();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var running = new ArrayList<Future<?>>();
            for (int i = 0; i < clients; i++) {
                running.add(
                        threads.submit(
                                () -> {
                                    for (int n = next.getAndIncrement();
                                            n < ids.size();
                                            n = next.getAndIncrement()) {
                                        client.create(timer(ids.get(n), executeAt));
                                    }
                                }));
            }
            for (var one : running) {
                one.get();
            }
        }
        return ids.size() * 1e9 / (System.nanoTime() - start);
    }

    private NewTimer timer(String id, Instant executeAt) {
        return NewTimer.of(id, executeAt, receiver).payload(PAYLOAD);
    }

    /** Stores timers that are all due at one instant, each owner's in calls of its own. */
    void schedule(BelfryClient client, String name, int count, Instant due) {
        for (int from = 0; from < count; from += LARGEST_BATCH) {
            var timers =
                    IntStream.range(from, Math.min(count, from + LARGEST_BATCH))
                            .mapToObj(it -> timer(name + "-" + it, due))
                            .toList();
            if (!client.batch(timers).stream().allMatch(Stored.class::isInstance)) {
                throw new IllegalStateException("timers were refused");
            }
        }
    }

    /** Whether a timer is stored that is due before others that were created for later. */
    boolean hasDue(BelfryClient client) {
        return client.list(GROUP, 1).timers().stream()
                .anyMatch(
                        it -> it.executeAt().isBefore(Instant.now().plus(FAR_AHEAD.dividedBy(2))));
    }

    @Override
    public void close() {
        nodes.forEach(BelfryContender::close);
        http.close();
    }
}
