package dev.belfry.core.store;

import static dev.belfry.core.Checks.invariant;

import dev.belfry.core.shard.AttemptUnderWay;
import dev.belfry.core.shard.Lease;
import java.time.Instant;
import java.util.List;

/** An orderly farewell to a shard, with the attempts that are still under way. */
public record Release(Lease lease, Instant mark, List<AttemptUnderWay> underWay) {
    public Release {
        underWay = List.copyOf(underWay);
        invariant(
                underWay.size() <= AttemptUnderWay.MAX_HANDED_OVER,
                "%d attempts handed over",
                underWay.size());
    }
}
