package dev.belfry.check.history;

import java.util.ArrayList;
import java.util.List;

/** Keeps a history in memory. Thread-safe. */
public final class MemoryRecorder implements Recorder {
    private final List<Event> events = new ArrayList<>();

    @Override
    public synchronized void record(Event event) {
        events.add(event);
    }

    /** What was recorded until now. */
    public synchronized EventHistory history() {
        return new EventHistory(events);
    }
}
