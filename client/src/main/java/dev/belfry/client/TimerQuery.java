package dev.belfry.client;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** Which timers of a group a list shows, and how many at a time. Immutable. */
public final class TimerQuery {
    private final Map<String, String> parameters;

    private TimerQuery(Map<String, String> parameters) {
        this.parameters = parameters;
    }

    /** All of them, at most so many in a page. */
    public static TimerQuery pagesOf(int limit) {
        return new TimerQuery(Map.of()).with("limit", Integer.toString(limit));
    }

    /** Only those whose next attempt is not before it. */
    public TimerQuery from(Instant inclusive) {
        return with("from", inclusive.toString());
    }

    /** Only those whose next attempt is before it. */
    public TimerQuery until(Instant exclusive) {
        return with("until", exclusive.toString());
    }

    public TimerQuery correlationId(String id) {
        return with("correlationId", id);
    }

    /** Timers are shown with an empty payload. */
    public TimerQuery withoutPayload() {
        return with("payload", "false");
    }

    /** The page that follows on the one which gave this cursor. */
    public TimerQuery after(String cursor) {
        return with("cursor", cursor);
    }

    private TimerQuery with(String name, String value) {
        var all = new LinkedHashMap<>(parameters);
        all.put(name, value);
        return new TimerQuery(all);
    }

    /** As the end of a path. */
    String text() {
        return parameters.entrySet().stream()
                .map(it -> it.getKey() + "=" + ApiCall.escaped(it.getValue()))
                .collect(Collectors.joining("&", "?", ""));
    }
}
