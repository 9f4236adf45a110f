package dev.belfry.bench;

import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The whole service over HTTP, beside what bare Vert.x does with the same requests: creates one by
 * one, callbacks, and how late callbacks are. Server, floor and clients share the processors.
 */
final class ServiceBench {
    private static final int CALLBACKS_IN_FLIGHT = 200;
    private static final Duration FAR_AHEAD = Duration.ofDays(300);

    private final int rounds;
    private final int creates;
    private final int callbacks;
    private final Duration span;
    private final Vertx vertx = Vertx.vertx(new VertxOptions().setPreferNativeTransport(true));
    private final Map<String, List<Double>> figures = new LinkedHashMap<>();

    private ServiceBench(int rounds, int creates, int callbacks, Duration span) {
        this.rounds = rounds;
        this.creates = creates;
        this.callbacks = callbacks;
        this.span = span;
    }

    static ServiceBench of(Options options) {
        var bench =
                new ServiceBench(
                        options.number("rounds", 5),
                        options.number("creates", 20_000),
                        options.number("callbacks", 30_000),
                        Duration.ofSeconds(options.number("seconds", 15)));
        options.requireNoMore();
        return bench;
    }

    void run() throws Exception {
        try (var workspace = Workspace.open(false);
                var service = Service.start(workspace);
                var floor = floor(workspace);
                var receiver = CallbackReceiver.start(vertx)) {
            for (int round = 0; round <= rounds; round++) {
                System.out.printf("Round %d of %d%n", round, rounds);
                if (round == 1) {
                    figures.clear();
                }
                creates(service, floor, 16, round);
                creates(service, floor, 256, round);
                callbacks(service, receiver, workspace, round);
                lateness(service, receiver, 100, round);
                lateness(service, receiver, 1_000, round);
            }
            report();
        } finally {
            vertx.close().toCompletionStage().toCompletableFuture().join();
        }
    }

    private record Floor(ChildJvm jvm, URI address) implements AutoCloseable {
        @Override
        public void close() {
            jvm.close();
        }
    }

    private static Floor floor(Workspace workspace) throws IOException, InterruptedException {
        int port = Service.freePort();
        var jvm =
                ChildJvm.start(
                        workspace.file("floor.log"),
                        Bench.class.getName(),
                        FloorServer.COMMAND,
                        "--port",
                        Integer.toString(port));
        var address = URI.create("http://127.0.0.1:" + port + "/");
        jvm.awaitAnswer(address);
        return new Floor(jvm, address);
    }

    // ---- creates

    private void creates(Service service, Floor floor, int clients, int round) {
        try (var load = new HttpLoad(vertx, clients)) {
            var name = "creates, %d clients".formatted(clients);
            create(name + ", bare Vert.x", load, floor.address.toString(), floor.jvm, round);
            create(name + ", Belfry", load, service.timers(), service.jvm(), round);
        }
    }

    private void create(String name, HttpLoad load, String url, ChildJvm jvm, int round) {
        var later = Instant.now().plus(FAR_AHEAD).truncatedTo(ChronoUnit.MILLIS);
        var cpu = jvm.cpu();
        var result =
                load.post(
                        url,
                        creates,
                        number ->
                                Buffer.buffer(
                                        Service.timer(
                                                "%s-%d-%d"
                                                        .formatted(
                                                                name.replaceAll("[ ,]+", "-"),
                                                                round,
                                                                number),
                                                later.plusMillis(number),
                                                "http://127.0.0.1:9/hooks/timer")),
                        201);
        add(name + ", per second", result.perSecond());
        add(name + ", p50 ms", result.percentileMillis(0.5));
        add(name + ", p99 ms", result.percentileMillis(0.99));
        add(name + ", CPU us each", jvm.cpu().minus(cpu).toNanos() / 1e3 / creates);
    }

    // ---- callbacks

    private void callbacks(
            Service service, CallbackReceiver receiver, Workspace workspace, int round)
            throws Exception {
        var expected = receiver.expect(callbacks);
        var due = Instant.now().plusSeconds(10).truncatedTo(ChronoUnit.MILLIS);
        service.create(
                vertx,
                callbacks,
                number -> Service.timer("due-%d-%d".formatted(round, number), due, receiver.url()));
        requireBefore(due);
        var cpu = service.jvm().cpu();
        var arrivals = expected.await();
        add("callbacks, Belfry, per second", perSecond(arrivals));
        add(
                "callbacks, Belfry, CPU us each",
                service.jvm().cpu().minus(cpu).toNanos() / 1e3 / callbacks);
        var floorExpected = receiver.expect(2 * callbacks);
        try (var caller =
                ChildJvm.start(
                        workspace.file("caller.log"),
                        Bench.class.getName(),
                        FloorCaller.COMMAND,
                        "--url",
                        receiver.url(),
                        "--count",
                        Integer.toString(2 * callbacks),
                        "--in-flight",
                        Integer.toString(CALLBACKS_IN_FLIGHT),
                        "--bytes",
                        Integer.toString(arrivals.getFirst().body().length()))) {
            // The first half warms up its JVM, which is new in every round.
            var calls = floorExpected.await().subList(callbacks, 2 * callbacks);
            caller.await();
            add("callbacks, bare Vert.x, per second", perSecond(calls));
        }
    }

    private double perSecond(List<CallbackReceiver.Arrival> arrivals) {
        var took = Duration.between(arrivals.getFirst().at(), arrivals.getLast().at());
        return arrivals.size() * 1e9 / took.toNanos();
    }

    private static void requireBefore(Instant due) {
        if (!Instant.now().isBefore(due)) {
            throw new IllegalStateException("the timers were due before all were created");
        }
    }

    // ---- lateness

    private void lateness(Service service, CallbackReceiver receiver, int perSecond, int round)
            throws Exception {
        int count = (int) (perSecond * span.toSeconds());
        var expected = receiver.expect(count);
        var first = Instant.now().plusSeconds(8).truncatedTo(ChronoUnit.MILLIS);
        service.create(
                vertx,
                count,
                number ->
                        Service.timer(
                                "late-%d-%d-%d".formatted(perSecond, round, number),
                                first.plusMillis(number * 1_000L / perSecond),
                                receiver.url()));
        requireBefore(first);
        var late =
                expected.await().stream()
                        .mapToDouble(arrival -> arrival.lateness().toNanos() / 1e6)
                        .sorted()
                        .toArray();
        var name = "lateness at %,d/s, ".formatted(perSecond);
        add(name + "earliest ms", late[0]);
        add(name + "p50 ms", late[late.length / 2]);
        add(name + "p99 ms", late[(int) Math.ceil(0.99 * late.length) - 1]);
        add(name + "max ms", late[late.length - 1]);
    }

    // ---- report

    private void add(String name, double value) {
        figures.computeIfAbsent(name, _ -> new ArrayList<>()).add(value);
    }

    private void report() throws IOException {
        var table = new Table("figure", "median (range)", "ratio to bare Vert.x");
        var results = new Results();
        figures.forEach(
                (name, values) -> {
                    table.row(
                            name,
                            new Series(values).text(2),
                            ratioToFloor(name, new Series(values)));
                    results.add(name, new Series(values));
                });
        System.out.printf(
                "%nMedian (range) of %d rounds; one machine, all processes on it%n%n", rounds);
        table.print();
        results.write("service");
    }

    private String ratioToFloor(String name, Series series) {
        var floor = figures.getOrDefault(name.replace("Belfry", "bare Vert.x"), List.of());
        return !name.contains("Belfry") || floor.isEmpty()
                ? ""
                : series.over(new Series(floor)).text(2);
    }
}
