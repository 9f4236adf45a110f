package dev.belfry.engine;

import dev.belfry.core.InvalidValueException;
import dev.belfry.core.mutation.Create;
import dev.belfry.core.mutation.Delete;
import dev.belfry.core.mutation.Mutation;
import dev.belfry.core.mutation.Patch;
import dev.belfry.core.mutation.Precondition;
import dev.belfry.core.mutation.Put;
import dev.belfry.core.mutation.Redrive;
import dev.belfry.core.mutation.Stamp;
import dev.belfry.core.mutation.TimerPatch;
import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.NodeRow;
import dev.belfry.core.store.Pause;
import dev.belfry.core.store.TimerStore;
import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.GroupId;
import dev.belfry.core.timer.TimerKey;
import dev.belfry.core.timer.TimerSpec;
import dev.belfry.core.timer.TimerUuid;
import dev.belfry.engine.callback.CallbackSender;
import dev.belfry.engine.loop.ExecutorStorePort;
import dev.belfry.engine.loop.LoopSettings;
import dev.belfry.engine.loop.LoopThread;
import dev.belfry.engine.loop.Mailbox;
import dev.belfry.engine.loop.OrphanReplies;
import dev.belfry.engine.loop.Ports;
import dev.belfry.engine.loop.ShardLoop;
import dev.belfry.engine.membership.MembershipTimings;
import dev.belfry.engine.membership.NodeLoop;
import dev.belfry.engine.membership.ProofOfLife;
import dev.belfry.engine.membership.Roster;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/** The engine of a node: takes changes of timers in its shards, and fires them. Thread-safe. */
public final class Engine implements AutoCloseable {
    /** A loop that has not taken a message by then is stuck. */
    private static final Duration SOON = Duration.ofSeconds(5);

    private static final MembershipTimings TIMINGS = MembershipTimings.DEFAULT;

    private final EngineSettings settings;
    private final TimerStore store;
    private final Map<GroupId, Group> groups;
    private final EngineClock clock;
    private final ExecutorService storeThreads;
    private final LifeProof proof;
    private final Loops loops;
    private final Supplier<ShardSupply> newSupply;
    private final Map<Long, CompletableFuture<Outcome>> pending = new ConcurrentHashMap<>();
    private final AtomicLong requests = new AtomicLong();
    private volatile ShardSupply supply = ShardSupply.NONE;
    private volatile boolean closing;

    /**
     * What an engine is made of.
     *
     * @param self the node as it shows itself to others; asked for when the engine starts
     * @param orphans takes replies to attempts of shards that have moved to other nodes
     * @param failed is told of a mistake that ended a loop: the engine is of no use any more
     */
    public record Parts(
            Supplier<NodeRow> self,
            TimerStore store,
            List<Group> groups,
            CallbackSender callbacks,
            EngineClock clock,
            RandomGenerator.SplittableGenerator random,
            OrphanReplies orphans,
            EngineListener listener,
            Consumer<Throwable> failed) {}

    public Engine(EngineSettings settings, Parts parts) {
        this.settings = settings;
        this.store = parts.store();
        this.groups = new LinkedHashMap<>();
        parts.groups().forEach(group -> groups.put(group.id(), group));
        this.clock = parts.clock();
        this.storeThreads = Executors.newVirtualThreadPerTaskExecutor();
        var beats = new ProofOfLife(clock, TIMINGS.proofLasts());
        this.proof = store.isShared() ? beats : () -> true;
        this.loops =
                new Loops(
                        IntStream.range(0, settings.loops())
                                .mapToObj(index -> newLoop(index, parts))
                                .toList(),
                        parts.listener());
        this.newSupply = () -> store.isShared() ? shared(parts, beats) : whole(parts);
    }

    private ShardSupply whole(Parts parts) {
        return new WholeStore(parts.self().get(), store, parts.groups(), loops);
    }

    private ShardSupply shared(Parts parts, ProofOfLife beats) {
        return new SharedStore(
                clock,
                (mailbox, rosterChanged) ->
                        new NodeLoop(
                                parts.self().get(),
                                parts.groups(),
                                TIMINGS,
                                new NodeLoop.Ports(
                                        new ExecutorStorePort(store, storeThreads, mailbox),
                                        clock,
                                        parts.random().split(),
                                        beats,
                                        loops,
                                        loops::allTurn,
                                        rosterChanged,
                                        parts.listener())),
                failure -> failed(failure, parts.failed()));
    }

    private LoopThread<ShardLoop> newLoop(int index, Parts parts) {
        var random = parts.random().split();
        return new LoopThread<>(
                "belfry-loop-" + index,
                clock,
                mailbox -> new ShardLoop(ports(parts, random, mailbox), share(), parallelCalls()),
                failure -> failed(failure, parts.failed()));
    }

    private Ports ports(Parts parts, RandomGenerator random, Mailbox mailbox) {
        return new Ports(
                new ExecutorStorePort(store, storeThreads, mailbox),
                store.limits(),
                onLoop(parts.callbacks(), mailbox),
                clock,
                random,
                proof,
                parts.orphans(),
                this::closed,
                parts.listener());
    }

    private void closed(ShardId shard) {
        supply.closed(shard);
    }

    /** A sender replies on threads of its own; the loop must hear of it as a message. */
    private static CallbackSender onLoop(CallbackSender sender, Mailbox mailbox) {
        return (attempt, reply) ->
                sender.send(attempt, given -> mailbox.post(() -> reply.accept(given)));
    }

    private LoopSettings share() {
        return new LoopSettings(
                settings.memoryBytes() / settings.loops(),
                settings.maxInFlight() / settings.loops(),
                settings.maxInFlightPerHost() / settings.loops(),
                settings.permitPatience(),
                settings.auditInterval(),
                settings.auditRows());
    }

    private int parallelCalls() {
        return Math.max(1, store.limits().parallelCalls() / settings.loops());
    }

    /** Makes the groups ready in the store: from now on their timers can be found. */
    public void open() {
        groups.values().forEach(store::openGroup);
    }

    /** Comes by its shards; timers fire from now on. */
    public void start() {
        supply = newSupply.get();
        loops.start();
        supply.start();
    }

    /** Whether this node may act as the owner of its shards. */
    public boolean isProven() {
        return proof.holds();
    }

    /** Who is there and who should own what. */
    public Roster roster() {
        return supply.roster();
    }

    // ---- timers

    public CompletableFuture<Outcome> create(TimerKey key, TimerSpec spec, Duration timeout) {
        var uuid = TimerUuid.of(key);
        return submit(key, stamp -> new Create(key, uuid, spec, stamp), timeout);
    }

    public CompletableFuture<Outcome> put(
            TimerKey key, TimerSpec spec, Precondition precondition, Duration timeout) {
        var uuid = TimerUuid.of(key);
        return submit(key, stamp -> new Put(key, uuid, spec, precondition, stamp), timeout);
    }

    public CompletableFuture<Outcome> patch(
            TimerKey key, TimerPatch patch, Precondition precondition, Duration timeout) {
        return submit(key, stamp -> new Patch(key, patch, precondition, stamp), timeout);
    }

    public CompletableFuture<Outcome> delete(
            TimerKey key, Precondition precondition, Duration timeout) {
        return submit(key, _ -> new Delete(key, precondition), timeout);
    }

    public CompletableFuture<Outcome> redrive(TimerKey key, Duration timeout) {
        return submit(key, stamp -> new Redrive(key, stamp), timeout);
    }

    private CompletableFuture<Outcome> submit(
            TimerKey key, Function<Stamp, Mutation> change, Duration timeout) {
        var shard = group(key.group()).shardOf(key);
        long deadline = clock.nanos() + timeout.toNanos();
        if (closing || loops.of(shard).isClosed()) {
            return CompletableFuture.completedFuture(
                    new Outcome.NotApplied(Outcome.Reason.NOT_OWNER));
        }
        var outcome = new CompletableFuture<Outcome>();
        long number = requests.incrementAndGet();
        pending.put(number, outcome);
        loops.of(shard).tell(it -> it.submit(shard, change, deadline, outcome::complete));
        if (closing || loops.of(shard).isClosed()) {
            answerPending();
        }
        return outcome.whenComplete((_, _) -> pending.remove(number));
    }

    private void failed(Throwable failure, Consumer<Throwable> report) {
        answerPending();
        report.accept(failure);
    }

    /** Nobody waits for ever: what a loop that is gone did not answer may have been applied. */
    private void answerPending() {
        pending.values().forEach(outcome -> outcome.complete(new Outcome.Unknown()));
    }

    /** What is stored under a key; reads the store on the caller's thread. */
    public Entry find(TimerKey key) {
        return store.find(group(key.group()).shardOf(key), key);
    }

    /** A group that was declared. */
    public Group group(GroupId id) {
        var group = groups.get(id);
        if (group == null) {
            throw new InvalidValueException("groupId", "names no group that is configured: " + id);
        }
        return group;
    }

    // ---- pause

    /**
     * Writes the pause down, then stops the loops: when it returns, no attempt of it starts in a
     * shard that confirmed it.
     *
     * @param patience for the loops to confirm it
     * @return the shards that did not confirm it in time, or are with other nodes: they may still
     *     start some
     */
    public List<ShardId> pause(GroupId group, Optional<String> reason, Duration patience) {
        store.pause(
                new Pause(group(group).id(), clock.now().truncatedTo(ChronoUnit.MILLIS), reason));
        var unconfirmed = new ConcurrentSkipListSet<>(group(group).shards());
        loops.tell(
                loop -> {
                    loop.pause(group);
                    unconfirmed.removeAll(loop.shards());
                },
                patience);
        return List.copyOf(unconfirmed);
    }

    public void resume(GroupId group) {
        store.resume(group(group).id());
        loops.tell(loop -> loop.resume(group), SOON);
    }

    // ---- a look at it

    /** How the engine stands; complete as soon as each loop has had its turn. */
    public CompletableFuture<EngineStats> stats() {
        return loops.stats();
    }

    // ---- the end

    /**
     * Stops in good order: no attempt starts any more, those under way are finished and settled as
     * far as the time allows, the rest is handed over with the released shards.
     */
    public void stop(Duration patience) {
        closing = true;
        supply.retire();
        loops.tell(ShardLoop::stopFiring, SOON);
        loops.await(ShardLoop::whenQuiet, patience);
        loops.await((loop, done) -> loop.release(loop.shards(), done), patience);
        supply.leave(patience);
        close();
    }

    /** Stops at once, as a crash would; nothing acknowledged is lost by it. */
    @Override
    public void close() {
        closing = true;
        supply.close();
        loops.close();
        answerPending();
        storeThreads.shutdown();
    }
}
