package dev.belfry.node.shard;

import dev.belfry.core.mutation.Settle;
import dev.belfry.core.timer.AttemptId;
import dev.belfry.core.timer.GroupId;
import dev.belfry.core.timer.Instants;
import dev.belfry.core.timer.Timer;
import dev.belfry.node.Alarm;
import dev.belfry.node.HostStats;
import dev.belfry.node.fire.Attempt;
import dev.belfry.node.fire.CallbackReply;
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
 * Starts attempts. A permit of the host comes first, then everything that could forbid the start is
 * looked at again, then the bytes leave. Confined to one loop.
 */
final class Firing {
    /** Timers of one shard started before the next shard gets its turn. */
    private static final int BURST = 64;

    /** A sender may be this late with a reply before the attempt counts as failed. */
    private static final Duration GRACE = Duration.ofSeconds(10);

    private final Ports ports;
    private final Agenda agenda;
    private final Predicate<GroupId> paused;
    private final Consumer<Shard> touched;
    private final QueueMeter meter;
    private final HostPermits permits;
    private final HostQueues waiting;
    private final HostMeters hosts;
    private final Set<Sent> sent = new LinkedHashSet<>();

    /** Hosts that may have room for timers that wait. */
    private final Set<String> roomy = new LinkedHashSet<>();

    private boolean stopped;

    /** An attempt whose reply is still to come. */
    private static final class Sent {
        private final Shard shard;
        private final Attempt attempt;
        private final String host;
        private final long startedNanos;

        Sent(Shard shard, Attempt attempt, String host, long startedNanos) {
            this.shard = shard;
            this.attempt = attempt;
            this.host = host;
            this.startedNanos = startedNanos;
        }

        boolean isSilent(long nowNanos) {
            var patience = attempt.timer().spec().target().timeout().plus(GRACE);
            return nowNanos - startedNanos > patience.toNanos();
        }

        int size() {
            return attempt.timer().heapBytes();
        }
    }

    Firing(
            Ports ports,
            LoopSettings settings,
            Agenda agenda,
            Predicate<GroupId> paused,
            QueueMeter meter,
            Consumer<Shard> touched) {
        this.ports = ports;
        this.agenda = agenda;
        this.paused = paused;
        this.touched = touched;
        this.meter = meter;
        this.permits = new HostPermits(settings);
        this.waiting = new HostQueues(settings, ports.random());
        this.hosts = new HostMeters(permits, waiting);
    }

    /** No attempt starts any more. */
    void stop() {
        stopped = true;
    }

    int inFlight() {
        return permits.inFlight();
    }

    List<HostStats> hosts() {
        return hosts.stats(ports.clock().nanos());
    }

    boolean hasRoom(Timer timer) {
        return permits.hasRoom(timer.spec().target().host());
    }

    /** Whether a due timer could start at all: there is room for it and for its settlement. */
    boolean isPossible() {
        return !stopped && !permits.isFull() && !meter.isFull() && ports.proof().holds();
    }

    /** Whether a due timer could start, or wait for its host. */
    boolean mayTakeDue() {
        return isPossible() && !waiting.holdsUp(ports.clock().nanos());
    }

    /** When this shard's next timer wants to start. */
    Optional<Instant> nextStart(Shard shard) {
        return mayStartIn(shard) ? shard.window().first().map(Firing::startOf) : Optional.empty();
    }

    /** Starts what waits and what is due, the earliest first, as long as there is room. */
    void startDue() {
        var hosts = List.copyOf(roomy);
        roomy.clear();
        hosts.forEach(this::startWaiting);
        var next = agenda.firstDue(ports.clock().now());
        while (next.isPresent() && mayTakeDue()) {
            startBurst(next.get());
            touched.accept(next.get());
            agenda.set(next.get(), nextStart(next.get()));
            next = agenda.firstDue(ports.clock().now());
        }
    }

    private void startBurst(Shard shard) {
        for (int i = 0; i < BURST && mayTakeDue(); i++) {
            var timer = shard.window().first();
            if (timer.isEmpty() || !isDue(timer.get())) {
                return;
            }
            startOrHold(shard, timer.get());
        }
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

    private void startOrHold(Shard shard, Timer timer) {
        if (shard.isFrozen(timer.key())) {
            shard.holdFrozen(timer);
            return;
        }
        var host = timer.spec().target().host();
        if (permits.hasRoom(host)) {
            start(shard, timer, host);
        } else {
            shard.window().hold(timer);
            waiting.add(new HostQueues.Waiter(shard, timer, host, ports.clock().nanos()));
            waiting.takeSurplus(ports.clock().nanos()).ifPresent(this::move);
        }
    }

    private void start(Shard shard, Timer timer, String host) {
        var attempt = new Attempt(AttemptId.nextOf(timer), timer, ports.clock().now());
        var sending = new Sent(shard, attempt, host, ports.clock().nanos());
        permits.take(host, sending.size());
        sent.add(sending);
        shard.started(attempt);
        ports.listener().attemptStarted(attempt);
        ports.callbacks().send(attempt, reply -> answered(sending, reply));
    }

    /** Only the first reply counts. */
    private void answered(Sent sending, CallbackReply reply) {
        if (!sent.remove(sending)) {
            return;
        }
        permits.giveBack(sending.host, sending.size());
        hosts.answered(sending.host, reply, sending.startedNanos, ports.clock().nanos());
        ports.listener().attemptAnswered(sending.attempt, reply);
        if (sending.shard.ownership().isClosed()) {
            ports.orphans().accept(sending.shard.id(), sending.attempt.id(), reply);
        } else {
            sending.shard.replied(sending.attempt.id(), reply);
            touched.accept(sending.shard);
        }
        roomy.add(sending.host);
    }

    private void startWaiting(String host) {
        while (permits.hasRoom(host) && isPossible()) {
            var waiter = waiting.poll(host, ports.clock().nanos());
            if (waiter.isEmpty()) {
                return;
            }
            startWaiter(waiter.get());
        }
    }

    /** Time has passed since it was due: all that could forbid the start is looked at again. */
    private void startWaiter(HostQueues.Waiter waiter) {
        var shard = waiter.shard();
        var timer = waiter.timer();
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
    void moveImpatient() {
        waiting.takeImpatient(ports.clock().nanos()).forEach(this::move);
    }

    private void move(HostQueues.Waiter waiter) {
        if (isStillWaiting(waiter)) {
            var wait = waiting.backoff(waiter.host());
            var later = Settlement.postponed(waiter.timer(), wait, ports.clock().now());
            waiter.shard().add(new OwnWork(waiter.shard(), new Settle(waiter.timer(), later)));
            touched.accept(waiter.shard());
        }
    }

    /** Looks at all hosts again, after a time in which nothing could start. */
    void reviewWaiting() {
        roomy.addAll(waiting.hosts());
    }

    boolean hasWaiting() {
        return !waiting.isEmpty();
    }

    /** Fails attempts whose sender broke its promise to reply. */
    void failSilent() {
        long now = ports.clock().nanos();
        for (var sending : List.copyOf(sent)) {
            if (sending.isSilent(now)) {
                ports.listener().alarm(new Alarm.SenderSilent(sending.attempt.timer().key()));
                answered(
                        sending,
                        new CallbackReply.Failed("the sender gave no reply", Optional.empty()));
            }
        }
    }
}
