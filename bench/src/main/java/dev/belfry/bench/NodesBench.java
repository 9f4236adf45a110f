package dev.belfry.bench;

import dev.belfry.bench.Figures.Figure;
import dev.belfry.client.BelfryClient;
import dev.belfry.core.shard.Group;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The same work on one, two and three servers that share a database, and what a hop from node to
 * node costs. All servers run all the time, so that each is as warm as the others; they take turns,
 * the other way round in every second round.
 */
final class NodesBench {
    private static final int LARGEST = 3;
    private static final Duration STORING = Duration.ofNanos(250_000);
    private static final Duration NOTICE = Duration.ofSeconds(3);

    private final int rounds;
    private final int creates;
    private final int fires;
    private final int clients;
    private final DatabaseServer database;
    private final Vertx vertx = Vertx.vertx(new VertxOptions().setPreferNativeTransport(true));
    private final CallbackReceiver receiver = CallbackReceiver.start(vertx);
    private final NodesReport report = new NodesReport();
    private int round;

    /** What was asked for. */
    private record Asked(int rounds, int creates, int fires, int clients) {
        static Asked of(Options options) {
            return new Asked(
                    options.number("rounds", 5),
                    options.number("creates", 10_000),
                    options.number("fires", 10_000),
                    options.number("clients", 32));
        }
    }

    private NodesBench(Asked asked, DatabaseServer database) {
        this.rounds = asked.rounds;
        this.creates = asked.creates;
        this.fires = asked.fires;
        this.clients = asked.clients;
        this.database = database;
    }

    static void run(Options options) throws Exception {
        var asked = Asked.of(options);
        options.requireNoMore();
        var bench = new NodesBench(asked, DatabaseServer.open());
        try (var workspace = Workspace.open(false)) {
            bench.run(workspace);
        } finally {
            bench.receiver.close();
            bench.vertx.close().toCompletionStage().toCompletableFuture().join();
        }
    }

    private void run(Workspace workspace) throws Exception {
        var clusters = new ArrayList<BelfryCluster>();
        try {
            for (int count = 1; count <= LARGEST; count++) {
                clusters.add(
                        BelfryCluster.start(count, database, workspace, receiver.url(), vertx));
            }
            for (round = 0; round <= rounds; round++) {
                System.out.printf("Round %d of %d%n", round, rounds);
                for (var cluster : turns(clusters)) {
                    measure(cluster);
                }
                hop(clusters.get(1));
            }
            System.out.printf(
                    "%n%,d creates by %d clients and %,d callbacks in each of %d rounds%n%n",
                    creates, clients, fires, rounds);
            report.write();
        } finally {
            clusters.forEach(BelfryCluster::close);
        }
    }

    /** To warm up each node gets as much as one that is alone. */
    private int count(int work, BelfryCluster cluster) {
        return round == 0 ? work * cluster.nodes().size() : work;
    }

    /** The first round only warms up. */
    private void note(Figure figure, String column, double value) {
        System.out.printf("%-45s %-9s %,.1f%n", figure.name(), column, value);
        if (round > 0) {
            report.add(figure, column, value);
        }
    }

    private <T> List<T> turns(List<T> all) {
        return round % 2 == 0 ? all : all.reversed();
    }

    private void measure(BelfryCluster cluster) throws Exception {
        for (boolean toOwner : turns(List.of(true, false))) {
            create(cluster, toOwner);
        }
        fire(cluster);
    }

    private void create(BelfryCluster cluster, boolean toOwner) throws Exception {
        var way = toOwner ? NodesReport.TO_OWNER : NodesReport.TO_ANY;
        var name = "%s-%d-".formatted(toOwner ? "owner" : "any", round);
        int count = count(creates, cluster);
        var ids = IntStream.range(0, count).mapToObj(it -> name + it).toList();
        var client = BelfryCluster.client(cluster.nodes(), toOwner);
        long forwarded = cluster.forwarded();
        var used = Used.by(cluster, database);
        double perSecond = cluster.create(client, ids, clients);
        used = Used.by(cluster, database).since(used);
        note(new Figure(way, NodesReport.PER_SECOND), cluster.title(), perSecond);
        note(new Figure(way, NodesReport.CPU), cluster.title(), used.nodesMicros(count));
        note(
                new Figure(way, NodesReport.DATABASE_CPU),
                cluster.title(),
                used.databaseMicros(count));
        note(
                new Figure(way, NodesReport.FORWARDED),
                cluster.title(),
                100.0 * (cluster.forwarded() - forwarded) / count);
    }

    private void fire(BelfryCluster cluster) throws Exception {
        var client = BelfryCluster.client(cluster.nodes(), true);
        int count = count(fires, cluster);
        var expected = receiver.expect(count);
        var due =
                Instant.now()
                        .plus(NOTICE)
                        .plus(STORING.multipliedBy(count))
                        .truncatedTo(ChronoUnit.MILLIS);
        cluster.schedule(client, "fire-" + round, count, due);
        var wait = Duration.between(Instant.now(), due);
        if (wait.isNegative()) {
            throw new IllegalStateException("the timers were due before all were stored");
        }
        Thread.sleep(wait);
        var used = Used.by(cluster, database);
        var arrivals = expected.await();
        awaitSettled(cluster, client);
        used = Used.by(cluster, database).since(used);
        note(
                new Figure(NodesReport.FIRED, NodesReport.PER_SECOND),
                cluster.title(),
                CallbackReceiver.perSecond(arrivals));
        note(
                new Figure(NodesReport.FIRED, NodesReport.CPU),
                cluster.title(),
                used.nodesMicros(count));
        note(
                new Figure(NodesReport.FIRED, NodesReport.DATABASE_CPU),
                cluster.title(),
                used.databaseMicros(count));
    }

    private void awaitSettled(BelfryCluster cluster, BelfryClient client) throws Exception {
        Patience.USUAL.await(
                "timers to be done", () -> !cluster.hasDue(client), receiver::arrivedInAll);
    }

    /** Timers of one node, sent to it, and sent to another that has to pass all of them on. */
    private void hop(BelfryCluster cluster) throws Exception {
        var first = cluster.nodes().get(0);
        var owner = cluster.nodes().get(1);
        var shards = cluster.shardsOf(owner);
        var group = Group.of("default", Group.SMALL);
        for (var asked : turns(List.of(owner, first))) {
            boolean passedOn = asked.equals(first);
            var name = "%s-%d-".formatted(passedOn ? "hop" : "direct", round);
            var ids =
                    IntStream.iterate(0, it -> it + 1)
                            .mapToObj(it -> name + it)
                            .filter(it -> shards.contains(group.shardOf(it).index()))
                            .limit(creates)
                            .toList();
            var firstCpu = first.cpu();
            var ownerCpu = owner.cpu();
            double perSecond =
                    cluster.create(BelfryCluster.client(List.of(asked), false), ids, clients);
            var column = passedOn ? NodesReport.PASSED_ON : NodesReport.DIRECT;
            note(new Figure(NodesReport.HOP, NodesReport.PER_SECOND), column, perSecond);
            note(
                    new Figure(NodesReport.HOP, NodesReport.CPU_OWNER),
                    column,
                    Used.micros(owner.cpu().minus(ownerCpu), creates));
            note(
                    new Figure(NodesReport.HOP, NodesReport.CPU_OTHER),
                    column,
                    Used.micros(first.cpu().minus(firstCpu), creates));
        }
    }

    /** CPU time by now, or between two moments. */
    private record Used(Duration nodes, Duration database) {
        static Used by(BelfryCluster cluster, DatabaseServer database) throws Exception {
            return new Used(cluster.cpu(), database.cpu());
        }

        Used since(Used start) {
            return new Used(nodes.minus(start.nodes), database.minus(start.database));
        }

        double nodesMicros(int count) {
            return micros(nodes, count);
        }

        double databaseMicros(int count) {
            return micros(database, count);
        }

        static double micros(Duration time, int count) {
            return time.toNanos() / 1e3 / count;
        }
    }
}
