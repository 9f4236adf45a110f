package dev.belfry.bench;

import dev.belfry.bench.Contender.Client;
import java.time.Duration;
import java.time.Instant;

/**
 * Many timers due at once or nearly: how many a second are called back and done, and at what cost.
 */
record FiringWork(Stage stage) {
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(20);

    /**
     * Fires timers that are all due within this time.
     *
     * @return how many a second, from the first callback until the last timer is done
     */
    double run(Contender contender, Lane lane, String figure, int count, Duration within)
            throws Exception {
        contender.use(lane.client());
        var stored = stage.store(contender, figure.split(" ")[0], count, within.dividedBy(count));
        var before = Cost.of(contender, stage.database());
        var first =
                lane.client() == Client.NONE
                        ? awaitRan(contender, count)
                        : stored.expected().await().getFirst().at();
        var end = stage.awaitSettled(contender);
        var cost = Cost.of(contender, stage.database()).since(before);
        double perSecond = count * 1e9 / Duration.between(first, end).toNanos();
        stage.note(figure + ", per second", lane.title(), perSecond);
        cost.note(stage, figure, lane.title(), count);
        return perSecond;
    }

    private static Instant awaitRan(Contender contender, int count) throws Exception {
        var ran = contender.ran();
        while (ran.count() < count) {
            Thread.sleep(BETWEEN_LOOKS);
            ran = contender.ran();
        }
        return ran.first();
    }
}
