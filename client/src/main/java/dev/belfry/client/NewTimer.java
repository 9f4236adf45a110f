package dev.belfry.client;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/** A timer to create or to put; what is left out is as the group has it. Immutable. */
public final class NewTimer {
    private static final String DEFAULT_GROUP = "default";

    private final String group;
    private final String id;
    private final Map<String, String> fields;
    private final Map<String, String> headers;

    private NewTimer(
            String group, String id, Map<String, String> fields, Map<String, String> headers) {
        this.group = group;
        this.id = id;
        this.fields = fields;
        this.headers = headers;
    }

    /** A timer of the group {@code default}. */
    public static NewTimer of(String id, Instant executeAt, String callbackUrl) {
        return new NewTimer(DEFAULT_GROUP, id, Map.of(), Map.of())
                .with("executeAt", JsonWriter.quoted(executeAt.toString()))
                .with("callbackUrl", JsonWriter.quoted(callbackUrl));
    }

    /** A timer of the group {@code default} that runs again and again. */
    public static NewTimer scheduled(String id, BelfrySchedule schedule, String callbackUrl) {
        return new NewTimer(DEFAULT_GROUP, id, Map.of(), Map.of())
                .with("schedule", schedule.json())
                .with("callbackUrl", JsonWriter.quoted(callbackUrl));
    }

    /**
     * A timer of the group {@code default} that fires some time from now, by the server's clock.
     */
    public static NewTimer after(String id, Duration delay, String callbackUrl) {
        return new NewTimer(DEFAULT_GROUP, id, Map.of(), Map.of())
                .with("delay", JsonWriter.duration(delay))
                .with("callbackUrl", JsonWriter.quoted(callbackUrl));
    }

    public NewTimer group(String name) {
        return new NewTimer(name, id, fields, headers);
    }

    /**
     * The payload of its callbacks.
     *
     * @param json any JSON value, passed through byte for byte
     */
    public NewTimer payload(String json) {
        return with("payload", json);
    }

    public NewTimer callbackTimeout(Duration timeout) {
        return with("callbackTimeout", JsonWriter.duration(timeout));
    }

    /** How its callback is made. */
    public NewTimer method(BelfryTimer.Method method) {
        return with("method", JsonWriter.quoted(method.name()));
    }

    /** What the body of its callback is. */
    public NewTimer body(BelfryTimer.Body body) {
        return with("body", body.json());
    }

    /** Which credential of the operator its callback carries. */
    public NewTimer credential(String name) {
        return with("credential", JsonWriter.quoted(name));
    }

    /** Who is told when all attempts have failed: a URL, or {@code none} for nobody. */
    public NewTimer onFailed(String url) {
        return with("onFailed", JsonWriter.quoted(url));
    }

    public NewTimer retryPolicy(TimerRetryPolicy policy) {
        return with("retryPolicy", policy.json());
    }

    public NewTimer correlationId(String value) {
        return with("correlationId", JsonWriter.quoted(value));
    }

    /** A header that is sent with the callback. */
    public NewTimer header(String name, String value) {
        var all = new TreeMap<>(headers);
        all.put(name, value);
        var json = new JsonWriter();
        all.forEach(json::text);
        return new NewTimer(group, id, fields, all).with("headers", json.end());
    }

    private NewTimer with(String name, String json) {
        var all = new LinkedHashMap<>(fields);
        all.put(name, json);
        return new NewTimer(group, id, all, headers);
    }

    public String group() {
        return group;
    }

    public String id() {
        return id;
    }

    /** With its names, for a create. */
    String json() {
        return write(new JsonWriter().text("groupId", group).text("timerId", id));
    }

    /** Without its names, which the path has. */
    String replacement() {
        return write(new JsonWriter());
    }

    private String write(JsonWriter json) {
        fields.forEach(json::raw);
        return json.end();
    }
}
