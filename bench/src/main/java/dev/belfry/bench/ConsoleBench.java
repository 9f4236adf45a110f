package dev.belfry.bench;

import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What open consoles cost a server that fires timers: its CPU time for each timer, with consoles
 * and without, one after the other in each round and the other way round in the next.
 */
final class ConsoleBench {
    /** Until the first timer is due; the server has to store them all first. */
    private static final Duration AHEAD = Duration.ofSeconds(10);

    private final int rounds;
    private final int perSecond;
    private final Duration span;
    private final int consoles;
    private final Vertx vertx = Vertx.vertx(new VertxOptions().setPreferNativeTransport(true));
    private final List<Double> alone = new ArrayList<>();
    private final List<Double> watched = new ArrayList<>();

    private ConsoleBench(int rounds, int perSecond, Duration span, int consoles) {
        this.rounds = rounds;
        this.perSecond = perSecond;
        this.span = span;
        this.consoles = consoles;
    }

    static ConsoleBench of(Options options) {
        var bench =
                new ConsoleBench(
                        options.number("rounds", 4),
                        options.number("rate", 2_000),
                        Duration.ofSeconds(options.number("seconds", 20)),
                        options.number("consoles", 3));
        options.requireNoMore();
        return bench;
    }

    void run() throws Exception {
        try (var workspace = Workspace.open(false);
                var receiver = CallbackReceiver.start(vertx);
                var service = start(workspace, receiver)) {
            for (int round = 0; round <= rounds; round++) {
                System.out.printf("Round %d of %d%n", round, rounds);
                round(service, receiver, round);
                if (round == 0) {
                    alone.clear();
                    watched.clear();
                }
            }
            report();
        } finally {
            vertx.close().toCompletionStage().toCompletableFuture().join();
        }
    }

    private BelfryContender start(Workspace workspace, CallbackReceiver receiver)
            throws IOException, InterruptedException {
        return BelfryContender.start(
                workspace.file("belfry.log"),
                "watched",
                "sqlite:" + workspace.file("belfry.db"),
                receiver.url(),
                vertx,
                Map.of());
    }

    private void round(BelfryContender service, CallbackReceiver receiver, int round)
            throws Exception {
        if (round % 2 == 0) {
            alone.add(fire(service, receiver, "alone-" + round));
            watched.add(fireWatched(service, receiver, "watched-" + round));
        } else {
            watched.add(fireWatched(service, receiver, "watched-" + round));
            alone.add(fire(service, receiver, "alone-" + round));
        }
    }

    private double fireWatched(BelfryContender service, CallbackReceiver receiver, String name)
            throws Exception {
        try (var open = OpenConsoles.open(service, consoles)) {
            double cost = fire(service, receiver, name);
            open.requireServed();
            return cost;
        }
    }

    /** The server's CPU time for each timer in microseconds, while they are due. */
    private double fire(BelfryContender service, CallbackReceiver receiver, String name)
            throws Exception {
        int count = (int) (perSecond * span.toSeconds());
        var expected = receiver.expect(count);
        var first = Instant.now().plus(AHEAD).truncatedTo(ChronoUnit.MILLIS);
        service.schedule(
                new Contender.Row(name, count, first, Duration.ofSeconds(1).dividedBy(perSecond)));
        var wait = Duration.between(Instant.now(), first);
        if (wait.isNegative()) {
            throw new IllegalStateException("the timers were due before all were created");
        }
        Thread.sleep(wait);
        var cpu = service.cpu();
        expected.await();
        return service.cpu().minus(cpu).toNanos() / 1e3 / count;
    }

    private void report() throws IOException {
        var without = new Series(alone);
        var with = new Series(watched);
        var ratio = with.over(without);
        var table = new Table("CPU us for each timer", "median (range)");
        table.row("nobody looks", without.text(1));
        table.row("%d consoles open".formatted(consoles), with.text(1));
        table.row("ratio", ratio.text(3));
        System.out.printf(
                "%n%,d timers a second for %d s, %d rounds, alternating%n%n",
                perSecond, span.toSeconds(), rounds);
        table.print();
        var results = new Results();
        results.add("alone, CPU us each", without);
        results.add("watched, CPU us each", with);
        results.add("ratio", ratio);
        results.write("console");
    }
}
