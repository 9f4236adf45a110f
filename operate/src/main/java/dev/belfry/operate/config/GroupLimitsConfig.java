package dev.belfry.operate.config;

import static dev.belfry.core.Checks.require;

import dev.belfry.core.shard.GroupLimits;
import dev.belfry.core.shard.Rate;
import java.util.Optional;
import java.util.OptionalInt;

/** What a group may take of what it shares with others. */
public record GroupLimitsConfig(
        @Setting(
                        fallback = "1",
                        says =
                                "How much the group may do in its turn, beside groups with other"
                                        + " weights, 1 to 100.")
                int weight,
        @Setting(
                        fallback = "",
                        says =
                                "Callbacks that start in a second, on average, over all nodes; the"
                                        + " others wait in their order. Left out, no limit.")
                Optional<Double> ratePerSecond,
        @Setting(
                        fallback = "",
                        says =
                                "How many callbacks may start at once after a rest, with"
                                        + " ratePerSecond; left out, those of one second.")
                Optional<Integer> burst,
        @Setting(
                        fallback = "",
                        says =
                                "Callbacks under way at the same time, over all nodes, but one at"
                                        + " least for each loop with shards of the group. Left out,"
                                        + " no limit of its own.")
                Optional<Integer> concurrency) {
    /** The limits; they check themselves. */
    public GroupLimits toLimits() {
        require(
                burst.isEmpty() || ratePerSecond.isPresent(),
                "limits.burst",
                "needs limits.ratePerSecond beside it");
        return new GroupLimits(
                weight,
                ratePerSecond.map(this::rate),
                concurrency.map(OptionalInt::of).orElseGet(OptionalInt::empty));
    }

    private Rate rate(double perSecond) {
        return burst.map(most -> new Rate(perSecond, most))
                .orElseGet(() -> Rate.perSecond(perSecond));
    }
}
