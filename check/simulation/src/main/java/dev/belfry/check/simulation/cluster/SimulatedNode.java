package dev.belfry.check.simulation.cluster;

import dev.belfry.check.simulation.SimulatedLoop;
import dev.belfry.check.simulation.VirtualClock;
import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.Incarnation;
import dev.belfry.core.shard.NodeId;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.NodeRow;
import dev.belfry.core.store.NodeVersion;
import dev.belfry.core.store.ShardRow;
import dev.belfry.core.timer.GroupId;
import dev.belfry.node.member.MembershipTimings;
import dev.belfry.node.member.NodeLoop;
import dev.belfry.node.member.Placement;
import dev.belfry.node.member.ProofOfLife;
import dev.belfry.node.member.Roster;
import dev.belfry.node.member.ShardHolder;
import dev.belfry.node.shard.HeldShards;
import dev.belfry.node.shard.Mailbox;
import dev.belfry.node.shard.Ports;
import dev.belfry.node.shard.ShardLoop;
import dev.belfry.node.shard.StorePort;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** One life of a node: its loops, its membership, and what it knows of the others. */
final class SimulatedNode implements ShardHolder {
    static final int LOOPS = 2;

    /** As a node's loops are judged. */
    private static final Duration HUNG = Duration.ofSeconds(2);

    /** As nobody configures them, but that held shards are verified within a run. */
    private static final MembershipTimings TIMINGS =
            new MembershipTimings(
                    MembershipTimings.DEFAULT.beatEvery(),
                    MembershipTimings.DEFAULT.proofLasts(),
                    MembershipTimings.DEFAULT.deadAfter(),
                    Duration.ofSeconds(10));

    private final SimulatedCluster cluster;
    private final NodeId id;
    private final String address;
    private final VirtualClock clock;
    private final ProofOfLife proof;
    private final SimulatedLoop<NodeLoop> member;
    private final List<SimulatedLoop<ShardLoop>> loops;
    private final List<SimulatedLoop<ShardLoop>.Wire> fromMember;
    private final List<SimulatedLoop<ShardLoop>.Wire> fromFront;
    private final SimulatedLoop<NodeLoop>.Wire toMember;
    private final HeldShards held = new HeldShards(this::closed);
    private final NodeFront front;
    private final SimulatedLifelines lifelines;
    private List<Group> groups;
    private Roster roster = Roster.NOBODY;
    private boolean dead;
    private boolean stopped;
    private boolean leaving;

    SimulatedNode(
            SimulatedCluster cluster,
            NodeId id,
            String address,
            List<Group> groups,
            VirtualClock clock) {
        this.address = address;
        this.cluster = cluster;
        this.id = id;
        this.groups = groups;
        this.clock = clock;
        this.proof = new ProofOfLife(clock, TIMINGS.proofLasts());
        this.front = new NodeFront(cluster, this);
        this.lifelines = new SimulatedLifelines(cluster, this);
        this.loops =
                IntStream.range(0, LOOPS)
                        .mapToObj(_ -> new SimulatedLoop<>(cluster.events(), this::newLoop))
                        .toList();
        this.fromMember = loops.stream().map(loop -> loop.wire(cluster::hop)).toList();
        this.fromFront = loops.stream().map(loop -> loop.wire(cluster::hop)).toList();
        this.member = new SimulatedLoop<>(cluster.events(), this::newMember);
        this.toMember = member.wire(cluster::hop);
        threads().forEach(thread -> thread.turnsAfter(cluster::lateTurn));
        threads().forEach(thread -> thread.wakesBy(clock));
        member.tell(NodeLoop::start);
        serve(groups);
    }

    /** What this node has learned of groups. */
    void serve(List<Group> known) {
        groups = known;
        member.tell(it -> it.serve(known));
    }

    private ShardLoop newLoop(Mailbox mailbox) {
        return new ShardLoop(
                new Ports(
                        storePort(mailbox),
                        cluster.store().limits(),
                        cluster.receivers().sender(this, clock, mailbox),
                        clock,
                        cluster.chance().random(),
                        proof,
                        front.orphans(),
                        held,
                        cluster.listener(id)),
                cluster.settings(),
                2);
    }

    private StorePort storePort(Mailbox mailbox) {
        return cluster.storePort(this, mailbox);
    }

    private NodeLoop newMember(Mailbox mailbox) {
        var row =
                new NodeRow(
                        new Incarnation(id, cluster.chance().random().nextLong()),
                        address,
                        groups.stream().map(Group::id).collect(Collectors.toSet()),
                        1,
                        Placement.VERSION,
                        NodeVersion.UNTOLD,
                        0,
                        clock.now());
        return new NodeLoop(
                row,
                TIMINGS,
                new NodeLoop.Ports(
                        storePort(mailbox),
                        _ -> true,
                        clock,
                        cluster.chance().random(),
                        proof,
                        this,
                        held,
                        () -> loops.stream().noneMatch(loop -> loop.hasHungFor(HUNG)),
                        this::nameTaken,
                        seen -> roster = seen,
                        lifelines,
                        cluster.listener(id)));
    }

    private void closed(ShardId shard) {
        toMember.tell(it -> it.shardClosed(shard));
    }

    /** The node's loop does something when it gets to it. */
    void tellMember(Runnable message) {
        toMember.tell(_ -> message.run());
    }

    /** The process ends. */
    private void nameTaken(NodeRow by) {
        cluster.nameTaken(this, by);
    }

    // ---- what membership tells the loops

    @Override
    public void acquire(Group group, List<ShardRow> seen, Incarnation owner) {
        seen.stream()
                .collect(Collectors.groupingBy(row -> indexOf(row.shard())))
                .forEach(
                        (index, rows) ->
                                fromMember.get(index).tell(it -> it.acquire(group, rows, owner)));
    }

    @Override
    public void regroup(Group group) {
        fromMember.forEach(loop -> loop.tell(it -> it.regroup(group)));
    }

    @Override
    public void release(List<ShardId> shards) {
        shards.stream()
                .collect(Collectors.groupingBy(this::indexOf))
                .forEach(
                        (index, some) ->
                                fromMember.get(index).tell(it -> it.release(some, () -> {})));
    }

    @Override
    public void abandonAll() {
        fromMember.forEach(loop -> loop.tell(ShardLoop::abandonAll));
    }

    @Override
    public void reclaimAll() {
        fromMember.forEach(loop -> loop.tell(ShardLoop::reclaimAll));
    }

    @Override
    public void verifyAll() {
        fromMember.forEach(loop -> loop.tell(ShardLoop::verifyAll));
    }

    private int indexOf(ShardId shard) {
        return Math.floorMod(shard.index(), loops.size());
    }

    /** The way of the front to the loop of a shard. */
    SimulatedLoop<ShardLoop>.Wire loopOf(ShardId shard) {
        return fromFront.get(indexOf(shard));
    }

    List<SimulatedLoop<ShardLoop>.Wire> loops() {
        return fromFront;
    }

    // ---- what others see of it

    NodeId id() {
        return id;
    }

    /** Where this very process listens. */
    String address() {
        return address;
    }

    SimulatedLifelines lifelines() {
        return lifelines;
    }

    /** Who is there and who should own what, as far as this node knows. */
    Roster roster() {
        return roster;
    }

    boolean knows(GroupId group) {
        return groups.stream().anyMatch(known -> known.id().equals(group));
    }

    /** Where clients and other nodes reach it. */
    NodeFront front() {
        return front;
    }

    // ---- what strikes it

    void kill() {
        dead = true;
        threads().forEach(SimulatedLoop::kill);
        cluster.network().died(address);
    }

    boolean isDead() {
        return dead;
    }

    void stop() {
        stopped = true;
        threads().forEach(SimulatedLoop::stop);
    }

    /** All that stood still goes on. */
    void cont() {
        stopped = false;
        threads().filter(SimulatedLoop::isStopped).forEach(SimulatedLoop::cont);
    }

    /** Its threads, each of which can stand still alone. */
    Stream<SimulatedLoop<?>> threads() {
        return Stream.concat(Stream.of(front.thread(), member), loops.stream());
    }

    boolean isLeaving() {
        return leaving;
    }

    boolean isStopped() {
        return stopped;
    }

    /** Looks whether due timers wait for a place, or for a limit of their group. */
    void countWaiting() {
        loops.forEach(loop -> loop.tell(this::countWaiting));
    }

    private void countWaiting(ShardLoop loop) {
        if (loop.hostStats().stream().anyMatch(host -> host.queued() > 0)) {
            cluster.scribe().struck(Strike.PLACES_FULL);
        }
        var limits = loop.stats().limits().values();
        if (limits.stream().anyMatch(it -> it.waitForRate() > 0)) {
            cluster.scribe().struck(Strike.RATE_REACHED);
        }
        if (limits.stream().anyMatch(it -> it.waitForConcurrency() > 0)) {
            cluster.scribe().struck(Strike.CONCURRENCY_REACHED);
        }
    }

    VirtualClock clock() {
        return clock;
    }

    /** Leaves in good order: finishes its attempts, releases its shards, takes its row away. */
    void leave(Runnable gone) {
        leaving = true;
        member.tell(it -> it.retire(() -> {}));
        var waiting = new int[] {loops.size()};
        Runnable released =
                () -> {
                    if (--waiting[0] == 0) {
                        member.tell(node -> node.leave(gone));
                    }
                };
        for (var loop : loops) {
            loop.tell(
                    it -> {
                        it.stopFiring();
                        it.whenQuiet(() -> it.release(it.shards(), released));
                    });
        }
    }
}
