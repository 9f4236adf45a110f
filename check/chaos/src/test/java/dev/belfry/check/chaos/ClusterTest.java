package dev.belfry.check.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.check.faults.FaultProxy;
import dev.belfry.check.history.FaultKind;
import dev.belfry.check.history.check.CheckBounds;
import dev.belfry.check.history.check.Checker;
import dev.belfry.check.history.check.DuplicateCause;
import dev.belfry.check.processes.Chronicle;
import dev.belfry.check.processes.Client;
import dev.belfry.check.processes.DatabaseProcess;
import dev.belfry.check.processes.Lateness;
import dev.belfry.check.processes.Leftovers;
import dev.belfry.check.processes.Nodes;
import dev.belfry.check.processes.Receiver;
import dev.belfry.check.processes.Ticks;
import dev.belfry.check.processes.Wanted;
import dev.belfry.check.processes.Workload;
import dev.belfry.core.shard.Group;
import java.net.http.HttpClient;
import java.net.http.HttpTimeoutException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Three real servers on one PostgreSQL: they answer as one, and survive each other. */
@Tag("system")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ClusterTest {
    private static final Duration TRANSIT = Duration.ofSeconds(3);
    private static final Duration CALM = Duration.ofSeconds(2);
    private static final Duration LONGEST_WAIT = Duration.ofMinutes(1);
    private static final Duration LONGEST_DRAIN = Duration.ofMinutes(2);

    /** A machine where timers are later than this at rest says nothing about finer things. */
    private static final Duration KEEPS_UP = Duration.ofSeconds(2);

    private static final CheckBounds BOUNDS =
            CheckBounds.ofProcesses()
                    .transit(TRANSIT)
                    .patience(Duration.ofSeconds(10), Duration.ofSeconds(20));

    private final DatabaseProcess database = DatabaseProcess.of("postgres", "cluster");
    private final Chronicle chronicle = new Chronicle();
    private final HttpClient http =
            HttpClient.newBuilder()
                    .version(HttpClient.Version.HTTP_1_1)
                    .connectTimeout(Duration.ofSeconds(5))
                    .build();
    private final List<String> measured = new ArrayList<>();
    private FaultProxy proxy;

    /** What the machine is good for, beside what happens to the nodes. */
    private Duration usual = Duration.ZERO;

    private Nodes nodes;

    @BeforeAll
    void open(@TempDir Path folder) throws Exception {
        database.remove();
        database.start();
        proxy = new FaultProxy(database.port());
        proxy.start();
        nodes = new Nodes(http, folder, "a", "b", "c");
    }

    /** Those that the last test left alone go on. */
    @BeforeEach
    void start() throws Exception {
        for (var name : nodes.names()) {
            if (!nodes.isRunning(name)) {
                nodes.start(name, urlOf(name));
            }
        }
        nodes.awaitReady();
        nodes.awaitSettled("a", 3);
    }

    /** One has its own way to the database. */
    private String urlOf(String name) throws Exception {
        return name.equals("c") ? database.urlThrough(proxy.port()) : database.url();
    }

    @AfterAll
    void close() throws Exception {
        nodes.close();
        proxy.close();
        database.remove();
        http.close();
    }

    @Test
    @Timeout(180)
    void threeNodesAnswerAsOne() throws Exception {
        for (int i = 0; i < 16; i++) {
            var id = Nodes.idsIn(i, "one", 1).getFirst();
            var path = "/api/v1/timers/default/" + id;
            var body =
                    "{\"timerId\":\"%s\",\"executeAt\":\"2030-01-01T00:00:00Z\",\"callbackUrl\":\"http://a.example\"}"
                            .formatted(id);
            assertThat(status("a", "POST", "/api/v1/timers", body)).isEqualTo(201);
            assertThat(status("b", "GET", path, "")).isEqualTo(200);
            assertThat(status("c", "PATCH", path, "{\"payload\":1}")).isEqualTo(200);
            assertThat(status("b", "PUT", path, body.replace("2030", "2031"))).isEqualTo(200);
            assertThat(status("a", "DELETE", path, "")).isEqualTo(204);
            assertThat(status("c", "GET", path, "")).isEqualTo(404);
        }
        var ids = IntStream.range(0, 200).mapToObj(i -> "batch" + i).toList();
        try (var ticks = new Ticks()) {
            var far = Instant.now().plus(Duration.ofDays(1));
            var batch = nodes.ask("b", "POST", "/api/v1/timers/batch", ticks.items(ids, far, CALM));
            var results = nodes.read(batch).path("results");
            for (int i = 0; i < ids.size(); i++) {
                assertThat(results.get(i).at("/timer/timerId").asText()).isEqualTo(ids.get(i));
            }
        }
        for (var name : nodes.names()) {
            assertThat(status(name, "POST", "/api/v1/groups/default/pause", "")).isEqualTo(200);
            assertThat(status(name, "POST", "/api/v1/groups/default/resume", "")).isEqualTo(200);
        }
        assertThat(nodes.cluster("b").path("members")).hasSize(3);
        assertThat(nodes.cluster("b").at("/node/changesForwarded").asInt()).isPositive();
        for (var id : ids) {
            assertThat(status("c", "DELETE", "/api/v1/timers/default/" + id, "")).isEqualTo(204);
        }
    }

    private int status(String name, String method, String path, String body) throws Exception {
        return nodes.ask(name, method, path, body).statusCode();
    }

    @Test
    @Timeout(300)
    void nothingIsLostOrEarlyWhenNodesLeaveOrDieOrLoseTheDatabase() throws Exception {
        try (var receiver = new Receiver(chronicle)) {
            receiver.start();
            var wanted = new Wanted(receiver.url());
            var client = new Client(http, nodes.ports(), chronicle);
            try (var workload = new Workload(client, wanted)) {
                workload.start();
                workload.allow(500);
                rest();
                leave("b");
                comeBack("b", workload);
                die("a");
                comeBack("a", workload);
                loseDatabase("c");
                workload.stop();
            }
            receiver.beKind();
            drain(new Client(http, nodes.port("a"), chronicle));
            nodes.stopAll();
            Leftovers.record(database.url(), Group.of("default", Group.SMALL), chronicle);
        }
        judge();
    }

    /** Servers that have just started are slow; these timers are for nothing else. */
    private void rest() throws Exception {
        try (var ticks = new Ticks()) {
            var ids = IntStream.range(0, 300).mapToObj(i -> "rest" + i).toList();
            var first = Instant.now().plusSeconds(1);
            var apart = Duration.ofMillis(10);
            create("b", ticks.items(ids, first, apart));
            var late = ticks.await(ids, first.plus(apart.multipliedBy(ids.size())));
            say("at rest: %s", Lateness.summary(late));
            usual = Lateness.percentile(late, 1);
        }
    }

    /** Again where a node had no proof of life for a moment; a repeat of a create is safe. */
    private void create(String name, String batch) throws Exception {
        var deadline = Instant.now().plus(LONGEST_WAIT);
        var refused = List.of("none yet");
        while (!refused.isEmpty()) {
            assertThat(Instant.now()).as("created but %s by", refused).isBefore(deadline);
            refused =
                    nodes.read(nodes.ask(name, "POST", "/api/v1/timers/batch", batch))
                            .path("results")
                            .valueStream()
                            .filter(it -> it.path("status").asInt() > 201)
                            .map(Object::toString)
                            .toList();
        }
    }

    private void comeBack(String name, Workload workload) throws Exception {
        nodes.start(name, urlOf(name));
        nodes.process(name).awaitReady(http);
        nodes.awaitSettled("c", 3);
        workload.allow(workload.created() + 500);
        Thread.sleep(CALM);
    }

    // ---- one leaves

    /** What clients of the others are told meanwhile. */
    private Future<Map<Integer, Integer>> watch(String name, AtomicBoolean over) {
        return Executors.newVirtualThreadPerTaskExecutor()
                .submit(
                        () -> {
                            Map<Integer, Integer> told = new TreeMap<>();
                            for (int i = 0; !over.get(); i++) {
                                var path = "/api/v1/timers/default/watch-" + name + i;
                                told.merge(status(name, "DELETE", path, ""), 1, Integer::sum);
                            }
                            return told;
                        });
    }

    private void leave(String name) throws Exception {
        try (var ticks = new Ticks()) {
            var ids = IntStream.range(0, 600).mapToObj(i -> "leave-" + name + i).toList();
            var apart = Duration.ofMillis(10);
            var first = Instant.now().plusSeconds(1);
            create("a", ticks.items(ids, first, apart));
            var over = new AtomicBoolean();
            var told = List.of(watch("a", over), watch("c", over));
            Thread.sleep(Duration.between(Instant.now(), first.plusSeconds(1)));
            var from = Instant.now();
            nodes.stop(name);
            var took = Duration.between(from, Instant.now());
            chronicle.struck(FaultKind.ORDERLY_MOVE, from, Instant.now());
            var late = ticks.await(ids, first.plus(apart.multipliedBy(ids.size())));
            over.set(true);
            for (var answers : told) {
                assertThat(answers.get().keySet()).isSubsetOf(404, 503);
                say("while one left, clients of another were told %s", answers.get());
            }
            say("left in %d ms: %s", took.toMillis(), Lateness.summary(late));
            assertThat(late).noneMatch(Lateness::isEarly);
            say("repeated %s", ticks.repeated());
            // A reply that finds no ear within seconds costs a repeat, which cores in need may do.
            if (usual.compareTo(KEEPS_UP) < 0) {
                assertThat(ticks.repeated()).isEmpty();
            }
        }
    }

    private void say(String text, Object... values) {
        var line = text.formatted(values);
        System.out.println(line);
        measured.add(line);
    }

    // ---- one dies

    private void die(String name) throws Exception {
        var shards = nodes.shardsOf(name, "b");
        try (var ticks = new Ticks()) {
            var ids = new ArrayList<String>();
            shards.forEach(shard -> ids.addAll(Nodes.idsIn(shard, "die", 400 / shards.size())));
            var first = Instant.now().plusSeconds(1);
            var apart = Duration.ofMillis(15);
            var shuffled = new ArrayList<>(ids);
            Collections.shuffle(shuffled);
            create("b", ticks.items(shuffled, first, apart));
            Thread.sleep(Duration.between(Instant.now(), first.plusSeconds(1)));
            var from = Instant.now();
            nodes.kill(name);
            var answered = takenOver(from, shards, "b", "c");
            var late = ticks.await(shuffled, first.plus(apart.multipliedBy(ids.size())));
            chronicle.struck(FaultKind.CRASH, from, Instant.now().plus(TRANSIT));
            say(
                    "killed: its %d shards answered after %d ms; %s",
                    shards.size(), answered.toMillis(), Lateness.summary(late));
            assertThat(late).noneMatch(Lateness::isEarly);
        }
    }

    /** How long after that instant changes in each of these shards were made, by both others. */
    private Duration takenOver(Instant from, List<Integer> shards, String... others)
            throws Exception {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var each = new ArrayList<Future<Instant>>();
            for (int shard : shards) {
                for (var name : others) {
                    each.add(threads.submit(() -> answers(name, shard)));
                }
            }
            var last = from;
            for (var one : each) {
                var at = one.get();
                last = at.isAfter(last) ? at : last;
            }
            return Duration.between(from, last);
        }
    }

    private Instant answers(String name, int shard) throws Exception {
        var path = "/api/v1/timers/default/" + Nodes.idsIn(shard, "probe", 1).getFirst();
        var deadline = Instant.now().plus(LONGEST_WAIT);
        while (!isAnswered(name, path)) {
            assertThat(Instant.now()).as("shard %d through %s", shard, name).isBefore(deadline);
            Thread.sleep(50);
        }
        return Instant.now();
    }

    /** Whether the change was decided; none that runs out of time is. */
    private boolean isAnswered(String name, String path) throws Exception {
        try {
            return status(name, "DELETE", path, "") == 404;
        } catch (HttpTimeoutException _) {
            return false;
        }
    }

    // ---- one loses the database

    private void loseDatabase(String name) throws Exception {
        var shards = nodes.shardsOf(name, "a");
        var from = Instant.now();
        proxy.refuse();
        proxy.cut();
        var moved = takenOver(from, shards, "a", "b");
        var ready = nodes.process(name).health(http, "ready");
        assertThat(ready.statusCode()).isEqualTo(503);
        assertThat(ready.body()).contains("\"name\":\"membership\",\"status\":\"DOWN\"");
        assertThat(nodes.process(name).health(http, "live").statusCode()).isEqualTo(200);
        var own = Nodes.idsIn(shards.getFirst(), "own", 1).getFirst();
        var refused = nodes.ask(name, "DELETE", "/api/v1/timers/default/" + own, "");
        assertThat(refused.statusCode()).isEqualTo(503);
        assertThat(refused.headers().firstValue("Retry-After")).isPresent();
        proxy.pass();
        var mended = Instant.now();
        while (!nodes.process(name).isReady(http)) {
            Thread.sleep(20);
        }
        var back = Duration.between(mended, Instant.now());
        nodes.awaitSettled("a", 3);
        chronicle.struck(FaultKind.STORE_OUTAGE, from, Instant.now().plus(TRANSIT));
        say(
                "cut from the database: its %d shards answered after %d ms, ready again %d ms after the end",
                shards.size(), moved.toMillis(), back.toMillis());
    }

    // ---- the end

    private static void drain(Client client) throws InterruptedException {
        var deadline = Instant.now().plus(LONGEST_DRAIN);
        while (client.hasTimersBefore(Instant.now().plus(Wanted.FAR).minusSeconds(3_600))) {
            assertThat(Instant.now()).as("all that is due is fired by").isBefore(deadline);
            Thread.sleep(200);
        }
    }

    private void judge() {
        var report = new Checker(BOUNDS).check(chronicle.quiesced());
        System.out.printf(
                "attempts %d%n%s%n%s%n", chronicle.attempts(), String.join("\n", measured), report);
        assertThat(report.violations()).as("%s", report).isEmpty();
        assertThat(report.isDecided()).as("%s", report).isTrue();
        assertThat(report.duplicates().keySet()).doesNotContain(DuplicateCause.UNEXPLAINED);
    }
}
