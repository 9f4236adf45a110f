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
 * @param hostRate of callbacks that start to each single host; none by default
 * @param hostConcurrency callbacks under way to each single host; no limit of its own by default
 */
public record GroupLimits(
        int weight,
        Optional<Rate> rate,
        OptionalInt concurrency,
        Optional<Rate> hostRate,
        OptionalInt hostConcurrency) {
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
        requireConcurrency(concurrency, "limits.concurrency");
        requireConcurrency(hostConcurrency, "limits.hostConcurrency");
    }

    /** Limits that do not look at single hosts. */
    public GroupLimits(int weight, Optional<Rate> rate, OptionalInt concurrency) {
        this(weight, rate, concurrency, Optional.empty(), OptionalInt.empty());
    }

    private static void requireConcurrency(OptionalInt said, String field) {
        require(
                said.isEmpty() || (said.getAsInt() >= 1 && said.getAsInt() <= MAX_CONCURRENCY),
                field,
                "must be 1 to %d",
                MAX_CONCURRENCY);
    }
}
