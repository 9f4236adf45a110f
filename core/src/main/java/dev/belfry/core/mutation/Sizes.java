package dev.belfry.core.mutation;

import dev.belfry.core.timer.AttemptLog;
import dev.belfry.core.timer.Timer;
import dev.belfry.core.timer.TimerKey;
import dev.belfry.core.timer.TimerSpec;

/** Estimates of what a mutation occupies in a store's request, on the high side. */
final class Sizes {
    /** Ids, numbers, instants and names of columns. */
    private static final int FIXED = 400;

    /** Bytes of a character in UTF-8, at most, for text that is not ASCII alone. */
    private static final int PER_CHARACTER = 3;

    private Sizes() {}

    static int of(TimerKey key) {
        return FIXED + PER_CHARACTER * key.id().length();
    }

    static int of(TimerKey key, TimerSpec spec) {
        return of(key)
                + PER_CHARACTER * spec.target().url().length()
                + spec.target().headersText().length()
                + spec.payload().size();
    }

    /** With what attempts have left in it. */
    static int of(Timer timer) {
        return of(timer.key(), timer.spec())
                + (timer.attemptLog().attempts().isEmpty() ? 0 : AttemptLog.MAX_BYTES)
                + PER_CHARACTER * timer.lastError().map(String::length).orElse(0);
    }
}
