package dev.belfry.check.outages;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.check.history.FaultKind;
import dev.belfry.check.history.ObservedOutcome;
import dev.belfry.check.history.check.CheckBounds;
import dev.belfry.check.history.check.Checker;
import dev.belfry.check.history.check.DuplicateCause;
import dev.belfry.check.processes.Chronicle;
import dev.belfry.check.processes.Client;
import dev.belfry.check.processes.Leftovers;
import dev.belfry.check.processes.Receiver;
import dev.belfry.check.processes.ServerProcess;
import dev.belfry.check.processes.Wanted;
import dev.belfry.check.processes.Workload;
import dev.belfry.core.shard.Group;
import java.io.IOException;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A real server loses its database in every way there is, while clients and timers keep it busy.
 */
@Tag("system")
abstract class OutageContract {
    private static final Duration AWAY = Duration.ofSeconds(5);
    private static final Duration CALM = Duration.ofSeconds(2);
    private static final Duration LONGEST_RECOVERY = Duration.ofSeconds(60);
    private static final Duration LONGEST_DRAIN = Duration.ofMinutes(3);
    private static final Duration TRANSIT = Duration.ofSeconds(3);

    /** An attempt that a delete says is under way may wait for a core as long as any other. */
    private static final Duration LONGEST_TRANSIT = Duration.ofSeconds(20);

    /** A server that was killed needs as long to start on busy cores. */
    private static final CheckBounds BOUNDS =
            CheckBounds.ofProcesses()
                    .transit(LONGEST_TRANSIT)
                    .patience(Duration.ofSeconds(10), Duration.ofSeconds(20));

    /** Created in bulk between two outages. */
    private static final int TIMERS_PER_OUTAGE = 1_000;

    @TempDir private Path folder;

    private final long seed = Long.getLong("belfry.seed", System.nanoTime());
    private final Random random = new Random(seed);
    private final Chronicle chronicle = new Chronicle();
    private final int port = ServerProcess.freePort();
    private final HttpClient http =
            HttpClient.newBuilder()
                    .version(HttpClient.Version.HTTP_1_1)
                    .connectTimeout(Duration.ofSeconds(5))
                    .build();
    private final List<String> recoveries = new ArrayList<>();
    private FaultyDatabase database;
    private ServerProcess server;
    private Client client;
    private Wanted wanted;
    private int probes;

    /**
     * @param random what is left to chance
     */
    abstract FaultyDatabase database(Random random) throws IOException;

    @Test
    @Timeout(900)
    void nothingIsLostOrEarlyOrStuckWhenTheDatabaseIsAway() throws Exception {
        try (var faulty = database(random);
                var receiver = new Receiver(chronicle)) {
            database = faulty;
            database.start();
            receiver.start();
            client = new Client(http, port, chronicle);
            wanted = new Wanted(receiver.url());
            startServer();
            server.awaitReady(http);
            try (var workload = new Workload(client, wanted)) {
                workload.start();
                suffer(workload);
                workload.stop();
            }
            receiver.beKind();
            drain();
            assertThat(server.isReady(http)).as("every shard is open").isTrue();
            server.stop();
            Leftovers.record(
                    database.urlPastTroubles(), Group.of("default", Group.SMALL), chronicle);
        } finally {
            if (server != null) {
                server.kill();
            }
        }
        judge();
    }

    private void startServer() throws Exception {
        server =
                ServerProcess.start(
                        folder, Map.of("http.port", "" + port, "store.url", database.url()));
    }

    private void suffer(Workload workload) throws Exception {
        var outages = new ArrayList<>(database.outages());
        outages.addAll(List.of(Outage.SERVER_KILLED, Outage.SERVER_STALLED));
        Collections.shuffle(outages, random);
        for (var outage : outages) {
            workload.allow(workload.created() + TIMERS_PER_OUTAGE);
            Thread.sleep(CALM);
            suffer(outage);
        }
    }

    private void suffer(Outage outage) throws Exception {
        var from = Instant.now();
        switch (outage) {
            case SERVER_KILLED -> {
                server.kill();
                startServer();
                recover(outage);
            }
            case SERVER_STALLED -> {
                server.stall();
                Thread.sleep(AWAY);
                server.goOn();
                recover(outage);
            }
            default -> sufferFromDatabase(outage);
        }
        chronicle.struck(kind(outage), from, Instant.now().plus(TRANSIT));
    }

    private void sufferFromDatabase(Outage outage) throws Exception {
        database.begin(outage);
        if (outage.isSurvived()) {
            recover(outage);
        }
        if (outage.isNoticed()) {
            observeAbsence(outage);
        }
        database.end(outage);
        recover(outage);
    }

    private static FaultKind kind(Outage outage) {
        return switch (outage) {
            case COMMIT_CUT, ANSWER_CUT -> FaultKind.UNKNOWN_OUTCOME;
            case HANG,
                    LOSS,
                    SILENCE,
                    REFUSAL,
                    DATABASE_KILLED,
                    DATABASE_RESTARTED,
                    REPLICA_KILLED,
                    SWITCHOVER,
                    PROMOTION ->
                    FaultKind.STORE_OUTAGE;
            case SERVER_KILLED -> FaultKind.CRASH;
            case SERVER_STALLED -> FaultKind.STALL;
        };
    }

    /** While the database is away the server lives, says so, and promises nothing. */
    private void observeAbsence(Outage outage) throws Exception {
        var end = Instant.now().plus(AWAY);
        Thread.sleep(AWAY.dividedBy(2));
        assertThat(server.health(http, "live").statusCode())
                .as("live in %s", outage)
                .isEqualTo(200);
        var ready = server.health(http, "ready");
        assertThat(ready.statusCode()).as("ready in %s", outage).isEqualTo(503);
        assertThat(ready.body()).contains("\"name\":\"membership\",\"status\":\"DOWN\"");
        assertThat(probe()).as("create in %s", outage).isNotInstanceOf(ObservedOutcome.Ok.class);
        Thread.sleep(Math.max(0, Duration.between(Instant.now(), end).toMillis()));
    }

    private ObservedOutcome probe() throws Exception {
        return client.create("probe-" + ++probes, wanted.soon());
    }

    private void recover(Outage outage) throws Exception {
        var over = Instant.now();
        long attempts = chronicle.attempts();
        while (!(probe() instanceof ObservedOutcome.Ok)) {
            within(over, outage, "acknowledged");
            Thread.sleep(10);
        }
        var acknowledged = Duration.between(over, Instant.now());
        while (chronicle.attempts() == attempts) {
            within(over, outage, "fired");
            Thread.sleep(5);
        }
        var fired = Duration.between(over, Instant.now());
        while (!server.isReady(http)) {
            within(over, outage, "ready");
            Thread.sleep(20);
        }
        var ready = Duration.between(over, Instant.now());
        var line =
                "%-18s create after %5d ms, callback after %5d ms, ready after %5d ms"
                        .formatted(
                                outage,
                                acknowledged.toMillis(),
                                fired.toMillis(),
                                ready.toMillis());
        System.out.println(line);
        recoveries.add(line);
    }

    private void within(Instant over, Outage outage, String what) {
        assertThat(Duration.between(over, Instant.now()))
                .as(
                        () ->
                                "%s after %s, seed %d: %s"
                                        .formatted(what, outage, seed, server.lastWords()))
                .isLessThan(LONGEST_RECOVERY);
    }

    private void drain() throws Exception {
        var deadline = Instant.now().plus(LONGEST_DRAIN);
        while (client.hasTimersBefore(Instant.now().plus(Wanted.FAR).minusSeconds(3_600))) {
            assertThat(Instant.now()).as("all that is due is fired by").isBefore(deadline);
            Thread.sleep(200);
        }
    }

    private void judge() {
        var report = new Checker(BOUNDS).check(chronicle.quiesced());
        System.out.printf(
                "%s, seed %d, attempts %d%n%s%n%s%n",
                database.name(), seed, chronicle.attempts(), String.join("\n", recoveries), report);
        assertThat(report.violations()).as("seed %d: %s", seed, report).isEmpty();
        assertThat(report.isDecided()).as("seed %d: %s", seed, report).isTrue();
        assertThat(report.duplicates().keySet()).doesNotContain(DuplicateCause.UNEXPLAINED);
    }
}
