package dev.belfry.operate.metrics;

import dev.belfry.node.route.Delivery;
import dev.belfry.node.route.PeerListener;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/** Counts and times a node's part in the cluster. Thread-safe. */
public final class ClusterMetrics implements PeerListener {
    private final Timer answered;
    private final Timer notSent;
    private final Timer lost;
    private final Counter here;
    private final Counter there;
    private final Counter waits;
    private final Counter claimed;
    private final Counter closed;
    private volatile Duration clockOffset = Duration.ZERO;

    public ClusterMetrics(MeterRegistry registry) {
        this.answered = hops(registry, "answered");
        this.notSent = hops(registry, "notSent");
        this.lost = hops(registry, "lost");
        this.here = changes(registry, "here");
        this.there = changes(registry, "forwarded");
        this.waits =
                Counter.builder("belfry.forwarding.waits")
                        .description("Waits of changes for shards without an owner to take them")
                        .register(registry);
        this.claimed = moves(registry, "claimed");
        this.closed = moves(registry, "closed");
        Gauge.builder("belfry.clock.offset.seconds", () -> clockOffset.toMillis() / 1_000.0)
                .description("How far this node's clock and the store's are apart, at least")
                .register(registry);
    }

    /** The nodes in this node's view, known once there is an engine. */
    public void register(MeterRegistry registry, IntSupplier viewSize, Supplier<Boolean> proven) {
        Gauge.builder("belfry.cluster.members", viewSize::getAsInt)
                .description("Nodes that this node counts as alive, itself among them")
                .register(registry);
        Gauge.builder("belfry.cluster.proven", () -> proven.get() ? 1 : 0)
                .description("Whether this node may act as the owner of its shards")
                .register(registry);
    }

    private static Timer hops(MeterRegistry registry, String outcome) {
        return Timer.builder("belfry.forwarding.hop")
                .description("Requests to other nodes, from the call to the answer")
                .tag("outcome", outcome)
                .serviceLevelObjectives(Buckets.STORE)
                .register(registry);
    }

    private static Counter changes(MeterRegistry registry, String where) {
        return Counter.builder("belfry.forwarding.changes")
                .description("Changes that clients asked of this node, by where they were made")
                .tag("where", where)
                .register(registry);
    }

    private static Counter moves(MeterRegistry registry, String what) {
        return Counter.builder("belfry.shards.moves")
                .description("Shards that came to this node (claimed) or left it (closed)")
                .tag("what", what)
                .register(registry);
    }

    @Override
    public void delivered(Delivery<?> delivery, Duration took) {
        var hops =
                switch (delivery) {
                    case Delivery.Answered<?> _ -> answered;
                    case Delivery.NotSent<?> _ -> notSent;
                    case Delivery.Lost<?> _ -> lost;
                };
        hops.record(took);
    }

    @Override
    public void servedHere(int changes) {
        here.increment(changes);
    }

    @Override
    public void sentOn(int changes) {
        there.increment(changes);
    }

    @Override
    public void waiting(int changes) {
        waits.increment(changes);
    }

    void shardClaimed() {
        claimed.increment();
    }

    void shardClosed() {
        closed.increment();
    }

    void clocksCompared(Duration apart) {
        clockOffset = apart;
    }

    /** Changes that clients asked of this node and that it made itself, since its start. */
    public long servedHere() {
        return (long) here.count();
    }

    /** Changes that clients asked of this node and that it passed on. */
    public long sentOn() {
        return (long) there.count();
    }

    public long shardsClaimed() {
        return (long) claimed.count();
    }

    public long shardsClosed() {
        return (long) closed.count();
    }

    /** How far this node's clock and the store's are apart, at least. */
    public Duration clockOffset() {
        return clockOffset;
    }
}
