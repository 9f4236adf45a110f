package dev.belfry.client;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/** Fields of a timer to change; those not named stay as they are. Immutable. */
public final class TimerPatch {
    private final Map<String, String> fields;

    private TimerPatch(Map<String, String> fields) {
        this.fields = fields;
    }

    /** One that changes nothing yet. */
    public static TimerPatch empty() {
        return new TimerPatch(Map.of());
    }

    /** Another instant starts a new schedule. */
    public TimerPatch executeAt(Instant at) {
        return with("executeAt", JsonWriter.quoted(at.toString()));
    }

    /** A URL of another origin needs {@link #headers} too, unless the timer has none. */
    public TimerPatch callbackUrl(String url) {
        return with("callbackUrl", JsonWriter.quoted(url));
    }

    /**
     * Replaces the payload whole.
     *
     * @param json any JSON value, which replaces the payload whole
     */
    public TimerPatch payload(String json) {
        return with("payload", json);
    }

    /** Replaces all headers of the callback; an empty map takes them away. */
    public TimerPatch headers(Map<String, String> all) {
        var json = new JsonWriter();
        all.forEach(json::text);
        return with("headers", json.end());
    }

    public TimerPatch callbackTimeout(Duration timeout) {
        return with("callbackTimeout", JsonWriter.duration(timeout));
    }

    public TimerPatch retryPolicy(RetryPolicy policy) {
        return with("retryPolicy", policy.json());
    }

    public TimerPatch correlationId(String value) {
        return with("correlationId", JsonWriter.quoted(value));
    }

    private TimerPatch with(String name, String json) {
        var all = new LinkedHashMap<>(fields);
        all.put(name, json);
        return new TimerPatch(all);
    }

    String json() {
        var json = new JsonWriter();
        fields.forEach(json::raw);
        return json.end();
    }
}
