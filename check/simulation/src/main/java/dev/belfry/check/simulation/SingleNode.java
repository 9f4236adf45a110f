package dev.belfry.check.simulation;

import dev.belfry.core.mutation.Mutation;
import dev.belfry.core.mutation.Stamp;
import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.Incarnation;
import dev.belfry.core.shard.NodeId;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.Departure.Kept;
import dev.belfry.core.store.MemoryTimerStore;
import dev.belfry.core.store.ShardRow;
import dev.belfry.core.store.TimerStore;
import dev.belfry.core.timer.AttemptId;
import dev.belfry.core.timer.TimerKey;
import dev.belfry.node.Alarm;
import dev.belfry.node.EngineListener;
import dev.belfry.node.Outcome;
import dev.belfry.node.fire.AttemptResult;
import dev.belfry.node.shard.HeldShards;
import dev.belfry.node.shard.LoopSettings;
import dev.belfry.node.shard.Mailbox;
import dev.belfry.node.shard.Ports;
import dev.belfry.node.shard.ShardDeparture;
import dev.belfry.node.shard.ShardLoop;
import dev.belfry.node.shard.StoreOperation;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * One loop over one store in virtual time, for tests that script each step. It can be killed and
 * started again over the same store.
 */
public final class SingleNode {
    public static final Duration PATIENCE = Duration.ofSeconds(10);

    private final EventQueue events = new EventQueue();
    private final VirtualClock clock = new VirtualClock(events);
    private final MemoryTimerStore store = new MemoryTimerStore(clock::now);
    private final SimulatedReceivers receivers = new SimulatedReceivers(events);
    private final Map<StoreOperation, Deque<StoreFault>> faults =
            new EnumMap<>(StoreOperation.class);
    private final Map<SimulatedLoop<ShardLoop>, Incarnation> lives = new HashMap<>();
    private final List<Alarm> alarms = new ArrayList<>();
    private final List<Orphan> orphans = new ArrayList<>();
    private final LoopSettings settings;
    private final List<Group> groups;
    private final TimerStore way;
    private final Random random;
    private SimulatedStore.Faults otherwise = _ -> StoreFault.NONE;
    private Predicate<ShardId> leftAlone = _ -> false;
    private boolean proof = true;
    private boolean moving;
    private long life;
    private SimulatedLoop<ShardLoop> loop;
    private Optional<SimulatedStore> storePort = Optional.empty();
    private HeldShards held = new HeldShards(_ -> {});

    /** A reply that came after its shard had gone. */
    public record Orphan(ShardId shard, AttemptId attempt, AttemptResult result) {}

    public SingleNode(Group group, LoopSettings settings) {
        this(group, settings, store -> store, 42);
    }

    /**
     * @param way what lies between the loops and the store
     */
    public SingleNode(
            Group group, LoopSettings settings, UnaryOperator<TimerStore> way, long seed) {
        this(List.of(group), settings, way, seed);
    }

    public SingleNode(
            List<Group> groups, LoopSettings settings, UnaryOperator<TimerStore> way, long seed) {
        this.groups = groups;
        this.settings = settings;
        this.way = way.apply(store);
        this.random = new Random(seed);
        groups.forEach(this.way.leases()::openGroup);
        loop = start();
    }

    public static LoopSettings roomy() {
        return new LoopSettings(
                64 << 20, 1_000, 100, Duration.ofSeconds(5), Duration.ofSeconds(1), 100);
    }

    private SimulatedLoop<ShardLoop> start() {
        var started = newLoop("solo");
        acquireAll(started);
        return started;
    }

    /** A loop of another node over the same store; it has no shards yet. */
    public SimulatedLoop<ShardLoop> newLoop(String name) {
        var made = new SimulatedLoop<ShardLoop>(events, this::newLoop);
        lives.put(made, new Incarnation(new NodeId(name), ++life));
        return made;
    }

    private ShardLoop newLoop(Mailbox mailbox) {
        var port = new SimulatedStore(events, way, mailbox, this::nextFault);
        storePort = Optional.of(port);
        held = new HeldShards(_ -> {});
        var ports =
                new Ports(
                        port,
                        way.limits(),
                        receivers.sender(clock, mailbox),
                        clock,
                        random,
                        _ -> proof,
                        (shard, attempt, result) -> orphans.add(new Orphan(shard, attempt, result)),
                        held,
                        new AlarmCollector());
        return new ShardLoop(ports, settings, 2);
    }

    /** Whether a life of a node is that of a loop. */
    public boolean isOf(SimulatedLoop<ShardLoop> loop, Incarnation owner) {
        return owner.equals(lives.get(loop));
    }

    /** Lets a loop claim all shards as they stand now. */
    public void acquireAll(SimulatedLoop<ShardLoop> by) {
        groups.forEach(
                group ->
                        acquire(
                                by,
                                group,
                                way.leases().shards(group.id()).stream()
                                        .filter(this::isToTake)
                                        .toList()));
    }

    private boolean isToTake(ShardRow row) {
        return !leftAlone.test(row.shard())
                && (!row.isMarked()
                        || way.territories().stream().anyMatch(it -> it.homes().opens(row)));
    }

    /** Shards that are another's business for a while. */
    public void leaveAlone(Predicate<ShardId> shards) {
        leftAlone = shards;
    }

    /** Lets a loop claim some shards as they were seen. */
    public void acquire(SimulatedLoop<ShardLoop> by, List<ShardRow> rows) {
        acquire(by, group(), rows);
    }

    private void acquire(SimulatedLoop<ShardLoop> by, Group group, List<ShardRow> rows) {
        var owner = Optional.ofNullable(lives.get(by)).orElseThrow();
        by.tell(it -> it.acquire(group, rows, owner));
    }

    private final class AlarmCollector implements EngineListener {
        @Override
        public void alarm(Alarm alarm) {
            alarms.add(alarm);
        }
    }

    private StoreFault nextFault(StoreOperation operation) {
        var planned = faults.get(operation);
        return planned == null || planned.isEmpty() ? otherwise.next(operation) : planned.remove();
    }

    /** What goes wrong with calls for which nothing else is planned. */
    public void faults(SimulatedStore.Faults chosen) {
        otherwise = chosen;
    }

    /** From now on nothing goes wrong any more. */
    public void heal() {
        faults.clear();
        otherwise = _ -> StoreFault.NONE;
    }

    /** The next calls of this kind go wrong in these ways, one after the other. */
    public void fail(StoreOperation operation, StoreFault... planned) {
        faults.computeIfAbsent(operation, _ -> new ArrayDeque<>()).addAll(List.of(planned));
    }

    public void kill() {
        loop.kill();
    }

    public void restart() {
        loop.kill();
        loop = start();
    }

    /** Moves all shards to a new loop in good order, unless such a move is under way. */
    public void move() {
        if (!moving) {
            moving = true;
            var former = loop;
            var next = newLoop("solo");
            loop = next;
            former.tell(it -> it.release(it.shards(), () -> moved(next)));
        }
    }

    private void moved(SimulatedLoop<ShardLoop> next) {
        moving = false;
        acquireAll(next);
    }

    public void proof(boolean holds) {
        proof = holds;
        loop.post(() -> {});
    }

    public void run(Duration duration) {
        events.run(duration);
    }

    /** Asks for a change; the answer is in the list when it has come. */
    public List<Outcome> submit(TimerKey key, Function<Stamp, Mutation> change) {
        return submit(key, change, PATIENCE);
    }

    public List<Outcome> submit(TimerKey key, Function<Stamp, Mutation> change, Duration patience) {
        var answers = new ArrayList<Outcome>();
        long deadline = clock.nanos() + patience.toNanos();
        loop.tell(it -> it.submit(groupOf(key).shardOf(key), change, deadline, answers::add));
        return answers;
    }

    public EventQueue events() {
        return events;
    }

    public VirtualClock clock() {
        return clock;
    }

    public MemoryTimerStore store() {
        return store;
    }

    /** The store as the loops have it, but for what goes wrong with their calls. */
    public TimerStore way() {
        return way;
    }

    /** The way of a shard of the present loop to another database. */
    public ShardDeparture departure(ShardId shard) {
        return new ShardDeparture(shard, loop::tell, held, _ -> Kept.ALL);
    }

    public SimulatedReceivers receivers() {
        return receivers;
    }

    public SimulatedLoop<ShardLoop> loop() {
        return loop;
    }

    public SimulatedStore storePort() {
        return storePort.orElseThrow();
    }

    public List<Orphan> orphans() {
        return List.copyOf(orphans);
    }

    /** The first of its groups. */
    public Group group() {
        return groups.getFirst();
    }

    private Group groupOf(TimerKey key) {
        return groups.stream()
                .filter(group -> group.id().equals(key.group()))
                .findFirst()
                .orElseThrow();
    }

    public List<Alarm> alarms() {
        return List.copyOf(alarms);
    }
}
