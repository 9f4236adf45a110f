package dev.belfry.client;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/** What to do with all timers of a group that a filter lets pass; at first all. Immutable. */
public final class NewBulkJob {
    private final Map<String, String> fields;

    private NewBulkJob(Map<String, String> fields) {
        this.fields = fields;
    }

    /** Deletes scheduled timers. */
    public static NewBulkJob delete() {
        return of("delete");
    }

    /** Fires scheduled timers now. */
    public static NewBulkJob fire() {
        return of("fire");
    }

    /** Postpones scheduled timers; those with a schedule are skipped. */
    public static NewBulkJob postpone(Duration by) {
        return of("postpone").with("by", JsonWriter.duration(by));
    }

    /** Schedules dead letters anew, for now. */
    public static NewBulkJob redrive() {
        return of("redrive");
    }

    private static NewBulkJob of(String action) {
        return new NewBulkJob(Map.of()).text("action", action);
    }

    /** Changes nothing: it counts what it would change, and names some. */
    public NewBulkJob dryRun() {
        return with("dryRun", "true");
    }

    /** Only those whose next attempt is not before it; of dead letters, those that failed then. */
    public NewBulkJob from(Instant inclusive) {
        return text("from", inclusive.toString());
    }

    /** Only those whose next attempt is before it; of dead letters, those that failed before. */
    public NewBulkJob until(Instant exclusive) {
        return text("until", exclusive.toString());
    }

    public NewBulkJob correlationId(String id) {
        return text("correlationId", id);
    }

    /** Only those whose id begins so. */
    public NewBulkJob idPrefix(String prefix) {
        return text("idPrefix", prefix);
    }

    /** Only those of a receiver, with its port if the callback's URL names one. */
    public NewBulkJob host(String host) {
        return text("host", host);
    }

    /** Only those whose last attempt failed for this reason. */
    public NewBulkJob error(String lastError) {
        return text("error", lastError);
    }

    private NewBulkJob text(String name, String value) {
        return with(name, JsonWriter.quoted(value));
    }

    private NewBulkJob with(String name, String value) {
        var all = new LinkedHashMap<>(fields);
        all.put(name, value);
        return new NewBulkJob(all);
    }

    String json() {
        var json = new JsonWriter();
        fields.forEach(json::raw);
        return json.end();
    }
}
