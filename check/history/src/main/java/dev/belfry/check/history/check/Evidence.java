package dev.belfry.check.history.check;

import dev.belfry.check.history.Event;
import dev.belfry.check.history.text.EventText;
import dev.belfry.core.timer.TimerKey;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Why something is a violation, for people.
 *
 * @param decisive the events that contradict each other or a promise
 * @param trace the last events of the timer up to there, as they are written to files
 */
public record Evidence(TimerKey key, String says, List<Event> decisive, List<Event> trace) {
    public Evidence {
        decisive = List.copyOf(decisive);
        trace = List.copyOf(trace);
    }

    @Override
    public String toString() {
        return Stream.concat(trace.stream(), decisive.stream())
                .distinct()
                .map(this::line)
                .collect(Collectors.joining("\n", key + ": " + says + "\n", ""));
    }

    private String line(Event event) {
        return (decisive.contains(event) ? "  > " : "    ") + EventText.format(event);
    }
}
