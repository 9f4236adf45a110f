package dev.belfry.node.shard;

import dev.belfry.core.mutation.Settle;
import dev.belfry.core.shard.Incarnation;
import dev.belfry.core.shard.NodeId;
import dev.belfry.core.timer.AttemptId;
import dev.belfry.core.timer.GroupId;
import dev.belfry.core.timer.Instants;
import dev.belfry.core.timer.Timer;
import dev.belfry.node.Alarm;
import dev.belfry.node.HostStats;
import dev.belfry.node.Standing;
import dev.belfry.node.fire.Attempt;
import dev.belfry.node.fire.AttemptResult;
import dev.belfry.node.fire.CallbackReply;
import dev.belfry.node.fire.RunSettlement;
import dev.belfry.node.fire.Settlement;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Starts attempts. Groups take turns; everything that could forbid a start is looked at, a place is
 * taken, then the bytes leave. Confined to one loop.
 */
final class Firing {
    /** A sender may be this late with a reply before the attempt counts as failed. */
    private static final Duration GRACE = Duration.ofSeconds(10);

    private final Ports ports;
    private final Agenda agenda;
    private final Predicate<GroupId> paused;
    private final Consumer<Shard> touched;
    private final QueueMeter meter;
    private final Places places;
    private final HostQueues waiting;
    private final HostMeters hosts;
    private final Throttle throttle;
    private final Set<Sent> sent = new LinkedHashSet<>();

    /** Hosts that may have room for timers that wait. */
    private final Set<String> roomy = new LinkedHashSet<>();

    private Optional<Incarnation> life = Optional.empty();
    private boolean stopped;

    /** All hosts have been looked at, and those that are still full are to lose patience. */
    private boolean reviewed;

    /** An attempt whose reply is still to come. */
    private static final class Sent {
        private final Shard shard;
        private final Attempt attempt;
        private final Places.Place place;
        private final NodeId node;

        Sent(Shard shard, Attempt attempt, Places.Place place, NodeId node) {
            this.shard = shard;
            this.attempt = attempt;
            this.place = place;
            this.node = node;
        }

        AttemptResult result(CallbackReply reply, long nowNanos) {
            var took = Duration.ofNanos(nowNanos - place.sinceNanos());
            return AttemptResult.of(attempt, reply, node, took);
        }

        boolean isSilent(long nowNanos) {
            var patience = attempt.timer().spec().target().timeout().plus(GRACE);
            return nowNanos - place.sinceNanos() > patience.toNanos();
        }
    }

    Firing(
            Ports ports,
            LoopSettings settings,
            Agenda agenda,
            Predicate<GroupId> paused,
            QueueMeter meter,
            Reminders reminders,
            Consumer<Shard> touched) {
        this.ports = ports;
        this.agenda = agenda;
        this.paused = paused;
        this.touched = touched;
        this.meter = meter;
        this.places = new Places(settings);
        this.waiting = new HostQueues(settings, ports.random());
        this.hosts = new HostMeters(places, waiting);
        this.throttle = new Throttle(ports.clock(), agenda, places, reminders, roomy::addAll);
    }

    /** No attempt starts any more. */
    void stop() {
        stopped = true;
    }

    int inFlight() {
        return places.underWay();
    }

    List<HostStats> hosts() {
        return hosts.stats(ports.clock().nanos());
    }

    /** Whether there is room for the attempts of a group, and for their settlements. */
    private boolean hasRoom(GroupId group) {
        return places.hasRoom(group)
                && meter.takesSettlements(group)
                && throttle.mayHaveAnother(group);
    }

    private boolean hasRoom(GroupId group, String host) {
        return places.hasRoom(group, host, ports.clock().nanos());
    }

    /** What a timer of an open shard waits for that has no attempt under way. */
    Standing standing(Timer timer) {
        var group = timer.key().group();
        return throttle.standing(group, timer.spec().target().host())
                .orElseGet(() -> standing(group, timer));
    }

    private Standing standing(GroupId group, Timer timer) {
        if (!hasRoom(group)) {
            return Standing.GROUP_FULL;
        }
        return hasRoom(group, timer.spec().target().host()) ? Standing.WAITING : Standing.NO_ROOM;
    }

    Throttle throttle() {
        return throttle;
    }

    /**
     * All shards of a loop are held under one life of the node: what was held under an earlier one
     * is dropped before. Until that has happened, nothing starts.
     */
    void under(Incarnation owner) {
        life = Optional.of(owner);
    }

    /** Whether any due timer could start. */
    boolean isPossible() {
        return !stopped && life.filter(ports.proof()::holds).isPresent();
    }

    /** When this shard's next timer wants to start. */
    Optional<Instant> nextStart(Shard shard) {
        return mayStartIn(shard) ? shard.window().first().map(Firing::startOf) : Optional.empty();
    }

    /** Starts what waits and what is due, group by group, as long as there is room. */
    void startDue() {
        var hosts = List.copyOf(roomy);
        roomy.clear();
        hosts.forEach(this::startWaiting);
        var next = agenda.firstDue(ports.clock().now());
        while (next.isPresent() && isPossible()) {
            takeTurn(next.get());
            next = agenda.firstDue(ports.clock().now());
        }
        if (reviewed && isPossible()) {
            reviewed = false;
            moveImpatient();
        }
    }

    private void takeTurn(Shard shard) {
        var group = shard.group().id();
        int taken = 0;
        boolean stuck = false;
        while (!stuck
                && taken < Turns.QUANTUM
                && throttle.hasToken(group)
                && hasDue(shard)
                && isPossible()) {
            stuck = !hasRoom(group) || !take(shard, shard.window().first().orElseThrow());
            taken += stuck ? 0 : 1;
        }
        touched.accept(shard);
        agenda.used(taken);
        agenda.set(shard, nextStart(shard));
        if (stuck) {
            agenda.park(group);
        } else if (!throttle.hasToken(group)) {
            throttle.rest(group);
        }
    }

    private boolean hasDue(Shard shard) {
        return shard.window().first().filter(this::isDue).isPresent();
    }

    private boolean isDue(Timer timer) {
        return !startOf(timer).isAfter(ports.clock().now());
    }

    /**
     * A row never lies before its executeAt; it is looked at all the same, because early is worse.
     */
    private static Instant startOf(Timer timer) {
        return Instants.max(timer.fireAt(), timer.spec().executeAt());
    }

    /**
     * Starts a due timer, or lets it wait or moves it if its host has no room.
     *
     * @return false if it must stay where it is, and all that come after it in its group
     */
    private boolean take(Shard shard, Timer timer) {
        if (shard.isFrozen(timer.key())) {
            shard.holdFrozen(timer);
            return true;
        }
        var other = RunSettlement.insteadOf(timer, shard.group(), ports.clock().now());
        if (other.isPresent()) {
            shard.window().hold(timer);
            shard.add(new OwnWork(shard, new Settle(timer, other.get())));
            return true;
        }
        var group = shard.group().id();
        var host = timer.spec().target().host();
        if (hasRoom(group, host) && throttle.allows(group, host) && !othersWait(group, host)) {
            start(shard, timer, host);
            return true;
        }
        return places.hasRoom(group) && hold(shard, timer, host);
    }

    /** A token is for those that have waited for it, which were due before. */
    private boolean othersWait(GroupId group, String host) {
        return throttle.limitsHosts(group) && waiting.hasAny(host, group);
    }

    /**
     * Takes a timer out of the way of those that follow. Not if too many wait and the host gets on,
     * or is not what they wait for: there is room again before it would come back, and the others
     * of its group come after it.
     */
    private boolean hold(Shard shard, Timer timer, String host) {
        long now = ports.clock().nanos();
        var waiter = new HostQueues.Waiter(shard, timer, host, now);
        boolean mayWait = waiting.hasRoom(host, waiter.group(), timer);
        if (!mayWait && (places.getsOn(host, now) || !throttle.allowsHost(waiter.group(), host))) {
            return false;
        }
        shard.window().hold(timer);
        if (mayWait) {
            waiting.add(waiter);
        } else {
            waiting.moved(host);
            move(waiter);
        }
        return true;
    }

    private void start(Shard shard, Timer timer, String host) {
        var attempt = new Attempt(AttemptId.nextOf(timer), timer, ports.clock().now());
        throttle.started(shard.group().id(), host);
        var place = places.take(shard.group().id(), host, timer.heapBytes(), ports.clock().nanos());
        var sending = new Sent(shard, attempt, place, life.orElseThrow().node());
        sent.add(sending);
        shard.started(attempt);
        ports.listener().attemptStarted(attempt);
        ports.callbacks()
                .send(
                        attempt,
                        answer -> answer.accept(mayLeave(sending)),
                        reply -> answered(sending, reply));
    }

    /** All that could forbid the start is looked at again, because connecting took time. */
    private boolean mayLeave(Sent sending) {
        var shard = sending.shard;
        var timer = sending.attempt.timer();
        return sent.contains(sending)
                && isPossible()
                && mayStartIn(shard)
                && isDue(timer)
                && !shard.isFrozen(timer.key())
                && isUnchanged(shard, sending.attempt);
    }

    /** A change that keeps the schedule leaves the attempt under way, but not what it carries. */
    private static boolean isUnchanged(Shard shard, Attempt attempt) {
        return shard.attempts()
                .find(attempt.id())
                .filter(it -> !it.isSuperseded())
                .flatMap(UnderWay::row)
                .filter(attempt.timer()::equals)
                .isPresent();
    }

    /** Only the first reply counts. */
    private void answered(Sent sending, CallbackReply reply) {
        if (!sent.remove(sending)) {
            return;
        }
        var place = sending.place;
        places.giveBack(place, reply, ports.clock().nanos());
        hosts.answered(place.host(), reply, place.sinceNanos(), ports.clock().nanos());
        ports.listener().attemptAnswered(sending.attempt, reply);
        if (reply instanceof CallbackReply.NotSent) {
            throttle.notSent(place.group(), place.host());
        }
        var result = sending.result(reply, ports.clock().nanos());
        if (sending.shard.ownership().isClosed()) {
            ports.orphans().accept(sending.shard.id(), sending.attempt.id(), result);
        } else {
            sending.shard.replied(sending.attempt.id(), result);
            touched.accept(sending.shard);
        }
        // A host that is silent queues behind the others that could be probed.
        if (!place.isProbe() || isAnswer(reply)) {
            roomy.add(place.host());
        }
        // The place is free for all: a group that holds none has nothing to wait for but this.
        agenda.callBackFirst(this::hasRoom);
        agenda.callBack(place.group());
        throttle.ended(place.group());
    }

    private static boolean isAnswer(CallbackReply reply) {
        return !(reply instanceof CallbackReply.Failed failed) || failed.answered();
    }

    private void startWaiting(String host) {
        var waiter = nextWaiter(host);
        while (waiter.isPresent()) {
            startWaiter(waiter.get());
            waiter = nextWaiter(host);
        }
    }

    private Optional<HostQueues.Waiter> nextWaiter(String host) {
        return isPossible()
                ? waiting.poll(host, group -> mayStart(group, host), ports.clock().nanos())
                : Optional.empty();
    }

    private boolean mayStart(GroupId group, String host) {
        return places.hasRoom(group)
                && meter.takesSettlements(group)
                && hasRoom(group, host)
                && throttle.allows(group, host);
    }

    /** Time has passed since it was due: all that could forbid the start is looked at again. */
    private void startWaiter(HostQueues.Waiter waiter) {
        var shard = waiter.shard();
        var timer = waiter.timer();
        agenda.callBack(waiter.group());
        if (!isStillWaiting(waiter)) {
            return;
        }
        if (shard.isFrozen(timer.key())) {
            shard.holdFrozen(timer);
        } else if (mayStartIn(shard) && isDue(timer)) {
            start(shard, timer, waiter.host());
        } else {
            shard.free(timer);
        }
        touched.accept(shard);
    }

    private boolean mayStartIn(Shard shard) {
        return shard.ownership().isOpen() && !paused.test(shard.group().id());
    }

    /** A rebuilt window has read the row anew, and may even have started it. */
    private boolean isStillWaiting(HostQueues.Waiter waiter) {
        return waiter.shard().window().holds(waiter.timer())
                && waiter.shard().attempts().find(AttemptId.nextOf(waiter.timer())).isEmpty()
                && !waiter.shard().ownership().isClosed();
    }

    /** Moves timers that waited too long for their host, so that they do not fill the window. */
    private void moveImpatient() {
        waiting.takeImpatient(ports.clock().nanos(), throttle::isHeldUp).forEach(this::move);
    }

    private void move(HostQueues.Waiter waiter) {
        if (isStillWaiting(waiter)) {
            var wait = waiting.backoff(waiter.host());
            var later = Settlement.postponed(waiter.timer(), wait, ports.clock().now());
            waiter.shard().add(new OwnWork(waiter.shard(), new Settle(waiter.timer(), later)));
            touched.accept(waiter.shard());
        }
    }

    /** Looks at all hosts and groups again, after a time in which nothing could start. */
    void reviewWaiting() {
        reviewed = true;
        roomy.addAll(waiting.hosts());
        agenda.callBackAll();
    }

    boolean hasWaiting() {
        return !waiting.isEmpty() || agenda.hasParked();
    }

    /** Fails attempts whose sender broke its promise to reply. */
    void failSilent() {
        long now = ports.clock().nanos();
        for (var sending : List.copyOf(sent)) {
            if (sending.isSilent(now)) {
                ports.listener().alarm(new Alarm.SenderSilent(sending.attempt.timer().key()));
                answered(sending, CallbackReply.Failed.unanswered("the sender gave no reply"));
            }
        }
    }
}
