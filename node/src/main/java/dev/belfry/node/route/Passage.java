package dev.belfry.node.route;

import static dev.belfry.core.Checks.invariant;

import java.time.Duration;

/**
 * How a request came to this node: over how many others, and until when its client waits.
 *
 * @param hops between nodes so far; zero at the node that the client called
 * @param deadlineNanos of this node's monotonic clock
 */
public record Passage(int hops, long deadlineNanos) {
    /** One to the owner, and one more if the owner was another in the first node's view. */
    public static final int MOST_HOPS = 2;

    /** Longer than an engine needs to notice that a request is overdue. */
    private static final Duration WAY_BACK = Duration.ofSeconds(1);

    private static final int WAY_BACK_PARTS = 4;

    public Passage {
        invariant(hops >= 0 && hops <= MOST_HOPS, "%d hops", hops);
    }

    public static Passage fromClient(long deadlineNanos) {
        return new Passage(0, deadlineNanos);
    }

    /** The node that the client called: only it waits and tries again. */
    public boolean isFirst() {
        return hops == 0;
    }

    public boolean mayGoOn() {
        return hops < MOST_HOPS;
    }

    Passage onward() {
        return new Passage(hops + 1, deadlineNanos);
    }

    /** The time that is left; zero when it is over. */
    public Duration left(long nowNanos) {
        return Duration.ofNanos(Math.max(0, deadlineNanos - nowNanos));
    }

    /**
     * The time that another node is given, told as a duration because the clocks of two nodes
     * differ. Its word that time is up must be back before this node has to say so itself.
     */
    public Duration allowance(long nowNanos) {
        var left = left(nowNanos);
        var part = left.dividedBy(WAY_BACK_PARTS);
        return left.minus(part.compareTo(WAY_BACK) < 0 ? part : WAY_BACK);
    }

    /** How a request came here that another node gave so much time. */
    public static Passage fromPeer(int hops, Duration allowance, long nowNanos) {
        return new Passage(hops, nowNanos + allowance.toNanos());
    }

    public boolean isOver(long nowNanos) {
        return deadlineNanos - nowNanos <= 0;
    }
}
