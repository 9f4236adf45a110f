package dev.belfry.bench.harness;

import dev.belfry.bench.harness.ContenderVariant.Client;
import dev.belfry.bench.harness.Figures.Figure;
import java.time.Duration;
import java.time.Instant;

/**
 * Many timers due at once or nearly: how many a second are called back and done, and at what cost.
 *
 * @param within which all of them are due
 */
public record FiringWorkload(
        Stage stage, ContenderVariant variant, String title, int count, Duration within)
        implements Workload {
    public static final String FIRING = "H1 firing";
    public static final String HERD = "H6 herd";

    /** So short that it limits nobody's rate. */
    private static final Duration NEARLY_AT_ONCE = Duration.ofMillis(100);

    public static FiringWorkload firing(Stage stage, ContenderVariant variant, int count) {
        return new FiringWorkload(stage, variant, FIRING, count, NEARLY_AT_ONCE);
    }

    public static FiringWorkload herd(Stage stage, ContenderVariant variant, int count) {
        return new FiringWorkload(stage, variant, HERD, count, Duration.ZERO);
    }

    @Override
    public Duration planned() {
        return variant.contender().pace().firing(count, variant.fires()).plus(within);
    }

    /** The rate is from the first callback until the last timer is done. */
    @Override
    public void run(ContenderProcess process) throws Exception {
        var stored =
                stage.store(process, variant, title.split(" ")[0], count, within.dividedBy(count));
        var cost = Cost.begin(process::cpu, stage.place());
        var first = first(process, stored);
        var end = stage.awaitSettled(process);
        var spent = cost.end();
        double perSecond = count * 1e9 / Duration.between(first, end).toNanos();
        stage.notes().add(title, Figure.RATE, variant.title(), perSecond);
        spent.note(stage.notes(), title, variant.title(), count);
    }

    private Instant first(ContenderProcess process, Stage.Stored stored) throws Exception {
        if (variant.client() != Client.NONE) {
            return stored.await().getFirst().at();
        }
        stored.awaitDue();
        StallLimit.USUAL.await(
                "timers to run", () -> process.ran().count() >= count, () -> process.ran().count());
        return process.ran().first();
    }
}
