package dev.belfry.core.shard;

import static dev.belfry.core.Checks.require;

import java.util.Optional;
import java.util.OptionalInt;

/**
 * What a group may take of what it shares with others, counted over all nodes.
 *
 * @param weight how much it may do in its turn, beside groups with other weights
 * @param rate of callbacks that start; none by default
 * @param concurrency callbacks under way at the same time; no limit of its own by default
 */
public record GroupLimits(int weight, Optional<Rate> rate, OptionalInt concurrency) {
    public static final GroupLimits NONE =
            new GroupLimits(1, Optional.empty(), OptionalInt.empty());

    private static final int MAX_WEIGHT = 100;
    private static final int MAX_CONCURRENCY = 1_000_000;

    public GroupLimits {
        require(
                weight >= 1 && weight <= MAX_WEIGHT,
                "limits.weight",
                "must be 1 to %d",
                MAX_WEIGHT);
        require(
                concurrency.isEmpty()
                        || (concurrency.getAsInt() >= 1
                                && concurrency.getAsInt() <= MAX_CONCURRENCY),
                "limits.concurrency",
                "must be 1 to %d",
                MAX_CONCURRENCY);
    }
}
