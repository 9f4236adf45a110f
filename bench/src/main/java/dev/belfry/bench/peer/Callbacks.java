package dev.belfry.bench.peer;

import java.util.concurrent.atomic.AtomicLong;

/** How the jobs of this JVM make their callbacks, and how many ended. Thread-safe. */
final class Callbacks {
    private static volatile Callbacks current = new Callbacks(_ -> {});

    private final Caller caller;
    private final AtomicLong first = new AtomicLong();
    private final AtomicLong ended = new AtomicLong();

    private Callbacks(Caller caller) {
        this.caller = caller;
    }

    /** From now on jobs use this one, and are counted anew. */
    static void use(Caller caller) {
        current = new Callbacks(caller);
    }

    /** Libraries make their jobs themselves, so that they can only be told by a static field. */
    static Callbacks current() {
        return current;
    }

    void send(String body) {
        first.compareAndSet(0, System.currentTimeMillis());
        caller.post(body);
        ended.incrementAndGet();
    }

    /** How many ended, and when the first began. */
    String summary() {
        return ended + " " + first;
    }
}
