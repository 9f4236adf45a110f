package dev.belfry.check.simulation;

import dev.belfry.node.shard.Mailbox;
import dev.belfry.node.shard.StateMachine;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/** Drives a loop in virtual time; it can be stopped and continued, or killed. */
public final class SimulatedLoop<T extends StateMachine> implements Mailbox {
    private final EventQueue events;
    private final T loop;
    private final List<Runnable> stoppedMessages = new ArrayList<>();
    private boolean dead;
    private boolean stopped;
    private long wake;

    public SimulatedLoop(EventQueue events, Function<Mailbox, T> newLoop) {
        this.events = events;
        this.loop = newLoop.apply(this);
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
        var next = loop.turn();
        long thisWake = ++wake;
        next.ifPresent(nanos -> events.at(nanos, () -> wakeUp(thisWake)));
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
        stopped = true;
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
