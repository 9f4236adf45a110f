package dev.belfry.bench.harness;

import dev.belfry.bench.harness.CallbackReceiver.Arrival;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;

/** Two nodes share timers at a steady pace; one of them is killed. */
public record CrashWorkload(Stage stage, ContenderVariant variant) {
    public static final String TITLE = "H4 killed";
    public static final Duration PLANNED = Duration.ofSeconds(40);

    private static final int PER_SECOND = 200;
    private static final Duration SPAN = Duration.ofSeconds(10);
    private static final Duration BEFORE_KILL = Duration.ofSeconds(4);
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    /** In which callbacks arrive that were under way when their timers were done. */
    private static final Duration GRACE = Duration.ofSeconds(1);

    void run(ContenderProcess killed, ContenderProcess survivor) throws Exception {
        killed.use(variant.client());
        int count = (int) (PER_SECOND * SPAN.toSeconds());
        var apart = Duration.ofSeconds(1).dividedBy(PER_SECOND);
        var stored = stage.store(survivor, variant, "crash", count, apart);
        var kill = stored.row().first().plus(BEFORE_KILL);
        Thread.sleep(Duration.between(Instant.now(), kill));
        killed.kill();
        if (allCame(stored, kill.plus(PATIENCE))) {
            stage.awaitSettled(survivor);
        }
        Thread.sleep(GRACE);
        var arrivals = stored.arrivals();
        var attempts = new HashMap<String, Integer>();
        arrivals.forEach(arrival -> attempts.merge(arrival.timerId(), 1, Integer::sum));
        var longest =
                arrivals.stream()
                        .filter(arrival -> arrival.at().isAfter(kill))
                        .map(Arrival::lateness)
                        .max(Duration::compareTo)
                        .orElseThrow();
        note("longest lateness ms", longest.toNanos() / 1e6);
        note("lost", count - attempts.size());
        note("repeated", arrivals.size() - attempts.size());
    }

    private void note(String measure, double value) {
        stage.notes().add(TITLE, measure, variant.title(), value);
    }

    /** Whether each timer came by then. Repeated ones arrive too, so that a number says nothing. */
    private static boolean allCame(Stage.Stored stored, Instant until) throws InterruptedException {
        while (Instant.now().isBefore(until)) {
            var arrivals = stored.arrivals();
            if (arrivals.stream().map(Arrival::timerId).distinct().count()
                    == stored.row().count()) {
                return true;
            }
            Thread.sleep(500);
        }
        return false;
    }
}
