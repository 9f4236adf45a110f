package dev.belfry.check.simulation.cluster;

import static dev.belfry.check.simulation.cluster.NodeTrouble.RECOVERY;

import dev.belfry.check.history.EventHistory;
import dev.belfry.check.history.FaultKind;
import dev.belfry.check.simulation.EventQueue;
import dev.belfry.check.simulation.VirtualClock;
import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.NodeId;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.KeptQuery;
import dev.belfry.core.store.NodeRow;
import dev.belfry.core.store.PositionRange;
import dev.belfry.core.store.TimerStore;
import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.GroupId;
import dev.belfry.core.timer.KeptTimer;
import dev.belfry.core.timer.Position;
import dev.belfry.core.timer.TimerState;
import dev.belfry.node.Alarm;
import dev.belfry.node.EngineListener;
import dev.belfry.node.shard.LoopSettings;
import dev.belfry.node.shard.Mailbox;
import dev.belfry.node.shard.StorePort;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A simulated cluster: nodes over one store, with all that surrounds them. */
final class SimulatedCluster {
    /** How far the clocks of healthy nodes are off. */
    static final Duration LARGEST_OFFSET = Duration.ofMillis(150);

    /** How much faster or slower than true time a monotonic clock goes. */
    private static final double FASTEST_RATE = 0.02;

    private static final Duration COUNT_EVERY = Duration.ofMillis(500);
    private static final Duration RESTARTED_AFTER = Duration.ofSeconds(5);

    /** By then after the trouble everything that died has been started again. */
    private static final Duration ALL_RUN = Duration.ofSeconds(10);

    private final EventQueue events = new EventQueue();
    private final VirtualClock trueClock = new VirtualClock(events);
    private final ReplicatedStore store = new ReplicatedStore(trueClock::now);
    private final StalePages stalePages;
    private final Chance chance;
    private final Scribe scribe = new Scribe(trueClock);
    private final Network network = new Network(this);
    private final Receivers receivers = new Receivers(this);
    private final RouteLedger ledger = new RouteLedger();
    private final ClientCalls calls = new ClientCalls(this);
    private final ClockJudge clockJudge = new ClockJudge(this);
    private final LimitJudge limitJudge;
    private final Weather weather;
    private final List<Group> groups;
    private final Map<NodeId, VirtualClock> clocks = new LinkedHashMap<>();
    private final Map<NodeId, SimulatedNode> nodes = new LinkedHashMap<>();
    private final List<SimulatedNode> namesakes = new ArrayList<>();
    private final List<String> healed = new ArrayList<>();

    /** Shards whose last claim was forgotten, and whose owners have not noticed. */
    private final Set<ShardId> rolledBack = new HashSet<>();

    private final Shape shape;
    private final LoopSettings settings;
    private final Trace trace;
    private int started;
    private final Set<String> sessionsCut = new HashSet<>();
    private boolean storeClockRight = true;
    private boolean calm;
    private long looks;

    SimulatedCluster(Chance chance, Shape shape, Trace trace) {
        this(chance, shape, shape.groups(), shape.settings(), trace);
    }

    SimulatedCluster(
            Chance chance, Shape shape, List<Group> groups, LoopSettings settings, Trace trace) {
        this.chance = chance;
        this.shape = shape;
        this.groups = groups;
        this.settings = settings;
        this.trace = trace;
        this.limitJudge =
                new LimitJudge(groups, 1 + FASTEST_RATE, shape.nodes() * SimulatedNode.LOOPS);
        this.weather = new Weather(this, shape.faultRate());
        this.stalePages = new StalePages(store, this);
        store.connected(
                row ->
                        listening(row.address()).isPresent()
                                && !sessionsCut.contains(row.address()));
        groups.forEach(store.leases()::openGroup);
        groups.forEach(scribe::declared);
        IntStream.range(0, shape.nodes())
                .mapToObj(index -> new NodeId("n" + index))
                .forEach(this::addNode);
        if (shape.isLarge()) {
            scribe.struck(Strike.LARGE_CLUSTER);
        }
        clockJudge.watch();
        countWaiting();
    }

    private void addNode(NodeId id) {
        var clock = new VirtualClock(events, rate());
        clock.step(chance.between(LARGEST_OFFSET.negated(), LARGEST_OFFSET));
        clocks.put(id, clock);
        start(id, groups);
    }

    private double rate() {
        double off = chance.random().nextDouble(-FASTEST_RATE, FASTEST_RATE);
        if (!has(Strike.CLOCK_RATE)) {
            return 1;
        }
        scribe.struck(Strike.CLOCK_RATE);
        return 1 + off;
    }

    private void countWaiting() {
        nodes.values().stream().filter(node -> !node.isDead()).forEach(SimulatedNode::countWaiting);
        if (!calm) {
            events.after(COUNT_EVERY, this::countWaiting);
        }
    }

    /** Whether this may strike in this run. */
    boolean has(Strike strike) {
        return shape.has(strike);
    }

    LoopSettings settings() {
        return settings;
    }

    int payloadBytes() {
        return shape.payloadBytes();
    }

    /**
     * Starts a life of a node that knows some of the groups; another under its name may live on.
     */
    SimulatedNode start(NodeId id, List<Group> known) {
        Optional.ofNullable(nodes.get(id)).ifPresent(namesakes::add);
        var address = id + "." + ++started;
        var node = new SimulatedNode(this, id, address, known, clockOf(id));
        nodes.put(id, node);
        return node;
    }

    void startIfDead(NodeId id) {
        if (living(id).isEmpty()) {
            trace.note(scribe.now(), "start " + id);
            start(id, groups);
        }
    }

    /** Something strikes that everybody should read of. */
    void struck(Strike strike, String what) {
        scribe.struck(strike);
        trace.note(scribe.now(), strike + " " + what);
    }

    private VirtualClock clockOf(NodeId id) {
        return Optional.ofNullable(clocks.get(id)).orElseThrow();
    }

    /** How long a message takes from one thread of a node to another. */
    Duration hop() {
        return shape.hop().isZero() || chance.of(0.7)
                ? Duration.ZERO
                : chance.between(Duration.ZERO, shape.hop());
    }

    /** How long after a message its loop turns. */
    Duration lateTurn() {
        if (calm || shape.hop().isZero() || chance.of(0.98)) {
            return Duration.ZERO;
        }
        scribe.struck(Strike.TURN_LATE);
        return chance.between(Duration.ZERO, shape.hop());
    }

    EventQueue events() {
        return events;
    }

    Chance chance() {
        return chance;
    }

    Scribe scribe() {
        return scribe;
    }

    Network network() {
        return network;
    }

    Receivers receivers() {
        return receivers;
    }

    RouteLedger ledger() {
        return ledger;
    }

    ClientCalls calls() {
        return calls;
    }

    Weather weather() {
        return weather;
    }

    ReplicatedStore store() {
        return store;
    }

    Map<NodeId, VirtualClock> clocks() {
        return clocks;
    }

    ClockJudge clockJudge() {
        return clockJudge;
    }

    LimitJudge limitJudge() {
        return limitJudge;
    }

    /** A beat of a node takes so long. */
    void beats(NodeId node, Duration takes) {
        clockJudge.beats(node, takes);
    }

    /** Whether the store has no session of a process for a while, although it lives. */
    void sessionsCut(String address, boolean isCut) {
        if (isCut) {
            sessionsCut.add(address);
        } else {
            sessionsCut.remove(address);
        }
    }

    boolean isStoreClockRight() {
        return storeClockRight;
    }

    /** From now on the store's clock is off by this in each answer. */
    void storeClock(boolean isRight, Supplier<Duration> error) {
        storeClockRight = isRight;
        store.clockError(error);
    }

    /** The store as nodes see it: now and then a page lags behind. */
    TimerStore storeAsSeen() {
        return stalePages;
    }

    List<Group> groups() {
        return groups;
    }

    Group group(GroupId id) {
        return groups.stream().filter(group -> group.id().equals(id)).findAny().orElseThrow();
    }

    StorePort storePort(SimulatedNode node, Mailbox mailbox) {
        return new ClusterStorePort(this, node.id(), mailbox);
    }

    EngineListener listener(NodeId node) {
        return new EngineListener() {
            @Override
            public void alarm(Alarm alarm) {
                trace.note(scribe.now(), node + " " + alarm);
                if (alarm instanceof Alarm.LeaseLost(var shard) && rolledBack.remove(shard)) {
                    movedByForce();
                }
                if (alarm instanceof Alarm.RowUnattended) {
                    healed.add(node + " " + alarm);
                }
            }
        };
    }

    /** A shard's last claim is forgotten, which its owner notices when it next writes. */
    void rollBack(ShardId shard) {
        store.real().rollBack(shard);
        rolledBack.add(shard);
        movedByForce();
    }

    private void movedByForce() {
        scribe.fault(FaultKind.FORCED_MOVE, RECOVERY, Set.of());
    }

    /** Rows that nobody worked on until the auditor found them. */
    List<String> healed() {
        return List.copyOf(healed);
    }

    List<NodeId> nodeIds() {
        return List.copyOf(nodes.keySet());
    }

    /** The process of a node; where there are two, the later one. */
    Optional<SimulatedNode> living(NodeId id) {
        namesakes.removeIf(SimulatedNode::isDead);
        return Optional.ofNullable(nodes.get(id))
                .filter(node -> !node.isDead())
                .or(() -> namesakes.stream().filter(it -> it.id().equals(id)).findFirst());
    }

    void lifelinesBroke(String address) {
        processes().filter(node -> !node.isDead()).forEach(node -> node.lifelines().broke(address));
    }

    /** The process that listens there. */
    Optional<SimulatedNode> listening(String address) {
        return processes()
                .filter(node -> node.address().equals(address) && !node.isDead())
                .findFirst();
    }

    Optional<SimulatedNode> anyNode() {
        var living = nodes.keySet().stream().flatMap(id -> living(id).stream()).toList();
        return living.isEmpty() ? Optional.empty() : Optional.of(chance.pick(living));
    }

    /** A rolling restart takes one node at a time. */
    boolean isAnyLeaving() {
        return nodes.values().stream().anyMatch(node -> node.isLeaving() && !node.isDead());
    }

    boolean isLockHeldByStalled(NodeId claimer) {
        return nodes.values().stream()
                        .anyMatch(node -> node.isStopped() && !node.id().equals(claimer))
                && chance.of(0.3);
    }

    /**
     * Trouble ends: clocks are right, whoever stood still goes on, and the store answers. Nobody is
     * restarted but those that are dead, when their time comes: all must come back by themselves.
     */
    void heal() {
        calm = true;
        weather.calm();
        stalePages.calm();
        network.mend();
        receivers.beKind();
        clocks.values().forEach(clock -> clock.set(Duration.ZERO));
        network.slow(false);
        storeClock(true, () -> Duration.ZERO);
        processes().filter(node -> !node.isDead()).forEach(SimulatedNode::cont);
        events.after(ALL_RUN, () -> groups.forEach(calls::resume));
    }

    /** A process that finds another alive under its name ends, and is started again later. */
    void nameTaken(SimulatedNode node, NodeRow by) {
        trace.note(scribe.now(), node.id() + " finds its name taken by " + by.incarnation());
        events.after(Duration.ZERO, () -> end(node));
    }

    private void end(SimulatedNode node) {
        node.kill();
        events.after(RESTARTED_AFTER, () -> startIfDead(node.id()));
    }

    private Stream<SimulatedNode> processes() {
        return Stream.concat(nodes.values().stream(), namesakes.stream());
    }

    /** Names under which more than one process lives. */
    List<NodeId> sharedNames() {
        var living = processes().filter(node -> !node.isDead()).map(SimulatedNode::id).toList();
        return nodes.keySet().stream()
                .filter(name -> Collections.frequency(living, name) > 1)
                .toList();
    }

    /** Reads of who owns what: a cluster at rest makes none. */
    void looked() {
        looks++;
    }

    long looks() {
        return looks;
    }

    /** Lists what is left in the store, and closes the history. */
    EventHistory quiesce() {
        for (var group : groups) {
            store.lists()
                    .browse(group, PositionRange.from(Position.START), Integer.MAX_VALUE)
                    .forEach(timer -> scribe.remained(timer.key(), new Entry.Pending(timer)));
        }
        kept().forEach(kept -> scribe.remained(kept.timer().key(), new Entry.Kept(kept)));
        return scribe.quiesced();
    }

    private Stream<KeptTimer> kept() {
        return groups.stream()
                .flatMap(
                        group ->
                                Stream.of(TimerState.REACHED, TimerState.FAILED)
                                        .map(
                                                state ->
                                                        new KeptQuery(
                                                                state,
                                                                Position.END,
                                                                Integer.MAX_VALUE))
                                        .flatMap(
                                                query ->
                                                        store.lists().kept(group, query).stream()));
    }
}
