package dev.belfry.bench.harness;

import java.time.Duration;

/** Timers at a steady pace: how long after its instant each callback is at the receiver. */
public record LatenessWorkload(Stage stage, ContenderVariant variant, int perSecond, Duration span)
        implements Workload {
    public static String title(int perSecond) {
        return "H2 lateness at %d/s".formatted(perSecond);
    }

    @Override
    public String title() {
        return title(perSecond);
    }

    @Override
    public Duration planned() {
        var pace = variant.contender().pace();
        var firing = Duration.ofMillis(1_000L * count() / Math.min(perSecond, pace.fires()));
        return pace.ahead(count()).plus(pace.delay()).plus(firing);
    }

    private int count() {
        return (int) (perSecond * span.toSeconds());
    }

    @Override
    public void run(ContenderProcess process) throws Exception {
        var apart = Duration.ofSeconds(1).dividedBy(perSecond);
        var stored = stage.store(process, variant, "late" + perSecond, count(), apart);
        var lateness = CallbackLateness.of(stored.await());
        stage.awaitSettled(process);
        lateness.note(stage.notes(), title(), variant.title());
    }
}
