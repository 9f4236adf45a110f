package dev.belfry.bench.tenants;

import dev.belfry.bench.harness.CallbackReceiver.Arrival;
import dev.belfry.bench.harness.Figures.Figure;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;

/** A group with a rate and a backlog on three nodes, of which one dies before another comes. */
public record RateWork(TenantsStage stage) implements TenantsWork {
    public static final String TITLE = "T4 rate";
    public static final String ROW = "three nodes, one killed, one joined";
    public static final Figure LARGEST = new Figure(TITLE, "starts in 10 s at most");
    public static final Figure SMALLEST = new Figure(TITLE, "starts in 10 s at least");

    /** Starts of a second, and those at once after a rest. */
    public static final int PER_SECOND = 100;

    public static final Duration WINDOW = Duration.ofSeconds(10);

    private static final Map<String, String> THREE_NODES = Map.of("nodes", "3");
    private static final String JOINED = "b";
    private static final Duration UNTIL_KILL = Duration.ofSeconds(15);
    private static final Duration UNTIL_JOIN = Duration.ofSeconds(20);
    private static final Duration UNTIL_END = Duration.ofSeconds(25);

    /** Half as much again as the rate allows in this time. */
    private static final int TIMERS = 9_000;

    @Override
    public String title() {
        return TITLE;
    }

    @Override
    public Duration planned() {
        return STARTING.plus(UNTIL_KILL).plus(UNTIL_JOIN).plus(UNTIL_END);
    }

    @Override
    public void run() throws Exception {
        var url = stage.freshDatabase();
        var receiver = stage.stage().receiver();
        var limits = "{\"limits\":{\"ratePerSecond\":%d}}".formatted(PER_SECOND);
        try (var nodes = stage.start(url, TenantsStage.FIRST_NODE, THREE_NODES)) {
            var group = Tenant.create(nodes, "limited", limits, receiver);
            group.fallBehind(TIMERS);
            var expected = receiver.expect(TIMERS);
            group.resume();
            Thread.sleep(UNTIL_KILL);
            nodes.jvms().getLast().kill();
            stage.notes().say("one of three nodes is dead");
            Thread.sleep(UNTIL_JOIN);
            try (var _ = stage.start(url, JOINED, Map.of())) {
                stage.notes().say("another has joined");
                Thread.sleep(UNTIL_END);
                var starts = expected.arrivals().stream().map(Arrival::at).toList();
                note(StartWindows.between(starts.getFirst(), Instant.now(), WINDOW, starts));
            }
        }
    }

    private void note(StartWindows windows) {
        note(LARGEST, windows, windows.largest());
        note(SMALLEST, windows, windows.smallest());
    }

    private void note(Figure figure, StartWindows windows, int starts) {
        stage.notes().add(TITLE, figure.measure(), stage.row(ROW), starts);
        stage.notes()
                .say(
                        "that window begins %d s after the first start",
                        windows.after(starts).toSeconds());
    }
}
