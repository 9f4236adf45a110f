package dev.belfry.check.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.check.history.FaultKind;
import dev.belfry.check.history.check.CheckBounds;
import dev.belfry.check.history.check.CheckReport;
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
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A real server is killed again and again while clients and timers keep it busy. */
@Tag("system")
class KillTest {
    private static final int KILLS = 20;
    private static final int TIMERS = 100_000;

    /** One life in so many is ended before it is ready. */
    private static final int KILLED_AT_START = 5;

    /** Created before the first kill, so that every kill hits a server with many timers. */
    private static final int FIRST_TIMERS = 20_000;

    /**
     * Created in a life of the server, on average. It is killed when it has created about so many,
     * while the clients have leave to create twice as many: they are always in the midst of it.
     */
    private static final int TIMERS_PER_LIFE = (TIMERS - FIRST_TIMERS) / KILLS;

    private static final Duration LONGEST_RUN = Duration.ofMinutes(8);
    private static final Duration LONGEST_BULK = Duration.ofMinutes(4);
    private static final Duration LONGEST_DRAIN = Duration.ofMinutes(3);

    /**
     * How long a request may lie in the receiver's socket before it is taken down. Two cores run
     * the clients, the receiver and a server that just starts: threads wait for seconds.
     */
    private static final Duration TRANSIT = Duration.ofSeconds(3);

    @TempDir private Path folder;

    private final Chronicle chronicle = new Chronicle();
    private final int port = ServerProcess.freePort();
    private final HttpClient http =
            HttpClient.newBuilder()
                    .version(HttpClient.Version.HTTP_1_1)
                    .connectTimeout(Duration.ofSeconds(5))
                    .build();
    private final List<Duration> starts = new ArrayList<>();

    /** Operations without an answer when the server was killed, for each life that got ready. */
    private final List<Long> interrupted = new ArrayList<>();

    /** Attempts that the receiver saw, for each such life. */
    private final List<Long> attempts = new ArrayList<>();

    private int kills;

    @Test
    @Timeout(900)
    void nothingAcknowledgedIsLostAndNothingFiresEarlyWhenTheServerIsKilled() throws Exception {
        var begun = Instant.now();
        try (var receiver = new Receiver(chronicle)) {
            receiver.start();
            var client = new Client(http, port, chronicle);
            try (var workload = new Workload(client, new Wanted(receiver.url()))) {
                workload.allow(FIRST_TIMERS);
                workload.start();
                liveAndDie(workload, begun.plus(LONGEST_RUN));
                endInPeace(workload, receiver, client);
                judge(workload, begun);
            }
        }
    }

    private void liveAndDie(Workload workload, Instant deadline) throws Exception {
        while (kills < KILLS) {
            assertThat(Instant.now()).as("%d kills until", kills).isBefore(deadline);
            var server = ServerProcess.start(folder, port);
            try {
                live(server, workload);
            } finally {
                kill(server);
            }
            System.out.printf("kill %d, created %d%n", kills, workload.created());
        }
    }

    private void live(ServerProcess server, Workload workload) throws Exception {
        var chance = ThreadLocalRandom.current();
        if (kills % KILLED_AT_START == KILLED_AT_START - 1) {
            Thread.sleep(chance.nextLong(1_500));
        } else {
            starts.add(server.awaitReady(http));
            long before = chronicle.attempts();
            int created = Math.max(FIRST_TIMERS, workload.created());
            workload.allow(created + 2 * TIMERS_PER_LIFE);
            int most = TIMERS_PER_LIFE * 3 / 2;
            awaitCreated(workload, created + chance.nextInt(TIMERS_PER_LIFE / 2, most));
            interrupted.add(chronicle.unanswered());
            attempts.add(chronicle.attempts() - before);
        }
        assertThat(server.isAlive()).as("it was not killed yet").isTrue();
    }

    private static void awaitCreated(Workload workload, int timers) throws InterruptedException {
        var deadline = Instant.now().plus(LONGEST_BULK);
        while (workload.created() < timers) {
            assertThat(Instant.now()).as("created %d by", workload.created()).isBefore(deadline);
            Thread.sleep(2);
        }
    }

    /** What the dead had sent may still be on its way to the receiver: the crash lasts as long. */
    private void kill(ServerProcess server) throws InterruptedException {
        var from = Instant.now();
        server.kill();
        chronicle.struck(FaultKind.CRASH, from, Instant.now().plus(TRANSIT));
        kills++;
    }

    private void endInPeace(Workload workload, Receiver receiver, Client client) throws Exception {
        workload.allow(TIMERS);
        var server = ServerProcess.start(folder, port);
        try {
            starts.add(server.awaitReady(http));
            awaitCreated(workload, TIMERS);
            workload.stop();
            receiver.beKind();
            var deadline = Instant.now().plus(LONGEST_DRAIN);
            while (client.hasTimersBefore(Instant.now().plus(Wanted.FAR).minusSeconds(3_600))) {
                assertThat(Instant.now()).as("all that is due is fired by").isBefore(deadline);
                Thread.sleep(200);
            }
        } finally {
            kill(server);
        }
        Leftovers.record(
                "sqlite:" + ServerProcess.data(folder).resolve("belfry.db"),
                Group.of("default", Group.SMALL),
                chronicle);
    }

    private void judge(Workload workload, Instant begun) {
        var history = chronicle.quiesced();
        var checking = Instant.now();
        var report = new Checker(CheckBounds.ofProcesses().transit(TRANSIT)).check(history);
        print(workload, report, begun, checking);
        assertThat(report.violations()).as("%s", report).isEmpty();
        assertThat(report.isDecided()).as("%s", report).isTrue();
        // The receiver answers repeats alike, so that nothing but a crash can cause one.
        assertThat(report.duplicates().keySet()).isSubsetOf(DuplicateCause.CRASH);
        assertThat(interrupted)
                .as("with operations under way")
                .filteredOn(it -> it > 0)
                .hasSizeGreaterThan(KILLS / 2);
        assertThat(attempts)
                .as("with timers that fire")
                .filteredOn(it -> it > 0)
                .hasSizeGreaterThan(KILLS / 2);
        assertThat(kills).isGreaterThanOrEqualTo(KILLS);
        assertThat(workload.created()).isGreaterThanOrEqualTo(TIMERS);
    }

    private void print(Workload workload, CheckReport report, Instant begun, Instant checking) {
        System.out.printf(
                """
                created in batches and acknowledged %d, operations one by one %d
                kills %d (%d of them before ready)
                ready after ms %s
                operations under way when killed %s
                attempts before the kill %s
                run %d s, check %d ms
                %s%n""",
                workload.created(),
                workload.operations(),
                kills,
                kills - starts.size(),
                starts.stream().map(Duration::toMillis).toList(),
                interrupted,
                attempts,
                Duration.between(begun, checking).toSeconds(),
                Duration.between(checking, Instant.now()).toMillis(),
                report);
    }
}
