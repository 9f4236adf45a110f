package dev.belfry.check.chaos;

import dev.belfry.check.faults.FaultProxy;
import dev.belfry.check.processes.Client;
import dev.belfry.check.processes.DatabaseProcess;
import dev.belfry.check.processes.Nodes;
import dev.belfry.check.processes.ServerProcess;
import dev.belfry.check.simulation.cluster.Variant;
import dev.belfry.client.BelfryClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.net.http.HttpTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Servers with a proxy on each way that can fail: from each of them to the database, and to each
 * other. Clients and receivers are reached past the proxies. Confined to one thread, but for the
 * clients it makes.
 */
final class ChaosCluster implements AutoCloseable {
    /** A server on busy cores takes a while to come back, and so does all it had. */
    private static final Duration LONGEST_SETTLING = Duration.ofMinutes(3);

    /** Servers that start again and again beside each other spend most of it on compiling. */
    private static final List<String> FEW_CORES =
            List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

    private static final int TRIES = 5;

    /** What should have been well again long ago is not. */
    static final class Unsettled extends Exception {
        private static final long serialVersionUID = 1;

        private Unsettled() {
            super("the cluster did not settle after a trouble");
        }
    }

    private final DatabaseProcess database;
    private final Nodes nodes;
    private final HttpClient http;
    private final Path variant;
    private final Map<String, FaultProxy> toDatabase = new HashMap<>();
    private final Ways ways;
    private final Map<String, StepClock> clocks = new HashMap<>();

    ChaosCluster(ChaosOptions options, HttpClient http, Path folder) throws IOException {
        this.http = http;
        this.database = DatabaseProcess.of(options.store(), "chaos");
        this.nodes = new Nodes(http, folder, names(options.nodes()));
        this.variant = Files.createDirectories(folder.resolve("variant"));
        var edits = StepClock.READER.and(Ways.READER);
        Variant.compile(options.sabotage().map(it -> it.and(edits)).orElse(edits), variant);
        this.ways = new Ways(nodes);
        for (var name : nodes.names()) {
            clocks.put(name, new StepClock(folder.resolve(name + ".clock").toAbsolutePath()));
        }
    }

    private static String[] names(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> "" + (char) ('a' + i))
                .toArray(String[]::new);
    }

    void start() throws Exception {
        database.remove();
        database.start();
        ways.start();
        for (var name : nodes.names()) {
            toDatabase.put(name, new FaultProxy(database.port()));
            toDatabase.get(name).start();
            start(name);
        }
        settle();
    }

    void start(String name) throws IOException {
        var settings =
                Map.of(
                        "store.url",
                        database.urlThrough(toDatabase(name).port()),
                        "cluster.address",
                        ways.address(name));
        var options = new ArrayList<>(FEW_CORES);
        options.add(clock(name).option());
        options.addAll(ways.optionsOf(name));
        nodes.start(name, settings, new ServerProcess.Launch(options, variant.toString()));
    }

    /** All are there, want requests, and have the shards that are theirs. */
    void settle() throws Exception {
        settle(nodes.names().size());
    }

    /** So many are there and share all shards. */
    void settle(int members) throws Exception {
        var deadline = Instant.now().plus(LONGEST_SETTLING);
        while (!isSettled(members)) {
            if (Instant.now().isAfter(deadline)) {
                throw new Unsettled();
            }
            Thread.sleep(100);
        }
    }

    private boolean isSettled(int members) throws InterruptedException {
        for (var name : nodes.alive()) {
            if (!nodes.process(name).isAlive()) {
                startAgain(name);
            }
            try {
                if (!nodes.process(name).isReady(http) || !nodes.isSettled(name, members)) {
                    return false;
                }
            } catch (IOException _) {
                return false;
            }
        }
        return true;
    }

    /** As a supervisor does with one that could not reach the database at its start. */
    private void startAgain(String name) {
        if (!nodes.process(name).said().contains("the store can not be used")) {
            throw new AssertionError(name + " has ended:\n" + nodes.process(name).said());
        }
        try {
            start(name);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Shards that a node owns; asked again where busy cores leave it no time to answer. */
    List<Integer> shardsOf(String name) throws IOException, InterruptedException {
        for (int i = 1; i < TRIES; i++) {
            try {
                return nodes.shardsOf(name, name);
            } catch (HttpTimeoutException _) {
                Thread.sleep(100);
            }
        }
        return nodes.shardsOf(name, name);
    }

    Nodes nodes() {
        return nodes;
    }

    DatabaseProcess database() {
        return database;
    }

    FaultProxy toDatabase(String name) {
        return known(toDatabase, name);
    }

    Ways ways() {
        return ways;
    }

    StepClock clock(String name) {
        return known(clocks, name);
    }

    private static <T> T known(Map<String, T> all, String name) {
        var one = all.get(name);
        if (one == null) {
            throw new IllegalArgumentException("there is no " + name);
        }
        return one;
    }

    /** One of several clients, which reaches the servers past the proxies. */
    BelfryClient client(Duration patience) {
        return Client.builder(nodes.ports())
                .patience(patience)
                .placementRefresh(Duration.ofSeconds(2))
                .build();
    }

    @Override
    public void close() throws IOException {
        nodes.close();
        toDatabase.values().forEach(FaultProxy::close);
        ways.close();
        database.remove();
    }
}
