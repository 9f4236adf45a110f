package dev.belfry.check.outages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.check.history.FaultKind;
import dev.belfry.check.history.check.CheckBounds;
import dev.belfry.check.history.check.Checker;
import dev.belfry.check.history.check.DuplicateCause;
import dev.belfry.check.processes.Chronicle;
import dev.belfry.check.processes.Client;
import dev.belfry.check.processes.DatabaseProcess;
import dev.belfry.check.processes.Leftovers;
import dev.belfry.check.processes.Nodes;
import dev.belfry.check.processes.Receiver;
import dev.belfry.check.processes.ServerProcess;
import dev.belfry.check.processes.Wanted;
import dev.belfry.check.processes.Workload;
import dev.belfry.client.BelfryClient;
import dev.belfry.client.BelfryException;
import dev.belfry.client.BelfryMove;
import dev.belfry.core.shard.Group;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two real servers move all shards from PostgreSQL to MySQL, back and there again, while clients
 * and timers keep them busy and owners are killed in the middle.
 */
@Tag("system")
class MovingShardsTest {
    private static final List<String> WAYS = List.of("west", "east", "west");
    private static final int TIMERS_PER_WAY = 2_000;
    private static final Duration LONGEST_WAY = Duration.ofMinutes(3);
    private static final Duration TRANSIT = Duration.ofSeconds(3);
    private static final Group DEFAULT = Group.of("default", Group.SMALL);

    private static final CheckBounds BOUNDS =
            CheckBounds.ofProcesses()
                    .transit(Duration.ofSeconds(20))
                    .patience(Duration.ofSeconds(10), Duration.ofSeconds(20));

    @TempDir private Path folder;

    private final DatabaseProcess east = DatabaseProcess.of("postgres", "moves");
    private final DatabaseProcess west = DatabaseProcess.of("mysql", "moves");
    private final Chronicle chronicle = new Chronicle();
    private final HttpClient http =
            HttpClient.newBuilder()
                    .version(HttpClient.Version.HTTP_1_1)
                    .connectTimeout(Duration.ofSeconds(5))
                    .build();
    private int kills;

    @Test
    @Timeout(900)
    void nothingIsLostOrEarlyWhenShardsMoveBetweenDatabasesAndTheirOwnersAreKilled()
            throws Exception {
        try (var nodes = new Nodes(http, folder, "a", "b");
                var receiver = new Receiver(chronicle)) {
            startDatabases();
            receiver.start();
            start(nodes, "a");
            nodes.awaitReady();
            start(nodes, "b");
            nodes.awaitReady();
            var client = new Client(http, nodes.ports(), chronicle);
            try (var workload =
                    new Workload(
                            List.of(client),
                            new Wanted(receiver.url()),
                            Workload.Pace.FAST,
                            Optional::empty)) {
                workload.start();
                for (var to : WAYS) {
                    workload.allow(workload.created() + TIMERS_PER_WAY);
                    move(nodes, to);
                }
                workload.stop();
            }
            receiver.beKind();
            drain(client);
            nodes.stopAll();
            Leftovers.record(west.url(), DEFAULT, chronicle);
        } finally {
            east.remove();
            west.remove();
        }
        judge();
    }

    private void startDatabases() throws Exception {
        for (var database : List.of(east, west)) {
            database.remove();
            database.start();
        }
    }

    private void start(Nodes nodes, String name) throws Exception {
        nodes.start(
                name,
                Map.of(
                        "store.databases.east", east.url(),
                        "store.databases.west", west.url(),
                        "groups.default.databases", "east"),
                ServerProcess.Launch.PLAIN);
    }

    /** A node is killed when some shards have been moved and others have not. */
    private void move(Nodes nodes, String to) throws Exception {
        var begun = Instant.now();
        var belfry = Client.builder(nodes.ports()).httpClient(http).build();
        assertThat(belfry.startMoves("default", to)).hasSize(DEFAULT.shardCount());
        int mostBeforeTheKill = ThreadLocalRandom.current().nextInt(DEFAULT.shardCount() - 2);
        awaitMoved(belfry, mostBeforeTheKill, begun);
        var victim = kills % 2 == 0 ? "a" : "b";
        var from = Instant.now();
        nodes.kill(victim);
        kills++;
        chronicle.struck(FaultKind.CRASH, from, Instant.now().plus(TRANSIT));
        start(nodes, victim);
        awaitMoved(belfry, DEFAULT.shardCount(), begun);
        nodes.awaitReady();
        System.out.printf(
                "all shards are in %s after %d ms, one node was killed after %d of them, stood still ms %s%n",
                to,
                Duration.between(begun, Instant.now()).toMillis(),
                mostBeforeTheKill,
                belfry.moves("default").stream().map(it -> it.frozen().toMillis()).toList());
    }

    private void awaitMoved(BelfryClient belfry, int shards, Instant begun) throws Exception {
        while (moved(belfry) < shards) {
            assertThat(Duration.between(begun, Instant.now())).isLessThan(LONGEST_WAY);
            Thread.sleep(20);
        }
    }

    private static long moved(BelfryClient belfry) {
        try {
            var moves = belfry.moves("default");
            assertThat(moves)
                    .extracting(BelfryMove::status)
                    .doesNotContain(BelfryMove.Status.FAILED);
            return moves.stream().filter(BelfryMove::isOver).count();
        } catch (BelfryException.Unavailable | BelfryException.OutcomeUnknown e) {
            return 0;
        }
    }

    private static void drain(Client client) throws Exception {
        var deadline = Instant.now().plus(LONGEST_WAY);
        while (client.hasTimersBefore(Instant.now().plus(Wanted.FAR).minusSeconds(3_600))) {
            assertThat(Instant.now()).as("all that is due is fired by").isBefore(deadline);
            Thread.sleep(200);
        }
    }

    private void judge() {
        var report = new Checker(BOUNDS).check(chronicle.quiesced());
        System.out.printf("attempts %d%n%s%n", chronicle.attempts(), report);
        assertThat(report.violations()).as("%s", report).isEmpty();
        assertThat(report.isDecided()).as("%s", report).isTrue();
        assertThat(report.duplicates().keySet()).isSubsetOf(DuplicateCause.CRASH);
        assertThat(kills).isEqualTo(WAYS.size());
    }
}
