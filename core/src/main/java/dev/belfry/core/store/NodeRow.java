package dev.belfry.core.store;

import static dev.belfry.core.Checks.invariant;

import dev.belfry.core.shard.Closed;
import dev.belfry.core.shard.Incarnation;
import dev.belfry.core.shard.Moved;
import dev.belfry.core.timer.GroupId;
import dev.belfry.core.timer.Instants;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/**
 * A node as it shows itself to the others.
 *
 * @param address where clients and the others reach it, as {@link NodeAddress} writes it
 * @param groups that its configuration names: a node of the first placement gives it shards of no
 *     others
 * @param placementVersion the newest placement it understands
 * @param version what it runs, and so what can be said to it
 * @param beat counts its signs of life from one
 * @param clock its wall clock when it sent the last beat
 */
public record NodeRow(
        Incarnation incarnation,
        String address,
        Set<GroupId> groups,
        int weight,
        int placementVersion,
        NodeVersion version,
        long beat,
        Instant clock) {
    public NodeRow {
        invariant(
                Moved.in(incarnation).isEmpty() && Closed.in(incarnation).isEmpty(),
                "%s is no node",
                incarnation);
        groups = Set.copyOf(groups);
        clock = Instants.floorToMillis(clock);
    }

    /** Where clients reach it. */
    public String apiAddress() {
        return NodeAddress.parse(address).api();
    }

    /** Where the others reach it; empty if it does not listen to any. */
    public Optional<String> peerAddress() {
        return NodeAddress.parse(address).peers();
    }

    /** Whether both have one name; whether they are one process is another question. */
    public boolean isNamesakeOf(NodeRow other) {
        return incarnation.node().equals(other.incarnation.node());
    }

    public NodeRow beating(long newBeat, Instant newClock) {
        return new NodeRow(
                incarnation, address, groups, weight, placementVersion, version, newBeat, newClock);
    }

    /** The same node with another share in the shards; zero for none. */
    public NodeRow weight(int newWeight) {
        return new NodeRow(
                incarnation, address, groups, newWeight, placementVersion, version, beat, clock);
    }

    /** The next life of the node, before its first beat. */
    public NodeRow reborn(long life) {
        return new NodeRow(
                new Incarnation(incarnation.node(), life),
                address,
                groups,
                weight,
                placementVersion,
                version,
                0,
                clock);
    }
}
