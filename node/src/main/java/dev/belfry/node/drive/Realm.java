package dev.belfry.node.drive;

import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.Departure.Kept;
import dev.belfry.core.store.NodeRow;
import dev.belfry.core.store.Pause;
import dev.belfry.core.store.StoreException;
import dev.belfry.core.store.Territory;
import dev.belfry.core.store.TimerStore;
import dev.belfry.core.timer.GroupId;
import dev.belfry.node.fire.CallbackSender;
import dev.belfry.node.member.FirstSightings;
import dev.belfry.node.member.Lifelines;
import dev.belfry.node.member.MembershipTimings;
import dev.belfry.node.member.NameClash;
import dev.belfry.node.member.NodeLoop;
import dev.belfry.node.member.ProofOfLife;
import dev.belfry.node.member.Roster;
import dev.belfry.node.shard.HeldShards;
import dev.belfry.node.shard.LoopSettings;
import dev.belfry.node.shard.Mailbox;
import dev.belfry.node.shard.Ports;
import dev.belfry.node.shard.ShardDeparture;
import dev.belfry.node.shard.ShardLoop;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongConsumer;
import java.util.function.ObjLongConsumer;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * One database of a node: the loops of the shards that live in it, and the node's place among those
 * who use it. Its faults are no other realm's. Thread-safe.
 */
final class Realm {
    private final Territory territory;
    private final Engine.Parts parts;
    private final MembershipTimings timings;
    private final Executor storeThreads;
    private final Consumer<Throwable> failed;
    private final ProofOfLife beats;
    private final Loops loops;
    private final HeldShards held = new HeldShards(shard -> supply().closed(shard));
    private volatile ShardSupply supply = ShardSupply.NONE;

    Realm(
            Territory territory,
            EngineSettings settings,
            LoopSettings share,
            Engine.Parts parts,
            Executor storeThreads,
            Consumer<Throwable> failed) {
        this.territory = territory;
        this.parts = parts;
        this.storeThreads = storeThreads;
        this.failed = failed;
        this.timings = settings.timings();
        this.beats = new ProofOfLife(parts.clock(), timings.proofLasts());
        this.loops =
                new Loops(
                        IntStream.range(0, settings.loops())
                                .mapToObj(index -> newLoop(index, settings.loops(), share))
                                .toList(),
                        parts.listener());
    }

    private LoopThread<ShardLoop> newLoop(int index, int loopCount, LoopSettings share) {
        var random = parts.random().split();
        return new LoopThread<>(
                "belfry-loop-%s%d".formatted(territory.name(), index),
                parts.clock(),
                mailbox -> new ShardLoop(ports(random, mailbox), share, loopCount),
                failed);
    }

    private Ports ports(RandomGenerator random, Mailbox mailbox) {
        return new Ports(
                new ExecutorStorePort(store(), storeThreads, mailbox),
                store().limits(),
                onLoop(parts.callbacks(), mailbox),
                parts.clock(),
                random,
                life -> !store().isShared() || beats.holds(life),
                parts.orphans(),
                held,
                parts.listener());
    }

    /** A sender asks and replies on threads of its own; the loop must hear of it as a message. */
    private static CallbackSender onLoop(CallbackSender sender, Mailbox mailbox) {
        return (attempt, recheck, reply) ->
                sender.send(
                        attempt,
                        answer -> mailbox.post(() -> recheck.mayLeave(answer)),
                        given -> mailbox.post(() -> reply.accept(given)));
    }

    private static Lifelines onLoop(Lifelines lifelines, Mailbox mailbox) {
        return new Lifelines() {
            @Override
            public void keep(Collection<NodeRow> others, ObjLongConsumer<NodeRow> refused) {
                lifelines.keep(others, (node, at) -> mailbox.post(() -> refused.accept(node, at)));
            }

            @Override
            public void ask(NodeRow other, LongConsumer refused) {
                lifelines.ask(other, at -> mailbox.post(() -> refused.accept(at)));
            }
        };
    }

    private ShardSupply supply() {
        return supply;
    }

    private ShardSupply newSupply() {
        return store().isShared()
                ? new SharedStore(parts.clock(), this::newMember, failed)
                : new WholeStore(
                        parts.self().get(),
                        territory,
                        loops,
                        storeThreads,
                        parts.clock(),
                        new FirstSightings(timings.proofLasts()));
    }

    private NodeLoop newMember(Mailbox mailbox, Consumer<Roster> rosterChanged) {
        return new NodeLoop(
                parts.self().get(),
                timings,
                new NodeLoop.Ports(
                        new ExecutorStorePort(store(), storeThreads, mailbox),
                        territory.homes(),
                        parts.clock(),
                        parts.random().split(),
                        beats,
                        loops,
                        held,
                        loops::allTurn,
                        living -> failed.accept(new NameClash(living)),
                        rosterChanged,
                        onLoop(parts.lifelines().get(), mailbox),
                        parts.listener()));
    }

    private TimerStore store() {
        return territory.store();
    }

    boolean holds(ShardId shard) {
        return territory.homes().holds(shard);
    }

    /** Shards may have come or gone. */
    void homesChanged() {
        supply.homesChanged();
    }

    /** The way of a shard to another database, if it is held here. */
    ShardDeparture departure(ShardId shard, Function<String, Kept> kept) {
        return new ShardDeparture(shard, loops.of(shard)::tell, held, kept);
    }

    /** Whether the database keeps from now on what it acknowledges; one without others does. */
    Supplier<Kept> history() {
        return store().isShared()
                ? new KeptHistory(beats, parts.clock(), () -> supply.beatAtOnce())::kept
                : () -> Kept.ALL;
    }

    String name() {
        return territory.name();
    }

    Loops loops() {
        return loops;
    }

    /** Whether this node may act as the owner of its shards. */
    boolean isProven() {
        return !store().isShared() || beats.holds();
    }

    /** Proven, and placement has been worked out. */
    boolean knowsItsShare() {
        return isProven() && !roster().view().members().isEmpty();
    }

    Roster roster() {
        return supply.roster();
    }

    /** A shard that lives in another database must not be taken for an empty one. */
    void requireNoneMoved(Collection<Group> groups) {
        groups.stream()
                .flatMap(group -> store().leases().shards(group.id()).stream())
                .filter(row -> holds(row.shard()) && !territory.homes().opens(row))
                .filter(row -> row.elsewhere().isPresent())
                .findFirst()
                .ifPresent(
                        row -> {
                            throw new StoreException.Rejected(
                                    "shard %s %s, which is not configured: list all databases in store.databases"
                                            .formatted(row.shard(), row.elsewhere().orElseThrow()));
                        });
    }

    void pause(Pause pause) {
        store().pauses().pause(pause);
    }

    void resume(GroupId group) {
        store().pauses().resume(group);
    }

    /** Comes by the shards of these groups. */
    void start(List<Group> groups) {
        supply = newSupply();
        loops.start();
        supply.start();
        supply.serve(groups);
    }

    void serve(List<Group> groups) {
        supply.serve(groups);
    }

    /** Gives its shards to other nodes, if there are any, and gets no more. */
    void handOver(Duration patience) {
        supply.retire(patience);
    }

    /** Finishes and settles what is under way as far as the time allows, then lets go. */
    void stop(Duration patience, Duration soon) {
        supply.retire(Duration.ZERO);
        loops.await(ShardLoop::whenQuiet, patience);
        loops.await((loop, done) -> loop.release(loop.shards(), done), soon);
        supply.leave(soon);
    }

    void close() {
        supply.close();
        loops.close();
    }
}
