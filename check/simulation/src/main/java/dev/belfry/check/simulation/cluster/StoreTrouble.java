package dev.belfry.check.simulation.cluster;

import static dev.belfry.check.simulation.cluster.NodeTrouble.RECOVERY;

import dev.belfry.check.history.FaultKind;
import dev.belfry.check.simulation.cluster.Weather.Slowness;
import dev.belfry.core.shard.NodeId;
import java.time.Duration;
import java.util.Set;
import java.util.function.Supplier;

/** What strikes the store of a cluster and the ways to it; each ends. */
final class StoreTrouble {
    private static final Duration WORST_CLOCK = Duration.ofSeconds(10);
    private static final Duration LOST = Duration.ofSeconds(1);

    private final SimulatedCluster cluster;

    StoreTrouble(SimulatedCluster cluster) {
        this.cluster = cluster;
    }

    private void later(Duration after, Runnable action) {
        cluster.events().after(after, action);
    }

    private void fault(FaultKind kind, Duration lasts) {
        cluster.scribe().fault(kind, lasts.plus(RECOVERY), Set.of());
    }

    void cutOff(NodeId id) {
        var lasts = cluster.chance().millis(200, 8_000);
        cluster.struck(Strike.CUT_FROM_STORE, id + " for " + lasts);
        fault(FaultKind.STORE_OUTAGE, lasts);
        cluster.weather().cutOff(id);
        later(lasts, () -> cluster.weather().reconnect(id));
    }

    void outage() {
        var lasts = cluster.chance().millis(100, 5_000);
        cluster.struck(Strike.STORE_OUTAGE, "for " + lasts);
        fault(FaultKind.STORE_OUTAGE, lasts);
        cluster.weather().down(true);
        later(lasts, () -> cluster.weather().down(false));
    }

    void brownOut() {
        slow(Strike.BROWN_OUT, Slowness.EVERYTHING_SLOW);
    }

    void failReads() {
        slow(Strike.READS_FAIL, Slowness.READS_FAIL);
    }

    void slowBeats() {
        slow(Strike.BEATS_SLOW, Slowness.BEATS_SLOW);
    }

    private void slow(Strike strike, Slowness how) {
        var lasts = cluster.chance().millis(500, 8_000);
        cluster.struck(strike, "for " + lasts);
        fault(FaultKind.STORE_OUTAGE, lasts);
        cluster.weather().slow(how);
        later(lasts, () -> cluster.weather().recovered(how));
    }

    // ---- its clock

    void wrongClock() {
        var by = cluster.chance().between(WORST_CLOCK.negated(), WORST_CLOCK);
        clock(Strike.STORE_CLOCK_WRONG, "by " + by, () -> by);
    }

    void fickleClock() {
        clock(Strike.STORE_CLOCK_FICKLE, "", this::anyError);
    }

    private Duration anyError() {
        return cluster.chance().of(0.6)
                ? Duration.ZERO
                : cluster.chance().between(WORST_CLOCK.negated(), WORST_CLOCK);
    }

    /** It stops nobody who has others to compare with, so that it excuses nothing. */
    private void clock(Strike strike, String how, Supplier<Duration> error) {
        var lasts = cluster.chance().millis(500, 25_000);
        cluster.struck(strike, how + " for " + lasts);
        if (cluster.nodeIds().size() == 1) {
            fault(FaultKind.CLOCK_STEP, lasts);
        }
        cluster.storeClock(false, error);
        later(lasts, () -> cluster.storeClock(true, () -> Duration.ZERO));
    }

    // ---- what it forgets

    /** A failed-over database forgets the last claim of a shard. */
    void rollBack() {
        var group = cluster.chance().pick(cluster.groups());
        var shard = cluster.chance().pick(group.shards());
        cluster.struck(Strike.EPOCH_ROLLED_BACK, shard.toString());
        cluster.rollBack(shard);
    }

    /** A replica is promoted that got nothing for a second. */
    void loseLastSecond() {
        if (cluster.store().isLagging()) {
            return;
        }
        var since = cluster.scribe().now();
        cluster.store().lag();
        later(
                LOST,
                () -> {
                    cluster.struck(Strike.LAST_SECOND_LOST, "");
                    fault(FaultKind.FORCED_MOVE, Duration.ZERO);
                    cluster.scribe().lost(since, cluster.store().promote());
                });
    }
}
