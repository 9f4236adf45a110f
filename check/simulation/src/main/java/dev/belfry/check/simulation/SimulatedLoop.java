package dev.belfry.check.simulation;

import dev.belfry.node.shard.Mailbox;
import dev.belfry.node.shard.StateMachine;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongUnaryOperator;
import java.util.function.Supplier;

/** Drives a loop in virtual time; it can be stopped and continued, or killed. */
public final class SimulatedLoop<T extends StateMachine> implements Mailbox {
    private final EventQueue events;
    private final T loop;
    private final List<Runnable> stoppedMessages = new ArrayList<>();
    private Supplier<Duration> turnsAfter = () -> Duration.ZERO;
    private LongUnaryOperator wakesAt = LongUnaryOperator.identity();
    private boolean turnPending;
    private boolean dead;
    private boolean stopped;
    private boolean inTurn;
    private long stoppedNanos;
    private long wake;

    /** The way of another thread to this one: messages take time, and stay in order. */
    public final class Wire implements Mailbox {
        private final Supplier<Duration> takes;
        private long lastArrival;

        private Wire(Supplier<Duration> takes) {
            this.takes = takes;
        }

        @Override
        public void post(Runnable message) {
            long arrival = events.nowNanos() + takes.get().toNanos();
            lastArrival = Math.max(lastArrival, arrival);
            events.at(lastArrival, () -> receive(message));
        }

        public void tell(Consumer<T> message) {
            post(() -> message.accept(loop));
        }
    }

    public SimulatedLoop(EventQueue events, Function<Mailbox, T> newLoop) {
        this.events = events;
        this.loop = newLoop.apply(this);
    }

    public Wire wire(Supplier<Duration> takes) {
        return new Wire(takes);
    }

    /** From now on messages may run some time before the turn that follows them. */
    public void turnsAfter(Supplier<Duration> wait) {
        turnsAfter = wait;
    }

    /** From now on it wakes by this clock. */
    public void wakesBy(VirtualClock clock) {
        wakesAt = clock::trueNanos;
    }

    @Override
    public void post(Runnable message) {
        events.after(Duration.ZERO, () -> receive(message));
    }

    public void tell(Consumer<T> message) {
        post(() -> message.accept(loop));
    }

    private void receive(Runnable message) {
        if (dead) {
            return;
        }
        if (stopped) {
            stoppedMessages.add(message);
            return;
        }
        message.run();
        var wait = turnsAfter.get();
        if (wait.isZero() && !turnPending) {
            turn();
        } else if (!turnPending) {
            turnPending = true;
            events.after(wait, this::lateTurn);
        }
    }

    /** One that is stopped by then turns when it goes on. */
    private void lateTurn() {
        turnPending = false;
        if (!dead && !stopped) {
            turn();
        }
    }

    private void turn() {
        var next = loop.turn();
        long thisWake = ++wake;
        next.ifPresent(nanos -> events.at(wakesAt.applyAsLong(nanos), () -> wakeUp(thisWake)));
    }

    /** A later message has made a wake of its own. */
    private void wakeUp(long thisWake) {
        if (thisWake == wake) {
            receive(() -> {});
        }
    }

    /** Like kill -9: nothing it would have done happens any more. */
    public void kill() {
        dead = true;
    }

    public boolean isDead() {
        return dead;
    }

    /** Like SIGSTOP: the world goes on without it. */
    public void stop() {
        stopAlone(false);
    }

    /**
     * Like a thread that gets no core, or hangs.
     *
     * @param isInTurn whether it hangs in a turn, which others can see, or was asleep
     */
    public void stopAlone(boolean isInTurn) {
        stopped = true;
        inTurn = isInTurn;
        stoppedNanos = events.nowNanos();
    }

    /** Whether it is seen to have hung in a turn for so long. */
    public boolean hasHungFor(Duration limit) {
        return stopped && inTurn && events.nowNanos() - stoppedNanos > limit.toNanos();
    }

    public boolean isStopped() {
        return stopped;
    }

    /** Like SIGCONT: everything that came meanwhile comes now. */
    public void cont() {
        stopped = false;
        var messages = List.copyOf(stoppedMessages);
        stoppedMessages.clear();
        messages.forEach(this::receive);
        receive(() -> {});
    }
}
