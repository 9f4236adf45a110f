package dev.belfry.bench;

import dev.belfry.bench.CallbackReceiver.Arrival;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;

/** Two nodes share timers at a steady pace; one of them is killed. */
record CrashWork(Stage stage) {
    private static final int PER_SECOND = 200;
    private static final Duration SPAN = Duration.ofSeconds(10);
    private static final Duration BEFORE_KILL = Duration.ofSeconds(4);
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    void run(Contender killed, Contender survivor, Lane lane) throws Exception {
        killed.use(lane.client());
        survivor.use(lane.client());
        int count = (int) (PER_SECOND * SPAN.toSeconds());
        var stored =
                stage.store(survivor, "crash", count, Duration.ofSeconds(1).dividedBy(PER_SECOND));
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
        stage.note("H4 killed, longest lateness ms", lane.title(), longest.toNanos() / 1e6);
        stage.note("H4 killed, lost", lane.title(), count - attempts.size());
        stage.note("H4 killed, repeated", lane.title(), arrivals.size() - attempts.size());
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
