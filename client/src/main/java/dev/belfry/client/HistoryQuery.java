package dev.belfry.client;

import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** Which timers that are over to list, and how many at a time; at first all. Immutable. */
public final class HistoryQuery {
    private final Map<String, String> parameters;

    private HistoryQuery(Map<String, String> parameters) {
        this.parameters = parameters;
    }

    /** All that a group keeps. */
    public static HistoryQuery all() {
        return new HistoryQuery(Map.of());
    }

    /** Only those in these states. */
    public HistoryQuery states(BelfryTimer.State... states) {
        return with(
                "state", Arrays.stream(states).map(Enum::name).collect(Collectors.joining(",")));
    }

    /** Only those that were settled from then on. */
    public HistoryQuery from(Instant inclusive) {
        return with("from", inclusive.toString());
    }

    /** Only those that were settled before. */
    public HistoryQuery until(Instant exclusive) {
        return with("until", exclusive.toString());
    }

    public HistoryQuery correlationId(String id) {
        return with("correlationId", id);
    }

    /** Only those whose id begins so. */
    public HistoryQuery idPrefix(String prefix) {
        return with("idPrefix", prefix);
    }

    /** At most so many in a page. */
    public HistoryQuery limit(int timers) {
        return with("limit", Integer.toString(timers));
    }

    /** The page that follows on another one. */
    public HistoryQuery cursor(String nextCursor) {
        return with("cursor", nextCursor);
    }

    private HistoryQuery with(String name, String value) {
        var all = new LinkedHashMap<>(parameters);
        all.put(name, value);
        return new HistoryQuery(all);
    }

    String text() {
        return parameters.entrySet().stream()
                .map(it -> it.getKey() + "=" + ApiCall.escaped(it.getValue()))
                .reduce((one, next) -> one + "&" + next)
                .map(all -> "?" + all)
                .orElse("");
    }
}
