package dev.belfry.check.simulation.cluster;

import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.GroupLimits;
import dev.belfry.core.shard.Rate;
import dev.belfry.core.timer.GroupId;
import dev.belfry.node.shard.LoopSettings;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * How much happens in a run; a failing run is made smaller by lowering these.
 *
 * @param shards of both groups together
 * @param trouble how long clients and nemesis act
 * @param strikeEvery the longest pause between two strikes
 * @param faultRate of single store calls
 * @param hop the longest time that a message takes from one thread of a node to another
 * @param mood what the nemesis likes to do
 * @param spared what does not strike in this run
 */
public record Shape(
        int nodes,
        int shards,
        Duration trouble,
        Duration clientPause,
        Duration strikeEvery,
        double faultRate,
        Duration hop,
        Mood mood,
        Set<Strike> spared) {
    private static final int FEW_SHARDS = 10;
    private static final int MANY_SHARDS = 200;

    /** One run in so many is of a large cluster, which costs as much as many small ones. */
    private static final int LARGE_ONE_IN = 150;

    private static final int LIMITED_ONE_IN = 3;

    /** Less than clients ask for, and enough to catch up when they are quiet. */
    private static final Rate RATE = new Rate(5, 3);

    private static final int CONCURRENCY = 6;
    private static final int WEIGHT = 3;

    /** So long that no timer is put off because of its host: that would look stuck. */
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private static final Set<Strike> LIMITS =
            EnumSet.of(Strike.WINDOW_SMALL, Strike.PLACES_FULL, Strike.QUEUE_FULL);

    public Shape {
        spared = Set.copyOf(spared);
    }

    static Shape of(SplittableRandom random) {
        var mood = Mood.of(random);
        boolean large = random.nextInt(LARGE_ONE_IN) == 0;
        return new Shape(
                large ? 5 + random.nextInt(16) : 1 + random.nextInt(4),
                large ? MANY_SHARDS : FEW_SHARDS,
                Duration.ofSeconds(8 + random.nextInt(22)),
                Duration.ofMillis(60 + random.nextInt(140)),
                Duration.ofMillis(1_000 + random.nextInt(12_000)),
                random.nextInt(3) == 0 || !mood.hasFaults() ? 0 : random.nextDouble() * 0.03,
                Duration.ofMillis(List.of(0, 5, 50).get(random.nextInt(3))),
                mood,
                spared(random, mood));
    }

    /** What a whole run has or has not. */
    private static Set<Strike> spared(SplittableRandom random, Mood mood) {
        var spared = EnumSet.noneOf(Strike.class);
        if (random.nextInt(4) > 0) {
            spared.addAll(LIMITS);
        }
        if (random.nextBoolean()) {
            spared.add(Strike.KEPT_EXPIRED);
        }
        if (random.nextBoolean()) {
            spared.add(Strike.CLOCK_RATE);
        }
        if (!mood.hasFaults()) {
            spared.addAll(
                    EnumSet.of(
                            Strike.STALE_PAGE,
                            Strike.STALE_PAGE_OLD_ROWS,
                            Strike.COMMIT_PARTLY_APPLIED,
                            Strike.MESSAGE_LATE,
                            Strike.MESSAGE_DOUBLED,
                            Strike.SENDER_SILENT));
        }
        if (random.nextInt(LIMITED_ONE_IN) > 0) {
            spared.add(Strike.RATE_REACHED);
        }
        if (random.nextInt(LIMITED_ONE_IN) > 0) {
            spared.add(Strike.CONCURRENCY_REACHED);
        }
        return spared;
    }

    boolean has(Strike strike) {
        return !spared.contains(strike);
    }

    boolean isLarge() {
        return shards == MANY_SHARDS;
    }

    /** One group keeps what it fired. Each may have limits. */
    List<Group> groups() {
        int some = shards * 4 / 10;
        boolean expires = has(Strike.KEPT_EXPIRED);
        var failed = expires ? Duration.ofSeconds(6) : Duration.ofHours(1);
        var reached = expires ? Duration.ofSeconds(3) : Duration.ofMinutes(30);
        return List.of(
                new Group(new GroupId("alpha"), some, Duration.ZERO, failed).limits(rate()),
                new Group(new GroupId("beta"), shards - some, reached, failed)
                        .limits(concurrency()));
    }

    boolean hasLimits() {
        return has(Strike.RATE_REACHED) || has(Strike.CONCURRENCY_REACHED);
    }

    private GroupLimits rate() {
        return has(Strike.RATE_REACHED)
                ? new GroupLimits(1, Optional.of(RATE), OptionalInt.empty())
                : GroupLimits.NONE;
    }

    private GroupLimits concurrency() {
        return has(Strike.CONCURRENCY_REACHED)
                ? new GroupLimits(WEIGHT, Optional.empty(), OptionalInt.of(CONCURRENCY))
                : GroupLimits.NONE;
    }

    /** What a loop may use: everything is soon full, or hardly ever. */
    LoopSettings settings() {
        int places = has(Strike.PLACES_FULL) ? 6 : 40;
        return new LoopSettings(1 << 20, places, places / 3, PATIENCE, Duration.ofMillis(200), 20);
    }

    /** How long a payload may be, so that windows and queues are soon full, or hardly ever. */
    int payloadBytes() {
        return has(Strike.WINDOW_SMALL) ? 24 << 10 : 0;
    }

    Shape nodes(int other) {
        return new Shape(
                other, shards, trouble, clientPause, strikeEvery, faultRate, hop, mood, spared);
    }

    Shape trouble(Duration other) {
        return new Shape(
                nodes, shards, other, clientPause, strikeEvery, faultRate, hop, mood, spared);
    }

    Shape clientPause(Duration other) {
        return new Shape(nodes, shards, trouble, other, strikeEvery, faultRate, hop, mood, spared);
    }

    Shape strikeEvery(Duration other) {
        return new Shape(nodes, shards, trouble, clientPause, other, faultRate, hop, mood, spared);
    }

    Shape faultRate(double other) {
        return new Shape(
                nodes, shards, trouble, clientPause, strikeEvery, other, hop, mood, spared);
    }

    Shape hop(Duration other) {
        return new Shape(
                nodes, shards, trouble, clientPause, strikeEvery, faultRate, other, mood, spared);
    }

    Shape sparing(Strike strike) {
        var more = EnumSet.of(strike);
        more.addAll(spared);
        return new Shape(
                nodes, shards, trouble, clientPause, strikeEvery, faultRate, hop, mood, more);
    }

    /** Whether anything can still happen in it. */
    boolean isWorthwhile() {
        return trouble.compareTo(Duration.ofMillis(500)) > 0
                && strikeEvery.compareTo(trouble.multipliedBy(100)) < 0
                && clientPause.compareTo(trouble) < 0;
    }
}
