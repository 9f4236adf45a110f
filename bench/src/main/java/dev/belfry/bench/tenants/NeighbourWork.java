package dev.belfry.bench.tenants;

import dev.belfry.bench.harness.CallbackLateness;
import dev.belfry.bench.harness.CallbackReceiver;
import dev.belfry.bench.harness.Figures.Figure;
import dev.belfry.bench.tenants.Tenant.Span;
import java.time.Duration;

/**
 * A group whose backlog was just resumed beside one that works steadily, and each of them alone.
 *
 * @param timers of the backlog
 */
public record NeighbourWork(TenantsStage stage, int timers) implements TenantsWork {
    public static final String TITLE = "T1 noisy neighbour";
    public static final String ALONE = "alone";
    public static final String BESIDE = "beside each other";
    public static final Figure DRAINED = new Figure(TITLE, "drained " + Figure.RATE);

    /** Of a backlog, so that the steady group works for longer than there is one. */
    private static final int LEAST_PER_SECOND = 2_500;

    /** Stored and fired, three times: a guess. */
    private static final int PER_SECOND = 5_000;

    private static final Duration WORKED_ALONE = Duration.ofSeconds(20);

    @Override
    public String title() {
        return TITLE;
    }

    @Override
    public Duration planned() {
        return STARTING.plus(WORKED_ALONE).plusMillis(3_000L * timers / PER_SECOND);
    }

    /** The backlog is alone before and after, because a server gets quicker while it runs. */
    @Override
    public void run() throws Exception {
        var vertx = stage.stage().vertx();
        try (var called = CallbackReceiver.start(vertx);
                var server = stage.warm()) {
            var behind = Tenant.create(server, "behind", "{}", called);
            var steady = Tenant.create(server, "steady", "{}", stage.stage().receiver());
            CallbackLateness.of(steady.workFor(WORKED_ALONE).await())
                    .note(stage.notes(), TITLE, stage.row(ALONE));
            behind.fallBehind(timers);
            note(ALONE, behind.drain(timers));
            behind.fallBehind(timers);
            var work = steady.workFor(Duration.ofSeconds(10 + timers / LEAST_PER_SECOND));
            var drained = behind.drain(timers);
            CallbackLateness.of(work.dueIn(drained)).note(stage.notes(), TITLE, stage.row(BESIDE));
            note(BESIDE, drained);
            behind.fallBehind(timers);
            note(ALONE, behind.drain(timers));
        }
    }

    private void note(String what, Span drained) {
        stage.notes().add(TITLE, DRAINED.measure(), stage.row(what), drained.perSecond(timers));
    }
}
