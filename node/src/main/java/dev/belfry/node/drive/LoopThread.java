package dev.belfry.node.drive;

import dev.belfry.node.EngineClock;
import dev.belfry.node.shard.Mailbox;
import dev.belfry.node.shard.StateMachine;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Drives one loop with a thread of its own: runs what is posted, lets the loop turn, sleeps until
 * the next message or the time the loop named. Thread-safe.
 *
 * <p>A loop that throws has lost its footing: it is stopped at once, its shards are left to the
 * fence, and the failure is reported.
 */
public final class LoopThread<T extends StateMachine> implements Mailbox, AutoCloseable {
    /** Messages run before the loop turns: bounds the time in which nothing starts. */
    private static final int MESSAGES_PER_TURN = 1_000;

    private final Queue<Runnable> messages = new ConcurrentLinkedQueue<>();
    private final EngineClock clock;
    private final T loop;
    private final Consumer<Throwable> failed;
    private final Thread thread;
    private volatile boolean sleeping;
    private volatile long awakeSince;
    private volatile boolean closed;

    /**
     * @param newLoop makes the loop, given the way into it
     * @param failed is told of a throw that ended the loop
     */
    public LoopThread(
            String name,
            EngineClock clock,
            Function<Mailbox, T> newLoop,
            Consumer<Throwable> failed) {
        this.clock = clock;
        this.failed = failed;
        this.loop = newLoop.apply(this);
        this.thread = Thread.ofPlatform().name(name).daemon().unstarted(this::run);
    }

    public void start() {
        thread.start();
    }

    @Override
    public void post(Runnable message) {
        messages.add(message);
        if (sleeping) {
            LockSupport.unpark(thread);
        }
    }

    /** Posts something to be done with the loop. */
    public void tell(Consumer<T> message) {
        post(() -> message.accept(loop));
    }

    /** Whether it takes no more messages. */
    public boolean isClosed() {
        return closed;
    }

    /** Whether one turn, with the messages before it, has taken longer than this already. */
    public boolean hasHungFor(Duration limit) {
        return !sleeping && clock.nanos() - awakeSince > limit.toNanos();
    }

    private void run() {
        try {
            while (!closed) {
                awakeSince = clock.nanos();
                runMessages();
                sleepUntil(loop.turn());
            }
        } catch (RuntimeException | Error failure) {
            closed = true;
            failed.accept(failure);
        }
    }

    private void runMessages() {
        for (int i = 0; i < MESSAGES_PER_TURN; i++) {
            var message = messages.poll();
            if (message == null) {
                return;
            }
            message.run();
        }
    }

    /** A message posted before the flag is seen here; one posted after it unparks. */
    private void sleepUntil(OptionalLong nanos) {
        sleeping = true;
        if (messages.isEmpty() && !closed) {
            if (nanos.isEmpty()) {
                LockSupport.park(this);
            } else {
                LockSupport.parkNanos(this, nanos.getAsLong() - clock.nanos());
            }
        }
        sleeping = false;
    }

    /** Stops the thread where it stands; what the loop still had to do is left undone. */
    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
        if (!Thread.currentThread().equals(thread)) {
            join();
        }
    }

    private void join() {
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
