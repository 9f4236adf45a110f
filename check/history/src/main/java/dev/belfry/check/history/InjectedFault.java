package dev.belfry.check.history;

import static dev.belfry.core.Checks.require;

import dev.belfry.core.shard.NodeId;
import dev.belfry.core.shard.ShardId;
import java.time.Instant;
import java.util.Set;

/**
 * Something bad that was done on purpose. It only ever explains what was seen.
 *
 * @param until when it was over; a crash may end where it begins
 * @param nodes whom it struck; empty means any
 * @param shards which it struck; empty means any
 */
public record InjectedFault(
        FaultKind kind, Instant from, Instant until, Set<NodeId> nodes, Set<ShardId> shards) {
    public InjectedFault {
        require(!until.isBefore(from), "until", "%s is before %s", until, from);
        nodes = Set.copyOf(nodes);
        shards = Set.copyOf(shards);
    }

    /** A fault that may have struck anybody. */
    public static InjectedFault anywhere(FaultKind kind, Instant from, Instant until) {
        return new InjectedFault(kind, from, until, Set.of(), Set.of());
    }
}
