package dev.belfry.node.shard;

import dev.belfry.core.mutation.Decision;
import dev.belfry.core.mutation.Verdict;
import dev.belfry.core.shard.AttemptUnderWay;
import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.timer.AttemptId;
import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.Position;
import dev.belfry.core.timer.Timer;
import dev.belfry.core.timer.TimerKey;
import dev.belfry.node.Alarm;
import dev.belfry.node.EngineStats;
import dev.belfry.node.Outcome;
import dev.belfry.node.Outcome.AttemptHint;
import dev.belfry.node.ShardStats;
import dev.belfry.node.fire.Attempt;
import dev.belfry.node.fire.AttemptResult;
import dev.belfry.node.fire.CallbackReply;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What a loop knows of one shard it owns or is about to own. Confined to the loop.
 *
 * <p>A pending row that is known lies in the window, ready or held; an attempt that has started
 * lies in the attempts until it is settled; a change waits in the queue until a fenced round
 * decides it. Whatever a decision shows is learned in one place, {@link #learn}.
 */
final class Shard {
    /** A settlement that the store refuses is tried again this much later. */
    private static final Duration REFUSED_AGAIN_AFTER = Duration.ofSeconds(30);

    /**
     * How long after its deadline a former owner's reply may still be on its way: the deadline is
     * by another node's clock, and the reply takes one more hop.
     */
    private static final Duration FORWARDING_GRACE = Duration.ofSeconds(2);

    private Group group;
    private final ShardId id;
    private final ShardContext context;
    private final Ownership ownership;
    private final Window window = new Window();
    private final Attempts attempts = new Attempts();
    private final CommitQueue queue;

    /** Due rows that wait for a change, of a timer and of single runs of it. */
    private final Map<TimerKey, Set<Position>> frozen = new HashMap<>();

    private final RecentTimes lateness = new RecentTimes();
    private final RetryDelay retryDelay;

    /** Between recoveries: a claim that works proves nothing about the commit after it. */
    private final RetryDelay recoveryDelay;

    private LowWater lowWater;
    private long budget;

    /** Whether a store call of this shard is under way: there is one at a time. */
    private boolean busy;

    /** Whether its last store call was a page. */
    private boolean pagedLast;

    /** Whether the next commit is made even if it changes nothing, to see that the lease holds. */
    private boolean verify;

    /** Whether it is to be claimed again, because the store is not what it was. */
    private boolean reclaim;

    /** Whether it waits before it tries the store again. */
    private boolean resting;

    private Optional<ShardDeparture> departure = Optional.empty();

    Shard(Group group, Ownership ownership, Instant storedMark, ShardContext context) {
        this.group = group;
        this.id = ownership.shard();
        this.ownership = ownership;
        this.context = context;
        this.queue = new CommitQueue(context.meter());
        this.lowWater = new LowWater(storedMark);
        this.retryDelay = new RetryDelay(context.ports().random());
        this.recoveryDelay = new RetryDelay(context.ports().random());
    }

    ShardId id() {
        return id;
    }

    Group group() {
        return group;
    }

    /** The same group with other settings: they hold for what is decided from now on. */
    void group(Group changed) {
        group = changed;
    }

    Ownership ownership() {
        return ownership;
    }

    Window window() {
        return window;
    }

    Attempts attempts() {
        return attempts;
    }

    CommitQueue queue() {
        return queue;
    }

    LowWater lowWater() {
        return lowWater;
    }

    long budget() {
        return budget;
    }

    void budget(long bytes) {
        budget = bytes;
        window.trim(budget);
    }

    EngineStats.GroupStats stats() {
        return new EngineStats.GroupStats(
                ownership.isOpen() ? 1 : 0,
                window.readyTimers(),
                window.readyBytes(),
                window.first().map(Timer::fireAt).orElse(Instant.MAX));
    }

    ShardStats shardStats(long nowNanos) {
        return new ShardStats(
                id,
                ownership.isOpen(),
                lateness.perSecond(nowNanos),
                lateness.quantileMillis(0.99, nowNanos),
                window.readyTimers(),
                window.first().map(Timer::fireAt).orElse(Instant.MAX));
    }

    // ---- store calls

    boolean isIdle() {
        return !busy && !resting;
    }

    void busy(boolean isBusy) {
        busy = isBusy;
    }

    /** Leaves the store alone for a while after a failure; then asks for attention again. */
    void rest() {
        rest(retryDelay);
    }

    /** A commit got no answer: the shard must be claimed again, but not in a hot loop. */
    void inDoubt() {
        claimAgain();
        rest(recoveryDelay);
    }

    /** Only a claim from the own lease shows what is stored; whoever moves it begins anew. */
    void claimAgain() {
        stay();
        ownership.inDoubt();
    }

    private void rest(RetryDelay delay) {
        resting = true;
        remind(delay.next(), () -> resting = false);
    }

    void storeWorked() {
        retryDelay.reset();
    }

    void commitWorked() {
        retryDelay.reset();
        recoveryDelay.reset();
    }

    /** Whether another page should be read: few timers are left, and more are in the store. */
    boolean wantsPage() {
        return !window.knowsAll() && window.readyBytes() <= budget / 4;
    }

    /**
     * Under a backlog pages and commits take turns, so that neither starves the other; no page
     * brings more while too much waits already.
     */
    boolean prefersPage() {
        return wantsPage()
                && context.meter().takesSettlements(group.id())
                && (queue.isEmpty() || !pagedLast);
    }

    boolean wantsVerify() {
        return verify;
    }

    void verify(boolean isWanted) {
        verify = isWanted;
    }

    /** A claim that got no answer yet is made in any case. */
    boolean wantsReclaim() {
        return reclaim && ownership.phase() != Ownership.Phase.CLAIMING;
    }

    void reclaim(boolean isWanted) {
        reclaim = isWanted;
    }

    void pagedLast(boolean isPaged) {
        pagedLast = isPaged;
    }

    // ---- ownership

    /**
     * The claim succeeded, for the first time or again: everything is read anew. What is stored
     * counts, also if it is less than is known here: the store may have lost its last writes, and
     * rows with them that were gone.
     */
    void claimed(Instant storedMark) {
        lowWater = new LowWater(storedMark);
        frozen.clear();
        window.rebuild(lowWater.mark());
    }

    /**
     * Waits for attempts of the former owner as if they were our own; from the first moment,
     * because a reply may be sent on before the claim is answered.
     */
    void adopt(List<AttemptUnderWay> handedOver) {
        handedOver.forEach(this::adopt);
        context.earlyReplies()
                .take(id)
                .forEach(early -> repliedElsewhere(early.attempt(), early.result()));
    }

    private void adopt(AttemptUnderWay handed) {
        var attempt = UnderWay.handedOver(handed);
        attempts.add(attempt);
        var wait = Duration.between(context.ports().clock().now(), handed.deadline());
        remind(wait.plus(FORWARDING_GRACE), () -> giveUpWaitingFor(attempt));
    }

    /** One that was not sent is forgotten already, and another may have its row. */
    private void giveUpWaitingFor(UnderWay attempt) {
        if (attempt.result().isEmpty() && attempts.contains(attempt)) {
            forget(attempt);
            attempt.row().ifPresent(this::free);
        }
    }

    // ---- a move to another database

    /** Its mover, who is told of all that changes. */
    Optional<ShardDeparture> departure() {
        return departure;
    }

    void depart(ShardDeparture newDeparture) {
        stay();
        departure = Optional.of(newDeparture);
        verify = true;
    }

    /** Who was moving it has to begin anew. */
    private void stay() {
        departure.ifPresent(ShardDeparture::lost);
        departure = Optional.empty();
    }

    /**
     * Nothing waits and nothing is under way at the store: the mover says the farewell. False if it
     * has ended meanwhile.
     */
    boolean give(ShardDeparture to) {
        lowWater.raise(window.lowest().fireAt());
        departure = Optional.empty();
        return to.given(ownership.release(lowWater.mark(), attempts.toHandOver()));
    }

    /** Ends all work here: the next owner may wait for replies that have come and not settled. */
    void close() {
        stay();
        ownership.close();
        window.rebuild(lowWater.mark());
        queue.takeAll().forEach(work -> work.abandoned(Outcome.Reason.NOT_OWNER));
        attempts.all().filter(attempt -> !attempt.isSuperseded()).forEach(this::passOn);
    }

    /** A reply that was not settled here may be waited for by the next owner. */
    private void passOn(UnderWay attempt) {
        attempt.result()
                .ifPresent(result -> context.ports().orphans().accept(id, attempt.id(), result));
    }

    // ---- rows

    /** Takes over what a fenced round showed of one key. */
    void learn(Decision decision) {
        var before = decision.before().pending();
        var after = decision.after().pending();
        before.ifPresent(row -> window.remove(row.position()));
        if (decision.verdict() == Verdict.SETTLED) {
            before.ifPresent(row -> lowWater.fired(row.fireAt()));
        }
        var attempt = before.map(AttemptId::nextOf);
        if (!attempt.equals(after.map(AttemptId::nextOf))) {
            attempt.flatMap(attempts::find).ifPresent(this::supersede);
        }
        after.ifPresent(row -> context.revisions().seen(row.latest()));
        after.ifPresent(this::place);
        if (decision.after() instanceof Entry.Kept(var kept)) {
            context.kept().accept(this, kept.keepUntil());
        }
        window.trim(budget);
    }

    /** One that has its reply and does not settle has nothing left to wait for. */
    private void supersede(UnderWay attempt) {
        attempt.supersede();
        if (attempt.result().isPresent() && !attempt.isSettling()) {
            forget(attempt);
        }
    }

    /** Puts a pending row where it belongs: beside its attempt under way, or into the window. */
    void place(Timer row) {
        var attempt = attempts.find(AttemptId.nextOf(row));
        if (attempt.isPresent()) {
            window.hold(row);
            attempt.get().row(row);
            settleIfReplied(attempt.get());
        } else {
            window.add(row);
        }
    }

    /** Lets a row start again if it is still the one that is held: a newer one may lie there. */
    void free(Timer row) {
        if (window.holds(row)) {
            window.free(row.position());
        }
    }

    // ---- changes

    void add(Work work) {
        queue.add(work);
    }

    /** Adds a change that nobody waits for. */
    void fill(Work work) {
        queue.fill(work);
    }

    boolean isFrozen(TimerKey key) {
        return queue.freezes(key);
    }

    /** Keeps a due timer from starting until the changes that wait for it are decided. */
    void holdFrozen(Timer timer) {
        window.hold(timer);
        frozen.computeIfAbsent(timer.key().timer(), _ -> new HashSet<>(2)).add(timer.position());
    }

    /** A change is out of the queue; if it was the timer's last one, the timer may start again. */
    void done(Work work) {
        queue.done(work);
        if (!queue.freezes(work.key())) {
            var positions = frozen.remove(work.key().timer());
            if (positions != null) {
                positions.stream().sorted().forEach(window::free);
            }
        }
    }

    /** Takes out a change that there is no need of any more. */
    void drop(Work work) {
        done(work);
        work.needless();
    }

    // ---- attempts

    void started(Attempt attempt) {
        window.hold(attempt.timer());
        attempts.add(UnderWay.started(attempt));
        var late = Duration.between(attempt.timer().fireAt(), attempt.startedAt());
        lateness.record(context.ports().clock().nanos(), late.toMillis());
    }

    void replied(AttemptId attemptId, AttemptResult result) {
        attempts.find(attemptId).ifPresent(attempt -> replied(attempt, result));
    }

    /**
     * A reply that reached another node. An attempt that was started again here waits for its own:
     * settled by the other's, it would be forgotten while it is still under way.
     */
    void repliedElsewhere(AttemptId attemptId, AttemptResult result) {
        attempts.find(attemptId)
                .filter(UnderWay::isStartedElsewhere)
                .ifPresent(attempt -> replied(attempt, result));
    }

    private void replied(UnderWay attempt, AttemptResult result) {
        if (result.reply() instanceof CallbackReply.NotSent) {
            forget(attempt);
            attempt.row().ifPresent(this::free);
        } else if (attempt.isSuperseded()) {
            forget(attempt);
        } else if (attempt.result().isEmpty()) {
            attempt.replied(result);
            settleIfReplied(attempt);
        }
    }

    private void settleIfReplied(UnderWay attempt) {
        if (attempt.result().isPresent() && !attempt.isSettling() && attempt.row().isPresent()) {
            attempt.settling(true);
            queue.add(new SettleWork(this, attempt, attempt.row().get(), context));
        }
    }

    void settlementRefused(UnderWay attempt, TimerKey key, String message) {
        context.ports().listener().alarm(new Alarm.SettlementRefused(key, message));
        remind(REFUSED_AGAIN_AFTER, () -> settleIfReplied(attempt));
    }

    void forget(UnderWay attempt) {
        attempts.remove(attempt);
    }

    /** What a delete can say about attempts of the timer it removed. */
    AttemptHint hintFor(Timer timer) {
        if (attempts.any(timer.uuid())) {
            return AttemptHint.IN_FLIGHT;
        }
        var timeout = timer.spec().target().timeout();
        return ownership.mayHaveBeenStartedElsewhere(timeout, context.ports().clock().nanos())
                ? AttemptHint.POSSIBLE
                : AttemptHint.NONE;
    }

    /** Does something later, unless the shard is gone by then, and asks for attention. */
    private void remind(Duration delay, Runnable action) {
        context.reminders().after(delay, () -> reminded(action));
    }

    private void reminded(Runnable action) {
        if (!ownership.isClosed()) {
            action.run();
            context.touched().accept(this);
        }
    }
}
