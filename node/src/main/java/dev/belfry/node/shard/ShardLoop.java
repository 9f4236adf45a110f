package dev.belfry.node.shard;

import dev.belfry.core.mutation.Mutation;
import dev.belfry.core.mutation.Stamp;
import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.Incarnation;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.store.ShardRow;
import dev.belfry.core.timer.AttemptId;
import dev.belfry.core.timer.GroupId;
import dev.belfry.core.timer.Timer;
import dev.belfry.node.Alarm;
import dev.belfry.node.EngineStats;
import dev.belfry.node.HostStats;
import dev.belfry.node.Outcome;
import dev.belfry.node.ShardStats;
import dev.belfry.node.Standing;
import dev.belfry.node.fire.AttemptResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The state machine that owns some of a node's shards. It is driven by messages (the methods here
 * and the answers of its ports) and by {@link #turn} after each of them; it never blocks. Confined
 * to one thread at a time.
 *
 * <p>What a shard needs next is decided in one place, {@link #route}: a claim, a page, a commit or
 * a release, one store call at a time.
 */
public final class ShardLoop implements StateMachine {
    private static final Duration HOUSEKEEPING = Duration.ofMillis(500);

    /** How soon a loop with work looks again whether it may start attempts. */
    private static final Duration PROOF_AGAIN = Duration.ofMillis(100);

    private final Ports ports;
    private final LoopSettings settings;
    private final Reminders reminders;
    private final ClockGuard guard;
    private final Pauses pauses = new Pauses(this::touchAll);
    private final Agenda agenda = new Agenda();
    private final Map<ShardId, Shard> shards = new HashMap<>();
    private final Set<Shard> touched = new LinkedHashSet<>();
    private final Map<ShardId, List<Runnable>> whenClosed = new HashMap<>();
    private final List<Runnable> whenQuiet = new ArrayList<>();
    private final QueueMeter meter;
    private final EarlyReplies earlyReplies;
    private final ShardContext context;
    private final StoreCalls calls;
    private final PauseReader pauseReader;
    private final Claims claims;
    private final Releases releases;
    private final GroupCommit commits;
    private final Refill refill;
    private final Auditor auditor;
    private final Expiry expiry;
    private final Firing firing;
    private boolean pageNext;
    private boolean housekeeping;

    /** Shards have come or gone since the memory was shared out among them. */
    private boolean sharesAreStale;

    /**
     * @param loops that share what the store takes at once
     */
    public ShardLoop(Ports ports, LoopSettings settings, int loops) {
        this.ports = ports;
        this.settings = settings;
        reminders = new Reminders(ports.clock());
        guard = new ClockGuard(ports.clock());
        var revisions = new Revisions(ports.clock(), ports.random());
        meter = new QueueMeter(settings);
        earlyReplies = new EarlyReplies(ports.clock());
        calls = new StoreCalls(ports, loops, touched::add);
        expiry = new Expiry(ports, calls, touched::add);
        context =
                new ShardContext(
                        ports,
                        revisions,
                        reminders,
                        meter,
                        earlyReplies,
                        touched::add,
                        expiry::keeps);
        pauseReader = new PauseReader(calls, pauses, reminders);
        claims = new Claims(ports, calls, pauses, this::lost);
        releases = new Releases(calls, this::closed);
        commits = new GroupCommit(ports, calls, this::lost);
        refill = new Refill(calls);
        auditor = new Auditor(ports, settings, calls);
        firing =
                new Firing(
                        ports, settings, agenda, pauses::contains, meter, reminders, touched::add);
        reminders.after(settings.auditInterval(), this::audit);
    }

    // ---- messages

    /** Claims shards that stand in the store as these rows say. */
    public void acquire(Group group, Collection<ShardRow> seen, Incarnation owner) {
        firing.under(owner);
        for (var row : seen) {
            if (!ports.held().contains(row.shard())) {
                var ownership = new Ownership(row, owner, ports.random());
                var shard = new Shard(group, ownership, row.mark(), context);
                shard.adopt(row.handedOver());
                shards.put(row.shard(), shard);
                ports.held().taken(row.shard());
                auditor.include(shard);
                expiry.include(shard);
                touched.add(shard);
            }
        }
        sharesAreStale = true;
    }

    /** The settings of a group have changed. */
    public void regroup(Group group) {
        for (var shard : shards.values()) {
            if (shard.group().id().equals(group.id())) {
                shard.group(group);
                touched.add(shard);
            }
        }
    }

    /** Gives shards back in good order; {@code done} runs when the last one is gone. */
    public void release(Collection<ShardId> ids, Runnable done) {
        var held = ids.stream().filter(shards::containsKey).toList();
        var remaining = new LinkedHashSet<>(held);
        if (remaining.isEmpty()) {
            done.run();
        }
        for (var id : held) {
            whenClosed
                    .computeIfAbsent(id, _ -> new ArrayList<>())
                    .add(
                            () -> {
                                if (remaining.remove(id) && remaining.isEmpty()) {
                                    done.run();
                                }
                            });
            releaseOne(id);
        }
    }

    private void releaseOne(ShardId id) {
        var shard = shards.get(id);
        if (shard != null) {
            shard.ownership().release();
            touched.add(shard);
        }
    }

    /** Has all that changes in a shard noted for its mover, if the shard is held here. */
    public void depart(ShardId id, ShardDeparture departure) {
        var shard = shards.get(id);
        if (shard == null || !shard.ownership().isOpen()) {
            departure.lost();
        } else {
            shard.depart(departure);
            touched.add(shard);
        }
    }

    /** Settles what waits in a shard, and leaves it to its mover. */
    public void give(ShardId id, ShardDeparture departure) {
        var shard = shards.get(id);
        if (shard != null && shard.departure().equals(Optional.of(departure))) {
            releaseOne(id);
        }
    }

    /** Drops all shards where they stand: the node was taken for dead, and others claim them. */
    public void abandonAll() {
        List.copyOf(shards.values()).forEach(this::drop);
    }

    /**
     * Claims all shards again from their own leases, and reads them and the pauses anew: the store
     * has lost what it had acknowledged. Attempts under way go on.
     */
    public void reclaimAll() {
        pauses.stale(true);
        shards.values().forEach(shard -> shard.reclaim(true));
        touchAll();
    }

    /**
     * Asks the store whether the shards are still held, and which groups are paused: messages of
     * other nodes may have been lost.
     */
    public void verifyAll() {
        pauses.stale(true);
        shards.values().forEach(shard -> shard.verify(true));
        touchAll();
    }

    /**
     * Asks for a change of a timer.
     *
     * @param change makes the mutation; called at most once, before this returns
     * @param deadlineNanos of the monotonic clock: after it the change is not tried any more
     */
    public void submit(
            ShardId id,
            Function<Stamp, Mutation> change,
            long deadlineNanos,
            Consumer<Outcome> answer) {
        var shard = shards.get(id);
        if (shard == null || !shard.ownership().takesChanges()) {
            answer.accept(new Outcome.NotApplied(Outcome.Reason.NOT_OWNER));
        } else if (!ports.proof().holds(shard.ownership().owner())) {
            answer.accept(new Outcome.NotApplied(Outcome.Reason.NO_PROOF));
        } else if (!meter.takesChanges()
                || shard.departure().filter(ShardDeparture::isFull).isPresent()) {
            answer.accept(new Outcome.NotApplied(Outcome.Reason.OVERLOADED));
        } else {
            var mutation = change.apply(context.revisions().next());
            shard.add(new ClientWork(shard, mutation, ports, deadlineNanos, answer));
            touched.add(shard);
        }
    }

    public void pause(GroupId group) {
        pauses.pause(group);
    }

    /** Some group was resumed: which ones are paused is read anew. */
    public void resumed() {
        pauses.resumed();
    }

    /** A reply that reached another node, to an attempt that was handed over to this one. */
    public void replied(ShardId id, AttemptId attempt, AttemptResult result) {
        var shard = shards.get(id);
        if (shard == null) {
            earlyReplies.add(id, attempt, result);
        } else {
            shard.repliedElsewhere(attempt, result);
            touched.add(shard);
        }
    }

    /** No attempt starts any more; those under way go on. */
    public void stopFiring() {
        firing.stop();
    }

    /** Runs {@code done} as soon as no attempt is under way and nothing waits for the store. */
    public void whenQuiet(Runnable done) {
        whenQuiet.add(done);
    }

    private boolean isQuiet() {
        return firing.inFlight() == 0 && calls.areAllDone() && meter.isEmpty();
    }

    public Set<ShardId> shards() {
        return Collections.unmodifiableSet(new TreeSet<>(shards.keySet()));
    }

    /** How the loop stands. */
    public EngineStats stats() {
        var groups = new HashMap<GroupId, EngineStats.GroupStats>();
        for (var shard : shards.values()) {
            groups.merge(shard.group().id(), shard.stats(), EngineStats.GroupStats::plus);
        }
        return new EngineStats(firing.inFlight(), meter.works(), groups, firing.throttle().stats());
    }

    /** How each of its shards of a group stands. */
    public List<ShardStats> shardStats(GroupId group) {
        return shards.values().stream()
                .filter(shard -> shard.group().id().equals(group))
                .map(shard -> shard.shardStats(ports.clock().nanos()))
                .toList();
    }

    /** How the hosts stand that it calls. */
    public List<HostStats> hostStats() {
        return firing.hosts();
    }

    /** What it is about to do with a timer that is pending in the store. */
    public Standing standing(ShardId id, Timer timer) {
        var shard = shards.get(id);
        if (shard == null) {
            return Standing.ELSEWHERE;
        }
        if (shard.attempts().find(AttemptId.nextOf(timer)).isPresent()) {
            return Standing.IN_FLIGHT;
        }
        if (!shard.ownership().isOpen()) {
            return Standing.OPENING;
        }
        return firing.standing(timer);
    }

    // ---- turns

    @Override
    public OptionalLong turn() {
        guard.look().ifPresent(this::clockJumped);
        reminders.runDue();
        if (sharesAreStale) {
            shareBudget();
        }
        relieve();
        routeTouched();
        if (guard.isTrusted()) {
            firing.startDue();
        }
        routeTouched();
        dispatch();
        armHousekeeping();
        if (!whenQuiet.isEmpty() && isQuiet()) {
            whenQuiet.forEach(Runnable::run);
            whenQuiet.clear();
        }
        return nextTurn();
    }

    /**
     * Room for settlements lets groups start again, and shards read on that were refused a page.
     */
    private void relieve() {
        var relieved = Set.copyOf(meter.takeRelieved());
        relieved.forEach(agenda::callBack);
        if (!relieved.isEmpty()) {
            shards.values().stream()
                    .filter(it -> relieved.contains(it.group().id()) && it.wantsPage())
                    .forEach(touched::add);
        }
    }

    private void routeTouched() {
        while (!touched.isEmpty()) {
            var batch = List.copyOf(touched);
            touched.clear();
            batch.forEach(this::route);
        }
    }

    private void route(Shard shard) {
        if (!isHeld(shard)) {
            return;
        }
        firing.throttle().review(shard);
        agenda.set(shard, firing.nextStart(shard));
        if (!shard.isIdle()) {
            return;
        }
        if (shard.wantsReclaim()) {
            shard.reclaim(false);
            shard.claimAgain();
        }
        switch (shard.ownership().phase()) {
            case CLAIMING -> claims.want(shard);
            case OPEN -> routeOpen(shard);
            case RELEASING -> routeReleasing(shard);
            case CLOSED -> {}
        }
    }

    private void routeOpen(Shard shard) {
        expiry.offer(shard);
        if (shard.prefersPage()) {
            refill.want(shard);
        } else if (!shard.queue().isEmpty() || shard.wantsVerify()) {
            commits.want(shard);
        }
    }

    private void routeReleasing(Shard shard) {
        var mover = shard.departure().filter(ShardDeparture::isToBeGiven);
        if (!shard.queue().isEmpty()) {
            commits.want(shard);
        } else if (mover.isPresent() && shard.give(mover.get())) {
            leave(shard);
        } else {
            releases.want(shard);
        }
    }

    /**
     * Claims and releases come first: others wait for them. Audits and looks for what has expired
     * come before the pages and commits that would otherwise leave them no moment; they are
     * bounded.
     */
    private void dispatch() {
        boolean some = true;
        while (some && calls.hasRoom()) {
            some = dispatchOne();
        }
    }

    private boolean dispatchOne() {
        if (claims.isWanted()) {
            claims.dispatch();
        } else if (releases.isWanted()) {
            releases.dispatch();
        } else if (auditor.isReady()) {
            auditor.dispatch();
        } else if (expiry.isReady() && guard.isTrusted()) {
            expiry.dispatch();
        } else if (refill.isWanted() && (pageNext || !mayCommit())) {
            pageNext = false;
            refill.dispatch();
        } else if (mayCommit()) {
            pageNext = true;
            commits.dispatch();
        } else if (pauses.isStale()) {
            pauseReader.read();
        } else {
            return false;
        }
        return true;
    }

    private boolean mayCommit() {
        return commits.isWanted() && calls.hasRoomForCommit();
    }

    private OptionalLong nextTurn() {
        var reminder = reminders.next();
        var start = agenda.untilNext(ports.clock().now());
        if (start.isEmpty() || !guard.isTrusted()) {
            return reminder;
        }
        // Replies and commits wake the loop by themselves, a proof that comes back does not.
        var wait = firing.isPossible() ? start.get() : PROOF_AGAIN;
        long at = ports.clock().nanos() + wait.toNanos();
        return reminder.isPresent() && reminder.getAsLong() - at < 0
                ? reminder
                : OptionalLong.of(at);
    }

    // ---- inside

    private void clockJumped(Duration by) {
        ports.listener().alarm(new Alarm.ClockJumped(by));
        reminders.after(ClockGuard.PROBATION, () -> {});
    }

    private void audit() {
        auditor.tick();
        expiry.tick();
        firing.failSilent();
        reminders.after(settings.auditInterval(), this::audit);
    }

    /** Only while something waits: an idle loop sleeps. */
    private void armHousekeeping() {
        if (!housekeeping && (firing.hasWaiting() || !meter.isEmpty())) {
            housekeeping = true;
            reminders.after(HOUSEKEEPING, this::keepHouse);
        }
    }

    private void keepHouse() {
        housekeeping = false;
        firing.reviewWaiting();
        for (var shard : shards.values()) {
            var overdue = shard.queue().overdue();
            overdue.forEach(shard::drop);
            if (!overdue.isEmpty()) {
                touched.add(shard);
            }
        }
    }

    private void lost(Shard shard) {
        ports.listener().alarm(new Alarm.LeaseLost(shard.id()));
        closed(shard);
    }

    /** A late answer may touch a shard that was dropped and is held anew by another object. */
    private boolean isHeld(Shard shard) {
        return shard.equals(shards.get(shard.id()));
    }

    private void closed(Shard shard) {
        if (isHeld(shard)) {
            drop(shard);
        }
    }

    private void drop(Shard shard) {
        leave(shard);
        ports.held().closed(shard.id());
    }

    /** One that is given to its mover stays among the held, so that nobody here takes it back. */
    private void leave(Shard shard) {
        shard.close();
        commits.forget(shard);
        expiry.forget(shard);
        shards.remove(shard.id());
        sharesAreStale = true;
        firing.throttle().review(shard);
        agenda.set(shard, Optional.empty());
        whenClosed.getOrDefault(shard.id(), List.of()).forEach(Runnable::run);
        whenClosed.remove(shard.id());
        ports.listener().shardClosed(shard.id());
    }

    private void shareBudget() {
        sharesAreStale = false;
        long share = settings.windowBytes(shards.size());
        shards.values().forEach(shard -> shard.budget(share));
    }

    private void touchAll() {
        touched.addAll(shards.values());
    }
}
