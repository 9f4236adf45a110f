package dev.belfry.check.simulation.cluster;

import java.time.Duration;
import java.util.List;
import java.util.random.RandomGenerator;

/** All randomness of a simulation, from one seed. */
record Chance(RandomGenerator random) {
    boolean of(double probability) {
        return random.nextDouble() < probability;
    }

    <T> T pick(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    /** Between the two, both possible. */
    Duration between(Duration least, Duration most) {
        long range = most.toNanos() - least.toNanos();
        return least.plusNanos(range == 0 ? 0 : random.nextLong(range + 1));
    }

    Duration millis(long least, long most) {
        return Duration.ofMillis(least + random.nextLong(most - least + 1));
    }
}
