package dev.belfry.bench;

import dev.belfry.bench.Contender.Client;
import dev.belfry.bench.Figures.Figure;
import java.time.Duration;
import java.time.Instant;

/**
 * Many timers due at once or nearly: how many a second are called back and done, and at what cost.
 *
 * @param within which all of them are due
 */
record FiringWork(Stage stage, Lane lane, String title, int count, Duration within)
        implements Work {
    static final String FIRING = "H1 firing";
    static final String HERD = "H6 herd";

    /** So short that it limits nobody's rate. */
    private static final Duration NEARLY_AT_ONCE = Duration.ofMillis(100);

    static FiringWork firing(Stage stage, Lane lane, int count) {
        return new FiringWork(stage, lane, FIRING, count, NEARLY_AT_ONCE);
    }

    static FiringWork herd(Stage stage, Lane lane, int count) {
        return new FiringWork(stage, lane, HERD, count, Duration.ZERO);
    }

    @Override
    public Duration planned() {
        return lane.entrant().pace().firing(count, lane.fires()).plus(within);
    }

    /** The rate is from the first callback until the last timer is done. */
    @Override
    public void run(Contender contender) throws Exception {
        var stored =
                stage.store(contender, lane, title.split(" ")[0], count, within.dividedBy(count));
        var cost = Cost.ofFiring(contender, stage);
        var first = first(contender, stored);
        var end = stage.awaitSettled(contender);
        var spent = cost.end();
        double perSecond = count * 1e9 / Duration.between(first, end).toNanos();
        stage.notes().add(title, Figure.RATE, lane.title(), perSecond);
        spent.note(stage.notes(), title, lane.title(), count);
    }

    private Instant first(Contender contender, Stage.Stored stored) throws Exception {
        if (lane.client() != Client.NONE) {
            return stored.await().getFirst().at();
        }
        stored.awaitDue();
        Patience.USUAL.await(
                "timers to run",
                () -> contender.ran().count() >= count,
                () -> contender.ran().count());
        return contender.ran().first();
    }
}
