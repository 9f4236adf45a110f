package dev.belfry.node.drive;

import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.NodeId;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.Departure.Kept;
import dev.belfry.core.store.NodeRow;
import dev.belfry.core.store.Pause;
import dev.belfry.core.store.StoreException;
import dev.belfry.core.store.TimerStore;
import dev.belfry.core.timer.AttemptId;
import dev.belfry.core.timer.GroupId;
import dev.belfry.core.timer.Timer;
import dev.belfry.node.Confirmation;
import dev.belfry.node.EngineClock;
import dev.belfry.node.EngineListener;
import dev.belfry.node.EngineStats;
import dev.belfry.node.HostStats;
import dev.belfry.node.Outcome;
import dev.belfry.node.ShardStats;
import dev.belfry.node.Standing;
import dev.belfry.node.TimerChange;
import dev.belfry.node.fire.AttemptResult;
import dev.belfry.node.fire.CallbackSender;
import dev.belfry.node.member.Lifelines;
import dev.belfry.node.member.Roster;
import dev.belfry.node.shard.LoopSettings;
import dev.belfry.node.shard.OrphanReplies;
import dev.belfry.node.shard.ShardDeparture;
import dev.belfry.node.shard.ShardLoop;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

/**
 * The engine of a node: takes changes of timers in its shards, and fires them. Whether an answer
 * comes in time is for whoever asks to watch. Thread-safe.
 */
public final class Engine implements AutoCloseable {
    /** A loop that has not taken a message by then is stuck. */
    private static final Duration SOON = Duration.ofSeconds(5);

    /**
     * Stores allow few calls at a time, and each waits several times for its database. A virtual
     * thread would be woken each time by the one that polls for all of them, which takes longer.
     */
    private static final ThreadFactory STORE_THREADS =
            Thread.ofPlatform().daemon().name("belfry-store-", 0).factory();

    private final TimerStore store;
    private final EngineClock clock;
    private final ExecutorService storeThreads;
    private final List<Realm> realms;
    private volatile List<Group> groups;
    private volatile boolean started;
    private volatile boolean closing;

    /**
     * What an engine is made of.
     *
     * @param self the node as it shows itself to others; asked for when the engine starts
     * @param groups to be served at first; {@link #serve} changes them
     * @param orphans takes replies to attempts of shards that have moved to other nodes
     * @param lifelines to the others that use a database, made for each
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
            Supplier<Lifelines> lifelines,
            EngineListener listener,
            Consumer<Throwable> failed) {}

    public Engine(EngineSettings settings, Parts parts) {
        this.store = parts.store();
        this.groups = List.copyOf(parts.groups());
        this.clock = parts.clock();
        this.storeThreads = Executors.newCachedThreadPool(STORE_THREADS);
        var territories = store.territories();
        var share = share(settings, settings.loops() * territories.size());
        this.realms =
                territories.stream()
                        .map(
                                territory ->
                                        new Realm(
                                                territory,
                                                settings,
                                                share,
                                                parts,
                                                storeThreads,
                                                parts.failed()))
                        .toList();
    }

    private static LoopSettings share(EngineSettings settings, int loops) {
        return new LoopSettings(
                settings.memoryBytes() / loops,
                Math.max(1, settings.maxInFlight() / loops),
                Math.max(1, settings.maxInFlightPerHost() / loops),
                settings.permitPatience(),
                settings.auditInterval(),
                settings.auditRows());
    }

    /**
     * Makes the groups ready in the store: from now on their timers can be found.
     *
     * @throws StoreException.Rejected if shards live in a database that the store knows nothing of
     */
    public void open() {
        groups.forEach(this::open);
    }

    /** Makes a group ready in the store, as {@link #open()} does with the first ones. */
    public void open(Group group) {
        store.leases().openGroup(group);
        realms.forEach(realm -> realm.requireNoneMoved(List.of(group)));
    }

    /** Comes by its shards; timers fire from now on. */
    public synchronized void start() {
        started = true;
        realms.forEach(realm -> realm.start(groups));
    }

    /**
     * The groups to serve from now on, which are open in the store: new ones are taken, those with
     * other settings keep their shards, and those that are not among them are given back. May wait
     * for the store.
     */
    public synchronized void serve(List<Group> wanted) {
        groups = List.copyOf(wanted);
        if (started && !closing) {
            realms.forEach(realm -> realm.serve(groups));
        }
    }

    /** Whether this node may act as the owner of some of its shards at least. */
    public boolean isProven() {
        return realms.stream().anyMatch(Realm::isProven);
    }

    /** Whether this node may act as an owner in every database, and knows of what. */
    public boolean isProvenEverywhere() {
        return realms.stream().allMatch(Realm::knowsItsShare);
    }

    /** How many shards of a group a node should own in the databases where this one is proven. */
    public int share(NodeId node, GroupId group) {
        return realms.stream()
                .filter(Realm::isProven)
                .mapToInt(realm -> realm.roster().share(node, group))
                .sum();
    }

    /** Who is there and who should own what. */
    public Roster roster() {
        return realms.stream().map(Realm::roster).reduce(Roster.NOBODY, Roster::plus);
    }

    /** Who should own a shard, as this node sees it; empty while nobody can. */
    public Optional<NodeRow> ownerOf(ShardId shard) {
        return realmOf(shard).flatMap(realm -> realm.roster().ownerOf(shard));
    }

    // ---- timers

    /** Has a change made, if this node may act as the owner of its shard. */
    public CompletableFuture<Outcome> submit(TimerChange change, Duration timeout) {
        long deadline = clock.nanos() + timeout.toNanos();
        var loop = loopOf(change.shard());
        if (closing || loop.isEmpty()) {
            return CompletableFuture.completedFuture(
                    new Outcome.NotApplied(Outcome.Reason.NOT_OWNER));
        }
        var outcome = new CompletableFuture<Outcome>();
        loop.get()
                .tell(
                        it ->
                                it.submit(
                                        change.shard(),
                                        change.mutation(),
                                        deadline,
                                        outcome::complete));
        return outcome;
    }

    private Optional<LoopThread<ShardLoop>> loopOf(ShardId shard) {
        return realmOf(shard).map(realm -> realm.loops().of(shard)).filter(it -> !it.isClosed());
    }

    /** None for a group of the store that this node's configuration gives no database. */
    private Optional<Realm> realmOf(ShardId shard) {
        for (var realm : realms) {
            if (realm.holds(shard)) {
                return Optional.of(realm);
            }
        }
        return Optional.empty();
    }

    /**
     * A reply that reached another node, to an attempt that may have been handed over to this; the
     * shard may just be on its way from one database to another.
     */
    public void replied(ShardId shard, AttemptId attempt, AttemptResult result) {
        realms.stream()
                .map(realm -> realm.loops().of(shard))
                .filter(loop -> !loop.isClosed())
                .forEach(loop -> loop.tell(it -> it.replied(shard, attempt, result)));
    }

    // ---- moves to other databases

    /** The way of a shard to another database, to begin with if this node owns it. */
    public Optional<ShardDeparture> departure(ShardId shard) {
        return realmOf(shard).map(realm -> realm.departure(shard, histories(realm)));
    }

    /** By the name of the target. */
    private Function<String, Kept> histories(Realm from) {
        var source = from.history();
        var targets = realms.stream().collect(Collectors.toMap(Realm::name, Realm::history));
        return to -> both(source.get(), targets.getOrDefault(to, () -> Kept.LOST).get());
    }

    private static Kept both(Kept one, Kept other) {
        if (one == Kept.LOST || other == Kept.LOST) {
            return Kept.LOST;
        }
        return one == Kept.ALL ? other : Kept.UNKNOWN;
    }

    /** Shards live in other databases than before, as the store knows by now. */
    public void homesChanged() {
        realms.forEach(Realm::homesChanged);
    }

    // ---- pause

    /**
     * Writes the pause down, then stops the loops of this node: when it returns, no attempt of it
     * starts in a shard that confirmed it. When it throws because of one database of several, the
     * pause holds in the others.
     *
     * @param patience for the loops to confirm it
     */
    public Confirmation pause(GroupId group, Optional<String> reason, Duration patience) {
        var now = clock.now().truncatedTo(ChronoUnit.MILLIS);
        var pause = new Pause(group, now, reason);
        return confirmed(realm -> realm.pause(pause), loop -> loop.pause(pause.group()), patience);
    }

    /** Stops the loops of this node for a pause that somebody has written down. */
    public Confirmation pauseWritten(GroupId group, Duration patience) {
        return confirmed(_ -> {}, loop -> loop.pause(group), patience);
    }

    /** When it throws because of one database of several, the others fire again. */
    public Confirmation resume(GroupId group, Duration patience) {
        return confirmed(realm -> realm.resume(group), ShardLoop::resumed, patience);
    }

    /** Lets the loops of this node fire again after a pause that somebody has removed. */
    public Confirmation resumeWritten(GroupId group, Duration patience) {
        return confirmed(_ -> {}, ShardLoop::resumed, patience);
    }

    /** Writes something down in each realm, then tells its loops. */
    private Confirmation confirmed(
            Consumer<Realm> write, Consumer<ShardLoop> message, Duration patience) {
        var confirmed = new ConcurrentSkipListSet<ShardId>();
        var isComplete = new AtomicBoolean(true);
        inEveryRealm(
                realm -> {
                    write.accept(realm);
                    if (!realm.loops().tell(noting(message, confirmed), patience).isEmpty()) {
                        isComplete.set(false);
                    }
                });
        return new Confirmation(confirmed, isComplete.get());
    }

    private static Consumer<ShardLoop> noting(
            Consumer<ShardLoop> message, Collection<ShardId> confirmed) {
        return loop -> {
            message.accept(loop);
            confirmed.addAll(loop.shards());
        };
    }

    /** At the same time in all of them: one that hangs must not keep the others waiting. */
    private void inEveryRealm(Consumer<Realm> call) {
        var failures = new ConcurrentLinkedQueue<StoreException>();
        try (var calls = Executors.newVirtualThreadPerTaskExecutor()) {
            realms.forEach(realm -> calls.execute(() -> attempt(call, realm, failures)));
        }
        if (!failures.isEmpty()) {
            throw StoreException.ofParts(realms.size(), List.copyOf(failures));
        }
    }

    private static void attempt(
            Consumer<Realm> call, Realm realm, Collection<StoreException> failures) {
        try {
            call.accept(realm);
        } catch (StoreException failure) {
            failures.add(failure);
        } catch (RuntimeException mistake) {
            failures.add(new StoreException.OutcomeUnknown("the store broke: " + mistake, mistake));
        }
    }

    // ---- a look at it

    /** How the engine stands; complete as soon as each loop has had its turn. */
    public CompletableFuture<EngineStats> stats() {
        var all = CompletableFuture.completedFuture(EngineStats.NONE);
        for (var realm : realms) {
            all = all.thenCombine(realm.loops().stats(), EngineStats::plus);
        }
        return all;
    }

    /** How each shard of a group stands that is this node's. */
    public CompletableFuture<List<ShardStats>> shardStats(GroupId group) {
        return ask(loop -> loop.shardStats(group));
    }

    /** How receivers' hosts stand; one may be there several times, for loops share them. */
    public CompletableFuture<List<HostStats>> hostStats() {
        return ask(ShardLoop::hostStats);
    }

    private <T> CompletableFuture<List<T>> ask(Function<ShardLoop, List<T>> question) {
        var all = CompletableFuture.completedFuture(List.<T>of());
        for (var realm : realms) {
            all = all.thenCombine(realm.loops().ask(question), Loops::joined);
        }
        return all;
    }

    /** What this node is about to do with a timer that is pending in the store. */
    public CompletableFuture<Standing> standing(ShardId shard, Timer timer) {
        var loop = loopOf(shard);
        var standing = new CompletableFuture<Standing>();
        loop.ifPresent(it -> it.tell(on -> standing.complete(on.standing(shard, timer))));
        return loop.isEmpty() || loop.get().isClosed()
                ? CompletableFuture.completedFuture(Standing.ELSEWHERE)
                : standing;
    }

    // ---- the end

    /**
     * Gives the shards to other nodes, if there are any, while requests are taken and timers fire
     * all the same: the way to leave without a pause. Waits for a bounded time.
     */
    public void handOver(Duration patience) {
        try (var leaving = Executors.newVirtualThreadPerTaskExecutor()) {
            realms.forEach(realm -> leaving.execute(() -> realm.handOver(patience)));
        }
    }

    /** From now on no attempt starts; changes are taken all the same. */
    public void stopFiring() {
        if (started) {
            realms.forEach(realm -> realm.loops().tell(ShardLoop::stopFiring, SOON));
        }
    }

    /**
     * Stops in good order: no attempt starts any more, those under way are finished and settled as
     * far as the time allows, the rest is handed over with the released shards. One that never
     * started has nobody to wait for.
     */
    public void stop(Duration patience) {
        closing = true;
        if (started) {
            stopFiring();
            stopRealms(patience);
        }
        close();
    }

    private void stopRealms(Duration patience) {
        try (var stopping = Executors.newVirtualThreadPerTaskExecutor()) {
            realms.forEach(realm -> stopping.execute(() -> realm.stop(patience, SOON)));
        }
    }

    /** Stops at once, as a crash would; nothing acknowledged is lost by it. */
    @Override
    public void close() {
        closing = true;
        realms.forEach(Realm::close);
        storeThreads.shutdown();
    }
}
