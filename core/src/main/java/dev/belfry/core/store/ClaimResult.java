package dev.belfry.core.store;

import dev.belfry.core.shard.AttemptUnderWay;
import dev.belfry.core.shard.Lease;
import java.time.Instant;
import java.util.List;

/** What became of one claim. */
public sealed interface ClaimResult {
    /** The shard is the claimer's; whatever was sent under an earlier lease is fenced. */
    record Claimed(Lease lease, Instant mark, List<AttemptUnderWay> handedOver)
            implements ClaimResult {}

    /** The shard stands otherwise than the claimer saw it. */
    record Refused(ShardRow current) implements ClaimResult {}
}
