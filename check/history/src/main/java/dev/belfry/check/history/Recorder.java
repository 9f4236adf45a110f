package dev.belfry.check.history;

/** Takes down events as they happen, in the order of the calls. Implementations are thread-safe. */
public interface Recorder {
    void record(Event event);
}
