package dev.belfry.bench.floors;

import dev.belfry.bench.harness.CallbackReceiver;
import dev.belfry.bench.harness.ChildJvm;
import dev.belfry.bench.harness.Figures.Figure;
import dev.belfry.bench.harness.HttpLoad;
import dev.belfry.bench.harness.Notes;
import dev.belfry.bench.harness.SampleTimers;
import dev.belfry.bench.harness.ServerAccess;
import dev.belfry.bench.harness.Size;
import dev.belfry.bench.harness.Stage;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.LongStream;

/** What the same machine does without a scheduler: rows by raw JDBC, calls by the bare client. */
public record Floors(Stage stage) {
    public static final String TITLE = "floors";
    public static final String RAW_INSERTS = "raw JDBC, inserts by 1,000";

    /** Of two JVMs and of the tables of pgbench. */
    private static final Duration STARTING = Duration.ofSeconds(10);

    private static final int ROWS_PER_SECOND = 30_000;
    private static final int CALLS_PER_SECOND = 10_000;
    private static final int IN_FLIGHT = 200;
    private static final int CALLBACK_BYTES = 330;
    private static final Pattern PGBENCH_RATE = Pattern.compile("tps = ([0-9.]+)");

    public static Duration planned(Size size) {
        return STARTING.plus(size.span().multipliedBy(4));
    }

    /** Each takes about a second for each two of a span. */
    public void run(Size size) throws InterruptedException {
        int seconds = (int) Math.max(1, size.span().toSeconds() / 2);
        int rows = ROWS_PER_SECOND * seconds;
        int calls = CALLS_PER_SECOND * seconds;
        attempt("raw JDBC by 100", () -> write(rows, 100));
        attempt("raw JDBC by 1,000", () -> write(rows, 1_000));
        attempt("bare Vert.x handler", () -> handle(calls));
        attempt("bare Vert.x client", () -> call(calls));
        attempt("pgbench -N", () -> pgbench(seconds));
    }

    private void attempt(String floor, Notes.Step step) throws InterruptedException {
        stage.notes().attempt(TITLE, floor, step);
    }

    private void note(String floor, double perSecond) {
        stage.notes().add(TITLE, Figure.RATE, floor, perSecond);
    }

    /** The rows are Belfry's, in its own tables. Half of them go first, to warm up. */
    private void write(int rows, int batch) throws Exception {
        var tables = new PostgresTables(stage.place().fresh("bench_floors"));
        tables.create();
        var timers =
                LongStream.range(0, rows)
                        .mapToObj(new SampleTimers("floor-" + batch)::waiting)
                        .toList();
        try (var writer = RawWriter.on(tables, batch)) {
            writer.write(timers.subList(0, rows / 2));
            writer.delete(timers.subList(0, rows / 2));
            long start = System.nanoTime();
            writer.write(timers);
            long written = System.nanoTime();
            writer.delete(timers);
            long deleted = System.nanoTime();
            note("raw JDBC, inserts by %,d".formatted(batch), rows * 1e9 / (written - start));
            note("raw JDBC, deletes by %,d".formatted(batch), rows * 1e9 / (deleted - written));
        }
    }

    /** A handler that parses what Belfry's clients send, answers with it and keeps nothing. */
    private void handle(int requests) throws Exception {
        int port = ChildJvm.freePort();
        var address = URI.create("http://127.0.0.1:" + port + "/");
        var timer =
                Buffer.buffer(SampleTimers.json("floor", Instant.now(), stage.receiver().url()));
        try (var jvm =
                ChildJvm.start(
                        stage.workspace().unused("handler"),
                        List.of(),
                        BareServer.class.getName(),
                        Integer.toString(port))) {
            jvm.awaitAnswer(address);
            post(address, timer, requests, 16);
            for (int clients : new int[] {16, 256}) {
                note(
                        "bare Vert.x handler, %d clients".formatted(clients),
                        post(address, timer, requests, clients));
            }
        }
    }

    private double post(URI address, Buffer body, int requests, int clients) throws Exception {
        var bodies = Collections.nCopies(requests, body);
        return HttpLoad.post(stage.vertx(), List.of(address), ServerAccess.OPEN, clients, bodies, 1)
                .perSecond();
    }

    /** Its JVM is new: the first half warms it up and is not counted. */
    private void call(int calls) throws Exception {
        var expected = stage.receiver().expect(2 * calls);
        try (var caller =
                ChildJvm.start(
                        stage.workspace().unused("caller"),
                        List.of(),
                        BareCaller.class.getName(),
                        stage.receiver().url(),
                        Integer.toString(2 * calls),
                        Integer.toString(IN_FLIGHT),
                        Integer.toString(CALLBACK_BYTES))) {
            var counted = expected.await().subList(calls, 2 * calls);
            caller.await();
            note("bare Vert.x client", CallbackReceiver.perSecond(counted));
        }
    }

    private void pgbench(int seconds) throws Exception {
        var url = stage.place().fresh("bench_floors");
        pgbench(url, List.of("-i", "-q", "-s", "10"));
        var output =
                pgbench(
                        url,
                        List.of("-N", "-M", "prepared", "-c", "16", "-j", "2", "-T", "" + seconds));
        var rate = PGBENCH_RATE.matcher(output);
        if (rate.find()) {
            note("pgbench -N", Double.parseDouble(rate.group(1)));
        }
    }

    /** It is no part of every installation: without it, there is no figure. */
    private String pgbench(String url, List<String> options)
            throws IOException, InterruptedException {
        var command = new ArrayList<>(List.of("pgbench"));
        command.addAll(options);
        command.add(url.replaceFirst("^jdbc:", ""));
        try {
            var process = new ProcessBuilder(command).redirectErrorStream(true).start();
            var output =
                    new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            process.waitFor();
            return output;
        } catch (IOException e) {
            stage.notes().say("pgbench can not be run: %s", e);
            return "";
        }
    }
}
