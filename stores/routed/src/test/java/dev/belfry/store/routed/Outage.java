package dev.belfry.store.routed;

import dev.belfry.check.contract.InterceptedStore;
import dev.belfry.core.store.MemoryTimerStore;
import dev.belfry.core.store.StoreException;
import dev.belfry.core.store.TimerStore;
import java.time.InstantSource;
import java.util.Set;
import java.util.concurrent.CountDownLatch;

/** A database in memory that can be down. Thread-safe. */
final class Outage {
    /** Calls that ask the program, not the database. */
    private static final Set<String> LOCAL = Set.of("limits", "isShared", "isBroken", "close");

    /** How a database is down. */
    enum Kind {
        REFUSES,
        HANGS
    }

    private final MemoryTimerStore real = new MemoryTimerStore(InstantSource.system());
    private volatile Runnable fault = () -> {};
    private volatile CountDownLatch over = new CountDownLatch(0);

    void begin(Kind kind) {
        over = new CountDownLatch(1);
        fault = kind == Kind.REFUSES ? Outage::refuse : this::hang;
    }

    void end() {
        fault = () -> {};
        over.countDown();
    }

    private static void refuse() {
        throw new StoreException.Unavailable("connection refused");
    }

    private void hang() {
        try {
            over.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        throw new StoreException.OutcomeUnknown("no answer");
    }

    MemoryTimerStore real() {
        return real;
    }

    TimerStore store() {
        return InterceptedStore.of(
                real,
                (call, itself) -> {
                    if (!LOCAL.contains(call)) {
                        fault.run();
                    }
                    return itself.call();
                });
    }
}
