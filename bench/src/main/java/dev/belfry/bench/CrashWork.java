package dev.belfry.bench;

import dev.belfry.bench.CallbackReceiver.Arrival;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;

/** Two nodes share timers at a steady pace; one of them is killed. */
record CrashWork(Stage stage, Lane lane) {
    static final String TITLE = "H4 killed";
    static final Duration PLANNED = Duration.ofSeconds(40);

    private static final int PER_SECOND = 200;
    private static final Duration SPAN = Duration.ofSeconds(10);
    private static final Duration BEFORE_KILL = Duration.ofSeconds(4);
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    void run(Contender killed, Contender survivor) throws Exception {
        killed.use(lane.client());
        int count = (int) (PER_SECOND * SPAN.toSeconds());
        var apart = Duration.ofSeconds(1).dividedBy(PER_SECOND);
        var stored = stage.store(survivor, lane, "crash", count, apart);
        var kill = stored.row().first().plus(BEFORE_KILL);
        Thread.sleep(Duration.between(Instant.now(), kill));
        killed.kill();
        var arrivals = await(stored, kill.plus(PATIENCE));
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
        stage.notes().add(TITLE, measure, lane.title(), value);
    }

    /** Repeated ones count too, so that waiting for a number would end too early. */
    private static List<Arrival> await(Stage.Stored stored, Instant until) throws Exception {
        while (true) {
            var arrivals = stored.expected().arrivals();
            long timers = arrivals.stream().map(Arrival::timerId).distinct().count();
            if (timers == stored.row().count() || !Instant.now().isBefore(until)) {
                return arrivals;
            }
            Thread.sleep(500);
        }
    }
}
