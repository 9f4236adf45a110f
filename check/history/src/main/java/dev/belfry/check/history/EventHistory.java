package dev.belfry.check.history;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/** Events in the order in which they happened: the order counts, the instants only measure. */
public record EventHistory(List<Event> events) {
    public EventHistory {
        events = List.copyOf(events);
    }

    /**
     * One history out of those of several recorders. Each keeps its own order; between them the
     * instants decide, and at the same instant the order that accuses nobody.
     */
    public static EventHistory merged(List<EventHistory> parts) {
        var heads = new PriorityQueue<Head>(Head.ORDER);
        for (var part : parts) {
            Head.of(part, 0, heads);
        }
        var events = new ArrayList<Event>();
        while (!heads.isEmpty()) {
            var head = heads.remove();
            events.add(head.event());
            Head.of(head.part(), head.index() + 1, heads);
        }
        return new EventHistory(events);
    }

    private record Head(EventHistory part, int index) {
        static final Comparator<Head> ORDER =
                Comparator.comparing((Head head) -> head.event().at())
                        .thenComparingInt(head -> rank(head.event()));

        static void of(EventHistory part, int index, PriorityQueue<Head> heads) {
            if (index < part.events().size()) {
                heads.add(new Head(part, index));
            }
        }

        Event event() {
            return part.events().get(index);
        }
    }

    /** What opens possibilities comes before what closes them. */
    private static int rank(Event event) {
        return switch (event) {
            case Event.Declared _, Event.Struck _ -> 0;
            case Event.Invoked _ -> 1;
            case Event.AttemptStarted _ -> 2;
            case Event.AttemptAnswered _ -> 3;
            case Event.Answered _ -> 4;
            case Event.Remained _ -> 5;
            case Event.Quiesced _ -> 6;
        };
    }
}
