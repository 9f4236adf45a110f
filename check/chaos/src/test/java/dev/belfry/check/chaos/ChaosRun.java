package dev.belfry.check.chaos;

import dev.belfry.check.history.check.CheckBounds;
import dev.belfry.check.history.check.Checker;
import dev.belfry.check.processes.Chronicle;
import dev.belfry.check.processes.Client;
import dev.belfry.check.processes.Leftovers;
import dev.belfry.check.processes.Manners;
import dev.belfry.check.processes.Receiver;
import dev.belfry.check.processes.Wanted;
import dev.belfry.check.processes.Workload;
import dev.belfry.core.shard.Group;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;

/** Real servers under load and in trouble, and a judgement of what came of it. */
final class ChaosRun {
    private static final Group GROUP = Group.of("default", Group.SMALL);
    private static final int CLIENTS = 3;

    /** Shorter than a takeover, so that some calls are given up and others are tried again. */
    private static final Duration PATIENCE = Duration.ofSeconds(3);

    private static final Duration LONGEST_DRAIN = Duration.ofMinutes(3);
    private static final Duration BETWEEN_TICKS = Duration.ofMillis(400);
    private static final Workload.Pace PACE = new Workload.Pace(10, 100);

    /** Created in batches, in a quarter of a second. */
    private static final int CREATED_AT_A_TIME = 5;

    private static final CheckBounds BOUNDS =
            CheckBounds.ofProcesses()
                    .transit(Nemesis.TRANSIT)
                    .patience(Duration.ofSeconds(15), Duration.ofSeconds(20));

    private final ChaosOptions options;
    private final Chronicle chronicle = new Chronicle();
    private final List<String> unfinished = new ArrayList<>();
    private final HttpClient http =
            HttpClient.newBuilder()
                    .version(HttpClient.Version.HTTP_1_1)
                    .connectTimeout(Duration.ofSeconds(5))
                    .build();

    ChaosRun(ChaosOptions options) {
        this.options = options;
    }

    /** Runs it in this folder. */
    ChaosReport run(Path folder) throws Exception {
        System.out.printf("seed %d, logs in %s%n", options.seed(), folder);
        try (var cluster = new ChaosCluster(options, http, Files.createDirectories(folder));
                var receiver = new Receiver(chronicle, Manners.HARSH)) {
            receiver.start();
            cluster.start();
            var begun = Instant.now();
            var nemesis = new Nemesis(cluster, chronicle, new Random(options.seed()), possible());
            var proofs = new Proofs(cluster, chronicle, nemesis, http);
            underLoad(cluster, receiver, () -> trouble(nemesis, proofs, begun));
            var ended = Instant.now();
            receiver.beKind();
            drain(client(cluster));
            cluster.nodes().stopAll();
            Leftovers.record(cluster.database().url(), GROUP, chronicle);
            var history = chronicle.quiesced();
            var verdict = new Checker(BOUNDS).check(history);
            var strikes =
                    Stream.concat(nemesis.strikes().stream(), proofs.moves().stream())
                            .distinct()
                            .toList();
            return new ChaosReport(
                    options,
                    begun,
                    ended,
                    strikes,
                    proofs.said(),
                    unfinished,
                    verdict,
                    new Findings(history, GROUP));
        } finally {
            http.close();
        }
    }

    /** A Cassandra of these scripts forgets everything at a new start. */
    private Set<Trouble> possible() {
        return options.store().equals("cassandra")
                ? EnumSet.complementOf(EnumSet.of(Trouble.DATABASE_RESTART))
                : EnumSet.allOf(Trouble.class);
    }

    private interface Act {
        void run() throws Exception;
    }

    /** One that a cluster does not get over is the last: what was seen until then is judged. */
    private void trouble(Nemesis nemesis, Proofs proofs, Instant begun) throws Exception {
        try {
            if (options.scenario().isPresent()) {
                proofs.play(options.scenario().get(), options.rounds(), options.store());
            } else {
                nemesis.rageUntil(begun.plus(options.duration()));
            }
        } catch (ChaosCluster.Unsettled e) {
            unfinished.add(e.getMessage());
        }
    }

    private Client client(ChaosCluster cluster) {
        return new Client(cluster.client(PATIENCE), cluster.nodes().ports(), chronicle);
    }

    private void underLoad(ChaosCluster cluster, Receiver receiver, Act act) throws Exception {
        var wanted = new Wanted(receiver.url());
        var clients = Stream.generate(() -> client(cluster)).limit(CLIENTS).toList();
        try (var workload = new Workload(clients, wanted, PACE, receiver::underWay);
                var metronome = new Metronome(clients.getFirst(), wanted, GROUP, BETWEEN_TICKS)) {
            workload.start();
            var ticking = metronome.start();
            var feeder = Thread.ofVirtual().start(() -> feed(workload));
            act.run();
            feeder.interrupt();
            metronome.stop(ticking);
            workload.stop();
        }
    }

    private static void feed(Workload workload) {
        try {
            while (true) {
                workload.allow(workload.created() + CREATED_AT_A_TIME);
                Thread.sleep(250);
            }
        } catch (InterruptedException _) {
            // there is enough
        }
    }

    private void drain(Client client) throws InterruptedException {
        var deadline = Instant.now().plus(LONGEST_DRAIN);
        while (client.hasTimersBefore(Instant.now().plus(Wanted.FAR).minusSeconds(3_600))) {
            if (Instant.now().isAfter(deadline)) {
                unfinished.add("not all that was due has fired");
                return;
            }
            Thread.sleep(200);
        }
    }
}
