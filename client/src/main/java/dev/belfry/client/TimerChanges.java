package dev.belfry.client;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/** Fields of a timer to change; those not named stay as they are. Immutable. */
public final class TimerChanges {
    private final Map<String, String> fields;

    private TimerChanges(Map<String, String> fields) {
        this.fields = fields;
    }

    /** One that changes nothing yet. */
    public static TimerChanges empty() {
        return new TimerChanges(Map.of());
    }

    /** Another instant starts a new schedule. */
    public TimerChanges executeAt(Instant at) {
        return with("executeAt", JsonWriter.quoted(at.toString()));
    }

    /** Starts a new schedule some time from now, by the server's clock. */
    public TimerChanges delay(Duration delay) {
        return with("delay", JsonWriter.duration(delay));
    }

    /** A URL of another origin needs {@link #headers} too, unless the timer has none. */
    public TimerChanges callbackUrl(String url) {
        return with("callbackUrl", JsonWriter.quoted(url));
    }

    /**
     * Replaces the payload whole.
     *
     * @param json any JSON value, which replaces the payload whole
     */
    public TimerChanges payload(String json) {
        return with("payload", json);
    }

    /** Replaces all headers of the callback; an empty map takes them away. */
    public TimerChanges headers(Map<String, String> all) {
        var json = new JsonWriter();
        all.forEach(json::text);
        return with("headers", json.end());
    }

    public TimerChanges callbackTimeout(Duration timeout) {
        return with("callbackTimeout", JsonWriter.duration(timeout));
    }

    /** How its callback is made. */
    public TimerChanges method(BelfryTimer.Method method) {
        return with("method", JsonWriter.quoted(method.name()));
    }

    /** What the body of its callback is. */
    public TimerChanges body(BelfryTimer.Body body) {
        return with("body", body.json());
    }

    /** Which credential of the operator its callback carries. */
    public TimerChanges credential(String name) {
        return with("credential", JsonWriter.quoted(name));
    }

    /** Who is told when all attempts have failed: a URL, or {@code none} for nobody. */
    public TimerChanges onFailed(String url) {
        return with("onFailed", JsonWriter.quoted(url));
    }

    public TimerChanges retryPolicy(TimerRetryPolicy policy) {
        return with("retryPolicy", policy.json());
    }

    public TimerChanges correlationId(String value) {
        return with("correlationId", JsonWriter.quoted(value));
    }

    /** Replaces the schedule of a timer that has one. */
    public TimerChanges schedule(BelfrySchedule schedule) {
        return with("schedule", schedule.json());
    }

    private TimerChanges with(String name, String json) {
        var all = new LinkedHashMap<>(fields);
        all.put(name, json);
        return new TimerChanges(all);
    }

    String json() {
        return write(new JsonWriter());
    }

    String write(JsonWriter json) {
        fields.forEach(json::raw);
        return json.end();
    }
}
