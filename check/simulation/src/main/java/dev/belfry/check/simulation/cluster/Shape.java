package dev.belfry.check.simulation.cluster;

import dev.belfry.core.shard.Group;
import dev.belfry.core.timer.GroupId;
import java.time.Duration;
import java.util.List;
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
 */
public record Shape(
        int nodes,
        int shards,
        Duration trouble,
        Duration clientPause,
        Duration strikeEvery,
        double faultRate,
        Duration hop,
        Mood mood) {
    private static final int FEW_SHARDS = 10;
    private static final int MANY_SHARDS = 200;

    /** One run in so many is of a large cluster, which costs as much as many small ones. */
    private static final int LARGE_ONE_IN = 150;

    static Shape of(SplittableRandom random) {
        var moods = Mood.values();
        var mood = moods[random.nextInt(moods.length)];
        boolean large = random.nextInt(LARGE_ONE_IN) == 0;
        return new Shape(
                large ? 5 + random.nextInt(16) : 1 + random.nextInt(4),
                large ? MANY_SHARDS : FEW_SHARDS,
                Duration.ofSeconds(8 + random.nextInt(22)),
                Duration.ofMillis(60 + random.nextInt(140)),
                Duration.ofMillis(1_000 + random.nextInt(12_000)),
                random.nextInt(3) == 0 || mood == Mood.MOVING ? 0 : random.nextDouble() * 0.03,
                Duration.ofMillis(List.of(0, 5, 50).get(random.nextInt(3))),
                mood);
    }

    /** One group keeps what it fired. */
    List<Group> groups() {
        int some = shards * 4 / 10;
        return List.of(
                new Group(new GroupId("alpha"), some, Duration.ZERO, Duration.ofHours(1)),
                new Group(
                        new GroupId("beta"),
                        shards - some,
                        Duration.ofMinutes(30),
                        Duration.ofHours(1)));
    }

    Shape nodes(int other) {
        return new Shape(other, shards, trouble, clientPause, strikeEvery, faultRate, hop, mood);
    }

    Shape trouble(Duration other) {
        return new Shape(nodes, shards, other, clientPause, strikeEvery, faultRate, hop, mood);
    }

    Shape clientPause(Duration other) {
        return new Shape(nodes, shards, trouble, other, strikeEvery, faultRate, hop, mood);
    }

    Shape strikeEvery(Duration other) {
        return new Shape(nodes, shards, trouble, clientPause, other, faultRate, hop, mood);
    }

    Shape faultRate(double other) {
        return new Shape(nodes, shards, trouble, clientPause, strikeEvery, other, hop, mood);
    }

    Shape hop(Duration other) {
        return new Shape(nodes, shards, trouble, clientPause, strikeEvery, faultRate, other, mood);
    }

    /** Whether anything can still happen in it. */
    boolean isWorthwhile() {
        return trouble.compareTo(Duration.ofMillis(500)) > 0
                && strikeEvery.compareTo(trouble.multipliedBy(100)) < 0
                && clientPause.compareTo(trouble) < 0;
    }
}
