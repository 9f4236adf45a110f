package dev.belfry.bench.peers;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/** How the jobs of this JVM make their callbacks, and how many ended. Thread-safe. */
final class Callbacks {
    private static volatile Callbacks current = new Callbacks(_ -> {});

    private final Consumer<String> caller;
    private final AtomicLong first = new AtomicLong();
    private final AtomicLong ended = new AtomicLong();

    private Callbacks(Consumer<String> caller) {
        this.caller = caller;
    }

    /** From now on jobs use this one, and are counted anew. */
    static void use(Consumer<String> caller) {
        current = new Callbacks(caller);
    }

    /** Libraries make their jobs themselves, so that they can only be told by a static field. */
    static Callbacks current() {
        return current;
    }

    void send(String body) {
        first.compareAndSet(0, System.currentTimeMillis());
        caller.accept(body);
        ended.incrementAndGet();
    }

    /** How many ended, and when the first began. */
    String summary() {
        return ended + " " + first;
    }
}
