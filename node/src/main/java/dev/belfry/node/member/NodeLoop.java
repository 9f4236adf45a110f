package dev.belfry.node.member;

import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.Incarnation;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.LivingShards;
import dev.belfry.core.store.Members;
import dev.belfry.core.store.NodeRow;
import dev.belfry.core.store.ShardRow;
import dev.belfry.core.timer.GroupId;
import dev.belfry.node.Alarm;
import dev.belfry.node.EngineClock;
import dev.belfry.node.EngineListener;
import dev.belfry.node.shard.HeldShards;
import dev.belfry.node.shard.Reminders;
import dev.belfry.node.shard.StateMachine;
import dev.belfry.node.shard.StoreAnswer;
import dev.belfry.node.shard.StoreOperation;
import dev.belfry.node.shard.StorePort;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/**
 * A node's part in the cluster: it shows itself in the store, beats, looks who else does, evicts
 * those that fell silent, and makes its loops hold what placement gives it. Like the other loops it
 * is driven by messages and turns, and never blocks. Confined to one thread at a time.
 */
public final class NodeLoop implements StateMachine {
    static final Duration TRY_AGAIN = Duration.ofMillis(100);

    /**
     * All that the node's loop has of the world outside.
     *
     * @param territory the shards that live in this store
     * @param held what the loops hold
     * @param loopsTurn whether the loops that hold the shards get on; a node where one hangs must
     *     not look alive
     * @param nameTaken is told of a process that lives under this node's name: this one takes no
     *     part any more
     */
    public record Ports(
            StorePort store,
            LivingShards territory,
            EngineClock clock,
            RandomGenerator random,
            ProofOfLife proof,
            ShardHolder holder,
            HeldShards held,
            BooleanSupplier loopsTurn,
            Consumer<NodeRow> nameTaken,
            Consumer<Roster> rosterChanged,
            Lifelines lifelines,
            EngineListener listener) {}

    private final Ports ports;
    private final MembershipTimings timings;
    private final Map<GroupId, Group> groups = new LinkedHashMap<>();

    /** Groups that are served no more, until no loop holds a shard of them or may be about to. */
    private final Map<GroupId, Long> goneSince = new LinkedHashMap<>();

    private final Reminders reminders;
    private final Watch watch;
    private final Reconciler reconciler;
    private final Set<Incarnation> evicting = new LinkedHashSet<>();
    private final ShardReads missing;
    private final ShardReads own;
    private final Set<GroupId> hurrying = new LinkedHashSet<>();
    private final Set<ShardId> releasing = new LinkedHashSet<>();
    private final Retirement retirement;
    private final int weight;
    private final Joining joining;
    private final EarlyEviction earlyEviction;
    private final EndedLives ended = new EndedLives();
    private final ClockSamples clocks = new ClockSamples();
    private NodeRow row;

    /** The last beat of this life that the store has taken. */
    private long acknowledged;

    /** Only the last reminder of a beat counts. */
    private long beatReminder;

    private boolean isBeatReminded;

    /** Somebody waits for the next beat. */
    private boolean hurriesBeat;

    private View view = View.of(List.of());
    private boolean clockAlarming;
    private boolean leaving;

    /** The row is the node as it shows itself; its first incarnation is in it. */
    public NodeLoop(NodeRow row, MembershipTimings timings, Ports ports) {
        this.row = row;
        this.weight = row.weight();
        this.timings = timings;
        this.ports = ports;
        this.reminders = new Reminders(ports.clock());
        this.joining = new Joining(row, ports, timings.proofLasts(), reminders, this::joined);
        this.earlyEviction =
                new EarlyEviction(
                        ports.store(), ports.clock(), reminders, this::hasEnded, this::look);
        this.retirement = new Retirement(ports.clock(), timings);
        this.watch = new Watch(timings.deadAfter());
        this.reconciler =
                new Reconciler(
                        row.incarnation().node(),
                        watch,
                        timings.proofLasts(),
                        ports.territory(),
                        ports.held(),
                        life -> joining.isOver(life) || ended.contains(life));
        this.missing = new ShardReads(ports.store(), StoreOperation.SHARDS, this::missingRead);
        this.own = new ShardReads(ports.store(), StoreOperation.OWN_SHARDS, this::ownRead);
    }

    // ---- messages

    public void start() {
        joining.join();
        reminders.after(timings.verifyEvery(), this::verify);
    }

    /**
     * The groups to serve from now on. Shards of others are given back, those of new ones are
     * looked for at once.
     */
    public void serve(List<Group> wanted) {
        long now = ports.clock().nanos();
        var before = Map.copyOf(groups);
        groups.clear();
        wanted.forEach(group -> groups.put(group.id(), group));
        before.keySet().stream()
                .filter(group -> !groups.containsKey(group))
                .forEach(group -> goneSince.put(group, now));
        goneSince.keySet().removeAll(groups.keySet());
        reconciler.placements().retain(groups.keySet());
        wanted.stream().filter(it -> isChanged(before, it)).forEach(ports.holder()::regroup);
        publishRoster();
        releaseGone();
        wanted.stream().filter(it -> !before.containsKey(it.id())).forEach(this::reconcile);
        missing.dispatch();
    }

    private static boolean isChanged(Map<GroupId, Group> before, Group group) {
        var known = before.get(group.id());
        return known != null && !known.equals(group);
    }

    /** Shards may have come from other databases, or gone to them. */
    public void homesChanged() {
        publishRoster();
        groups.values().forEach(this::reconcile);
        missing.dispatch();
    }

    /** A loop has let this shard go: released, or lost. By now it may be held again. */
    public void shardClosed(ShardId shard) {
        releasing.remove(shard);
        reconciler.closed(shard);
        reportRetired();
    }

    /**
     * Takes no more shards and gives its own away, while it goes on beating: the way to leave.
     *
     * @param retired runs when others have all that they can take
     */
    public void retire(Runnable retired) {
        row = row.weight(0);
        retirement.begin(retired);
        reportRetired();
    }

    private void reportRetired() {
        if (retirement.hasBegun() && hasGivenAll()) {
            retirement.over();
        }
    }

    private boolean hasGivenAll() {
        return isAlone() || (Retirement.isShown(view, row.incarnation()) && hasNothingToGive());
    }

    private boolean isAlone() {
        var self = row.incarnation().node();
        return view.members().keySet().stream().allMatch(self::equals);
    }

    private boolean hasNothingToGive() {
        return releasing.isEmpty()
                && groups.values().stream()
                        .allMatch(group -> reconciler.toRelease(group).isEmpty());
    }

    /** A node refuses connections: its process may have ended. */
    private void connectionsRefused(NodeRow node, long atNanos) {
        if (!leaving && isProven()) {
            earlyEviction.refused(node, atNanos);
        }
    }

    /** Takes the node's row away; its shards must have been released before. */
    public void leave(Runnable done) {
        leaving = true;
        ports.proof().lost();
        ports.lifelines().end();
        var incarnation = joining.row().incarnation();
        ports.store()
                .call(
                        StoreOperation.LEAVE,
                        store -> {
                            store.nodes().leave(incarnation);
                            return true;
                        },
                        (StoreAnswer<Boolean> _) -> done.run());
    }

    @Override
    public OptionalLong turn() {
        reminders.runDue();
        return reminders.next();
    }

    // ---- signs of life

    /**
     * Perhaps as another life than the first; what it shows of itself may have changed meanwhile.
     */
    private void joined() {
        row = joining.row().weight(row.weight());
        acknowledged = row.beat();
        beat();
    }

    /** Does not wait for the time of the next beat; one that is under way comes first. */
    public void beatAtOnce() {
        if (isBeatReminded) {
            beat();
        } else {
            hurriesBeat = true;
        }
    }

    /** A node that has left looks on, to know where late replies must go. */
    private void beat() {
        isBeatReminded = false;
        if (leaving) {
            look();
            beatAfter(timings.beatEvery());
        } else if (ports.loopsTurn().getAsBoolean()) {
            sendBeat();
        } else {
            beatAfter(TRY_AGAIN);
        }
    }

    private void beatAfter(Duration delay) {
        long reminder = ++beatReminder;
        isBeatReminded = true;
        reminders.after(hurriesBeat ? Duration.ZERO : delay, () -> beatIfStillDue(reminder));
        hurriesBeat = false;
    }

    private void beatIfStillDue(long reminder) {
        if (isBeatReminded && reminder == beatReminder) {
            beat();
        }
    }

    private void sendBeat() {
        var sent = clockReading();
        row = row.beating(row.beat() + 1, sent.wall().truncatedTo(ChronoUnit.MILLIS));
        var beating = row;
        long known = acknowledged;
        ports.store()
                .call(
                        StoreOperation.BEAT,
                        store -> store.nodes().beat(beating, known),
                        answer -> beaten(answer, sent));
    }

    /** The next beat is sent when this one is over: one at a time, in order. */
    private void beaten(StoreAnswer<Optional<Instant>> answer, ClockReading sent) {
        switch (answer) {
            case StoreAnswer.Ok<Optional<Instant>> _ when leaving -> beat();
            case StoreAnswer.Ok<Optional<Instant>>(var storeClock) when storeClock.isEmpty() ->
                    refused();
            case StoreAnswer.Ok<Optional<Instant>>(var storeClock) -> {
                acknowledged = row.beat();
                ports.proof().proven(row.incarnation(), sent.nanos(), sent.wall());
                compareClocks(sent, storeClock.orElseThrow());
                var took = Duration.ofNanos(ports.clock().nanos() - sent.nanos());
                beatAfter(timings.beatEvery().minus(took));
                look();
            }
            case StoreAnswer.Failed<Optional<Instant>> _ -> beatAfter(TRY_AGAIN);
        }
    }

    /** Until it is known why, nothing starts. */
    private void refused() {
        ports.proof().lost();
        ports.store()
                .call(StoreOperation.MEMBERS, store -> store.nodes().members(), this::refusedFor);
    }

    private void refusedFor(StoreAnswer<Members> answer) {
        switch (answer) {
            case StoreAnswer<Members> _ when leaving -> beat();
            case StoreAnswer.Ok<Members>(var members) ->
                    members.nodes().stream()
                            .filter(it -> it.incarnation().equals(row.incarnation()))
                            .findAny()
                            .ifPresentOrElse(this::historyLost, this::evicted);
            case StoreAnswer.Failed<Members> _ -> reminders.after(TRY_AGAIN, this::refused);
        }
    }

    /** The store has this node as it was: whatever came after that may be missing. */
    private void historyLost(NodeRow stored) {
        ports.listener().alarm(new Alarm.HistoryLost(stored.clock()));
        acknowledged = stored.beat();
        ended.clear();
        ports.holder().reclaimAll();
        beat();
    }

    /**
     * The others claim what was ours: it is dropped before anything else, then life starts anew.
     */
    private void evicted() {
        ports.proof().lost();
        ports.listener().alarm(new Alarm.Evicted(row.incarnation()));
        ports.holder().abandonAll();
        releasing.clear();
        joining.joinAnew(row);
    }

    /** A node whose clock is off gives its shards away, and takes none until it is right again. */
    private void compareClocks(ClockReading sent, Instant storeClock) {
        clocks.add(sent, storeClock, clockReading());
        boolean isAlarming = clocks.apart().compareTo(ClockComparison.ALARM) > 0;
        if (isAlarming && !clockAlarming) {
            ports.listener().alarm(new Alarm.ClocksApart(clocks.apart()));
        }
        clockAlarming = isAlarming;
        ports.listener().clocksCompared(clocks.apart());
        ports.proof().clockOff(clocks.isOff());
        row = row.weight(clocks.isOff() || retirement.hasBegun() ? 0 : weight);
    }

    private ClockReading clockReading() {
        return new ClockReading(ports.clock().now(), ports.clock().nanos());
    }

    // ---- the others

    private void look() {
        ports.store().call(StoreOperation.MEMBERS, store -> store.nodes().members(), this::looked);
    }

    private void looked(StoreAnswer<Members> answer) {
        if (answer instanceof StoreAnswer.Ok<Members>(var members)) {
            watch.read(members, ports.clock().nanos());
            clocks.read(members, row.incarnation(), ports.clock().now());
            view = watch.view(ports.clock().nanos());
            reconciler.look(ports.clock().nanos());
            publishRoster();
            if (!leaving) {
                ports.lifelines().keep(others(), this::connectionsRefused);
                groups.values().forEach(this::reconcile);
                missing.dispatch();
                releaseGone();
                reportRetired();
                if (isProven()) {
                    evictSilent();
                }
            }
        }
    }

    private List<NodeRow> others() {
        return view.members().values().stream().filter(it -> !it.isNamesakeOf(row)).toList();
    }

    private void publishRoster() {
        ports.rosterChanged().accept(Roster.of(view, groups.values(), reconciler.placements()));
    }

    /** Again and again, for a loop may have been asked to hold a shard just before. */
    private void releaseGone() {
        long now = ports.clock().nanos();
        goneSince
                .entrySet()
                .removeIf(
                        gone -> {
                            var shards = ports.held().of(gone.getKey());
                            release(shards.stream());
                            return shards.isEmpty()
                                    && now - gone.getValue() > timings.proofLasts().toNanos();
                        });
    }

    private boolean isProven() {
        return ports.proof().holds(row.incarnation());
    }

    private void reconcile(Group group) {
        if (!retirement.hasBegun() || retirement.othersKnow(view, row.incarnation())) {
            release(reconciler.toRelease(group).stream());
        }
        if (isProven() && !retirement.hasBegun() && !reconciler.missing(group).isEmpty()) {
            missing.want(group);
        }
    }

    private void release(Stream<ShardId> shards) {
        var toRelease = shards.filter(releasing::add).toList();
        if (!toRelease.isEmpty()) {
            ports.holder().release(toRelease);
        }
    }

    private void missingRead(ShardReads.Standing standing) {
        if (isProven() && !retirement.hasBegun() && !leaving) {
            watch.read(standing.members(), ports.clock().nanos());
            standing.byGroup().forEach(this::acquireMissing);
        }
    }

    private void acquireMissing(GroupId id, List<ShardRow> rows) {
        var group = groups.get(id);
        if (group != null) {
            var missing = reconciler.missing(group);
            acquire(group, rows.stream().filter(shard -> missing.contains(shard.shard())).toList());
        }
    }

    private void acquire(Group group, List<ShardRow> wanted) {
        long now = ports.clock().nanos();
        var claimable =
                wanted.stream().filter(shard -> reconciler.isClaimable(shard, now)).toList();
        if (claimable.size() < wanted.size()) {
            reconcileSoon(group.id());
        }
        if (!claimable.isEmpty()) {
            claimable.forEach(shard -> reconciler.asked(shard.shard(), now));
            ports.holder().acquire(group, claimable, row.incarnation());
        }
    }

    /** A shard that its owner is about to release has nobody until it is claimed. */
    private void reconcileSoon(GroupId id) {
        if (hurrying.add(id)) {
            reminders.after(
                    TRY_AGAIN,
                    () -> {
                        hurrying.remove(id);
                        var group = groups.get(id);
                        if (!leaving && group != null) {
                            reconcile(group);
                            missing.dispatch();
                        }
                    });
        }
    }

    /** Also those that own nothing: their rows would stay for ever. */
    private void evictSilent() {
        watch.silent(ports.clock().nanos()).stream()
                .filter(silent -> evicting.add(silent.incarnation()))
                .forEach(this::evict);
    }

    private void evict(NodeRow silent) {
        ports.store()
                .call(
                        StoreOperation.EVICT,
                        store -> store.nodes().evict(silent),
                        answer -> evictionAnswered(silent, answer));
    }

    private void evictionAnswered(NodeRow silent, StoreAnswer<Boolean> answer) {
        evicting.remove(silent.incarnation());
        if (answer instanceof StoreAnswer.Ok<Boolean>(var isGone) && isGone) {
            hasEnded(silent.incarnation());
        }
    }

    private void hasEnded(Incarnation life) {
        ended.add(life);
        ports.listener().alarm(new Alarm.NodeDead(life));
        look();
    }

    private void verify() {
        ports.holder().verifyAll();
        if (isProven()) {
            groups.values().forEach(own::want);
            own.dispatch();
        }
        reminders.after(timings.verifyEvery(), this::verify);
    }

    /**
     * Shards that this node owns and does not hold: a store that lost its last writes has given
     * them back to it, and everybody else waits for their release.
     */
    private void ownRead(ShardReads.Standing standing) {
        if (isProven() && !leaving) {
            standing.byGroup().forEach(this::acquireOwn);
        }
    }

    private void acquireOwn(GroupId id, List<ShardRow> rows) {
        var group = groups.get(id);
        var self = Optional.of(row.incarnation());
        if (group != null) {
            acquire(
                    group,
                    rows.stream()
                            .filter(it -> it.owner().equals(self))
                            .filter(it -> reconciler.isNotHeld(it.shard()))
                            .toList());
        }
    }
}
