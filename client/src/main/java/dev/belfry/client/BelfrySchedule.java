package dev.belfry.client;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** When a timer runs again and again. Immutable. */
public final class BelfrySchedule {
    /** What becomes of runs whose time has passed. */
    public enum CatchingUp {
        NONE,
        LATEST,
        ALL
    }

    private final Map<String, String> fields;

    private BelfrySchedule(Map<String, String> fields) {
        this.fields = fields;
    }

    /** The times of a cron expression of five or six fields on the clocks of a zone. */
    public static BelfrySchedule cron(String expression, ZoneId zone) {
        return new BelfrySchedule(Map.of())
                .with("cron", JsonWriter.quoted(expression))
                .with("zone", JsonWriter.quoted(zone.getId()));
    }

    /** Every so often, from now on unless an anchor or a start is given. */
    public static BelfrySchedule every(Duration period) {
        return new BelfrySchedule(Map.of()).with("every", JsonWriter.duration(period));
    }

    /** Where the periods count from. */
    public BelfrySchedule anchor(Instant at) {
        return with("anchor", JsonWriter.quoted(at.toString()));
    }

    /** No run is before it. */
    public BelfrySchedule startAt(Instant at) {
        return with("startAt", JsonWriter.quoted(at.toString()));
    }

    /** No run is after it. */
    public BelfrySchedule endAt(Instant at) {
        return with("endAt", JsonWriter.quoted(at.toString()));
    }

    /** How many runs there are at most. */
    public BelfrySchedule count(int runs) {
        return with("count", Integer.toString(runs));
    }

    public BelfrySchedule catchUp(CatchingUp rule) {
        return with("catchUp", JsonWriter.quoted(rule.name().toLowerCase(Locale.ROOT)));
    }

    /** The window over which timers of one instant spread. */
    public BelfrySchedule jitter(Duration window) {
        return with("jitter", JsonWriter.duration(window));
    }

    /** Pauses when a run has failed for good; otherwise the schedule goes on. */
    public BelfrySchedule pausingOnFailure() {
        return with("onFailure", JsonWriter.quoted("pause"));
    }

    private BelfrySchedule with(String name, String json) {
        var all = new LinkedHashMap<>(fields);
        all.put(name, json);
        return new BelfrySchedule(all);
    }

    String json() {
        var json = new JsonWriter();
        fields.forEach(json::raw);
        return json.end();
    }
}
