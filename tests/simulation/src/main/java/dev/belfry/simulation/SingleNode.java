package dev.belfry.simulation;

import dev.belfry.core.mutation.Mutation;
import dev.belfry.core.mutation.Stamp;
import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.Incarnation;
import dev.belfry.core.shard.NodeId;
import dev.belfry.core.store.MemoryTimerStore;
import dev.belfry.core.timer.TimerKey;
import dev.belfry.engine.Alarm;
import dev.belfry.engine.EngineListener;
import dev.belfry.engine.Outcome;
import dev.belfry.engine.loop.LoopSettings;
import dev.belfry.engine.loop.Ports;
import dev.belfry.engine.loop.ShardLoop;
import dev.belfry.engine.loop.StoreOperation;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Function;

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
    private final List<Alarm> alarms = new ArrayList<>();
    private final LoopSettings settings;
    private final Group group;
    private final Random random = new Random(42);
    private boolean proof = true;
    private long life;
    private SimulatedLoop loop;
    private Optional<SimulatedStore> storePort = Optional.empty();

    public SingleNode(Group group, LoopSettings settings) {
        this.group = group;
        this.settings = settings;
        store.openGroup(group);
        loop = start();
    }

    public static LoopSettings roomy() {
        return new LoopSettings(
                64 << 20, 1_000, 100, Duration.ofSeconds(5), Duration.ofSeconds(1), 100);
    }

    private SimulatedLoop start() {
        life++;
        var started =
                new SimulatedLoop(
                        events,
                        mailbox -> {
                            var port = new SimulatedStore(events, store, mailbox, this::nextFault);
                            storePort = Optional.of(port);
                            return new ShardLoop(
                                    new Ports(
                                            port,
                                            store.limits(),
                                            receivers.sender(clock, mailbox),
                                            clock,
                                            random,
                                            () -> proof,
                                            (_, _, _) -> {},
                                            _ -> {},
                                            new AlarmCollector()),
                                    settings,
                                    2);
                        });
        var self = new Incarnation(new NodeId("solo"), life);
        started.tell(it -> it.acquire(group, store.shards(group.id()), self));
        return started;
    }

    private final class AlarmCollector implements EngineListener {
        @Override
        public void alarm(Alarm alarm) {
            alarms.add(alarm);
        }
    }

    private StoreFault nextFault(StoreOperation operation) {
        var planned = faults.get(operation);
        return planned == null || planned.isEmpty() ? StoreFault.NONE : planned.remove();
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
        loop.tell(it -> it.submit(group.shardOf(key), change, deadline, answers::add));
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

    public SimulatedReceivers receivers() {
        return receivers;
    }

    public SimulatedLoop loop() {
        return loop;
    }

    public SimulatedStore storePort() {
        return storePort.orElseThrow();
    }

    public Group group() {
        return group;
    }

    public List<Alarm> alarms() {
        return List.copyOf(alarms);
    }
}
