package dev.belfry.bench;

/** A way to commit timers that can also settle them: their callbacks are done, and they go. */
interface TimerSettler extends TimerWriter {
    /** Settles all that were written last. Returns when that is durable. */
    void settle() throws Exception;
}
