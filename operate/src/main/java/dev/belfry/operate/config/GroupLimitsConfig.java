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
                Optional<Integer> concurrency,
        @Setting(
                        fallback = "",
                        says =
                                "Callbacks that start in a second to each single host of the group"
                                        + " (with its port), on average, over all nodes; timers for"
                                        + " other hosts go on. Left out, no limit.")
                Optional<Double> hostRatePerSecond,
        @Setting(
                        fallback = "",
                        says =
                                "Callbacks of the group under way at the same time to each single"
                                        + " host, counted like concurrency. Left out, no limit of"
                                        + " its own.")
                Optional<Integer> hostConcurrency) {
    /** The limits; they check themselves. */
    public GroupLimits toLimits() {
        require(
                burst.isEmpty() || ratePerSecond.isPresent(),
                "limits.burst",
                "needs limits.ratePerSecond beside it");
        return new GroupLimits(
                weight,
                ratePerSecond.map(this::rate),
                whole(concurrency),
                hostRatePerSecond.map(Rate::perSecondToHost),
                whole(hostConcurrency));
    }

    private static OptionalInt whole(Optional<Integer> said) {
        return said.map(OptionalInt::of).orElseGet(OptionalInt::empty);
    }

    private Rate rate(double perSecond) {
        return burst.map(most -> new Rate(perSecond, most))
                .orElseGet(() -> Rate.perSecond(perSecond));
    }
}
