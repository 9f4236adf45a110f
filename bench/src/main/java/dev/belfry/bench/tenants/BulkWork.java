package dev.belfry.bench.tenants;

import dev.belfry.bench.harness.CallbackLateness;
import dev.belfry.bench.harness.CallbackReceiver;
import dev.belfry.bench.harness.ContenderProcess;
import dev.belfry.bench.harness.ContenderProcess.Row;
import dev.belfry.bench.harness.Figures.Figure;
import dev.belfry.bench.harness.StallLimit;
import dev.belfry.bench.peers.BelfryProcess;
import dev.belfry.bench.tenants.Tenant.Span;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Bulk jobs that delete all timers of a group beside another group that works steadily, on two
 * nodes, of which the one that works on a job is killed.
 *
 * @param timers that are deleted
 */
public record BulkWork(TenantsStage stage, int timers) implements TenantsWork {
    public static final String TITLE = "T5 bulk delete";
    public static final String BESIDE = "beside the jobs";
    public static final String AFTER = "when a node has died";
    public static final Figure LEFT = new Figure(TITLE, "timers left");

    private static final Figure DELETED = new Figure(TITLE, "deleted " + Figure.RATE);

    /** Each deletes at most 2,000 a second, and has its part of the timers. */
    private static final int JOBS = 2;

    private static final int DELETED_PER_SECOND = 1_800 * JOBS;

    /** Of the steady group. */
    private static final int PER_SECOND = 1_000;

    /** With them all that is stored beforehand: a guess. */
    private static final int STORED_PER_SECOND = 8_000;

    private static final int SLICE = 50_000;
    private static final Duration ALONE = Duration.ofSeconds(15);

    /** A silent job is taken over after 15 s; then there are some seconds to spare. */
    private static final Duration TAKEN_OVER = Duration.ofSeconds(30);

    /** What was due just before the kill waits for the takeover, too. */
    private static final Duration LAST_MOMENT = Duration.ofMillis(500);

    /** After a kill the dead node's shards are taken over, which is not measured here. */
    private static final Duration SHARDS_MOVE = Duration.ofSeconds(10);

    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);
    private static final String GROUP = "bulk";
    private static final Pattern DONE = Pattern.compile("\"done\":\\s*([0-9]+)");
    private static final Pattern ID = Pattern.compile("\"jobId\":\\s*\"([^\"]+)\"");
    private static final Pattern WORKER = Pattern.compile("worker=([^&%]+)");

    @Override
    public String title() {
        return TITLE;
    }

    private Duration worked() {
        return ALONE.plus(TAKEN_OVER).plusSeconds(timers / DELETED_PER_SECOND);
    }

    @Override
    public Duration planned() {
        long steady = PER_SECOND * worked().toSeconds();
        return STARTING.plus(worked()).plusSeconds((timers + steady) / STORED_PER_SECOND);
    }

    @Override
    public void run() throws Exception {
        var url = stage.freshDatabase();
        try (var called = CallbackReceiver.start(stage.stage().vertx());
                var nodes = stage.warm(url, "2")) {
            nodes.call("PUT", "/api/v1/groups/" + GROUP, "{}");
            fill(nodes, called);
            stage.stage().place().tidy(url);
            var steady = Tenant.create(nodes, "steady", "{}", stage.stage().receiver());
            var work = steady.workFor(worked(), PER_SECOND);
            var begun = Instant.now();
            Thread.sleep(ALONE);
            var jobs = start(nodes);
            var started = Instant.now();
            await("a third", () -> deleted(jobs, nodes) >= timers / 3, jobs, nodes);
            nodes.kill(worker(url));
            var killed = Instant.now();
            stage.notes().say("the node that works on a job is dead");
            await("the jobs", () -> areOver(jobs, nodes), jobs, nodes);
            var ended = Instant.now();
            note("alone", work, new Span(begun, started));
            note(BESIDE, work, new Span(started, killed.minus(LAST_MOMENT)));
            note(AFTER, work, new Span(killed.plus(SHARDS_MOVE), ended));
            add(DELETED, new Span(started, ended).perSecond(timers));
            add(LEFT, left(nodes));
            work.await();
        }
    }

    private void fill(BelfryProcess nodes, CallbackReceiver called) throws Exception {
        for (int stored = 0; stored < timers; stored += SLICE) {
            int count = Math.min(SLICE, timers - stored);
            var name = part(stored / SLICE) + stored;
            var first = ContenderProcess.farAhead();
            nodes.schedule(new Row(name, count, first, Duration.ofMillis(1)), GROUP, called.url());
        }
    }

    private static String part(int slice) {
        return "part" + slice % JOBS + "-";
    }

    private static List<String> start(BelfryProcess nodes) throws Exception {
        var ids = new ArrayList<String>();
        for (int i = 0; i < JOBS; i++) {
            var job = "{\"action\":\"delete\",\"idPrefix\":\"%s\"}".formatted(part(i));
            var id = ID.matcher(nodes.call("POST", path("bulk"), job));
            if (id.find()) {
                ids.add(id.group(1));
            }
        }
        return ids;
    }

    /** Whoever looks all the time takes the processors that are measured. */
    private static void await(
            String what, StallLimit.End end, List<String> jobs, BelfryProcess nodes)
            throws Exception {
        StallLimit.USUAL.await(
                what,
                () -> {
                    Thread.sleep(BETWEEN_LOOKS);
                    return end.isReached();
                },
                () -> deleted(jobs, nodes));
    }

    /** A job may not have counted what its node did last before it died. */
    private static boolean areOver(List<String> jobs, BelfryProcess nodes) throws Exception {
        for (var id : jobs) {
            if (!job(id, nodes).contains("DONE")) {
                return false;
            }
        }
        return true;
    }

    private static String job(String id, BelfryProcess nodes) throws Exception {
        return nodes.call("GET", path("bulk/" + id), "");
    }

    private static long deleted(List<String> jobs, BelfryProcess nodes) throws Exception {
        long deleted = 0;
        for (var id : jobs) {
            var done = DONE.matcher(job(id, nodes));
            deleted += done.find() ? Long.parseLong(done.group(1)) : 0;
        }
        return deleted;
    }

    /** The node that works on the first job: its record names a life of it. */
    private static String worker(String url) throws SQLException {
        try (var connection = DriverManager.getConnection(url);
                var statement = connection.createStatement();
                var found =
                        statement.executeQuery(
                                "SELECT body FROM records WHERE kind LIKE '%bulk%' LIMIT 1")) {
            found.next();
            var worker = WORKER.matcher(found.getString(1));
            return worker.find() ? worker.group(1) : "";
        }
    }

    private static int left(BelfryProcess nodes) throws Exception {
        var page = nodes.call("GET", path("timers?limit=1000&payload=false"), "");
        return (int) Pattern.compile("\"timerId\"").matcher(page).results().count();
    }

    private static String path(String of) {
        return "/api/v1/groups/" + GROUP + "/" + of;
    }

    private void note(String what, Tenant.Steady work, Span span) throws Exception {
        CallbackLateness.of(work.dueIn(span)).note(stage.notes(), TITLE, stage.row(what));
    }

    private void add(Figure figure, double value) {
        stage.notes().add(TITLE, figure.measure(), stage.row("all"), value);
    }
}
