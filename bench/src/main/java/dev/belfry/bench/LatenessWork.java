package dev.belfry.bench;

import java.time.Duration;

/** Timers at a steady pace: how long after its instant each callback is at the receiver. */
record LatenessWork(Stage stage) {
    void run(Contender contender, Lane lane, int perSecond, Duration span) throws Exception {
        contender.use(lane.client());
        int count = (int) (perSecond * span.toSeconds());
        var stored =
                stage.store(
                        contender,
                        "late" + perSecond,
                        count,
                        Duration.ofSeconds(1).dividedBy(perSecond));
        var late =
                stored.expected().await().stream()
                        .mapToDouble(arrival -> arrival.lateness().toNanos() / 1e6)
                        .sorted()
                        .toArray();
        stage.awaitSettled(contender);
        var figure = "H2 lateness at %,d/s, ".formatted(perSecond);
        stage.note(figure + "earliest ms", lane.title(), late[0]);
        stage.note(figure + "p50 ms", lane.title(), late[late.length / 2]);
        stage.note(figure + "p99 ms", lane.title(), late[(int) Math.ceil(0.99 * late.length) - 1]);
        stage.note(figure + "max ms", lane.title(), late[late.length - 1]);
    }
}
