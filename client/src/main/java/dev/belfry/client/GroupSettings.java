package dev.belfry.client;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Settings of a group. Those not named are the usual ones when a group is made or replaced, and
 * stay as they are when it is patched. Immutable.
 */
public final class GroupSettings {
    private static final String NULL = "null";

    private final Map<String, String> fields;
    private final Map<String, String> limits;

    private GroupSettings(Map<String, String> fields, Map<String, String> limits) {
        this.fields = fields;
        this.limits = limits;
    }

    /** None that are not as usual. */
    public static GroupSettings usual() {
        return new GroupSettings(Map.of(), Map.of());
    }

    /** Into how many shards its timers are spread; it keeps them for ever. */
    public GroupSettings shards(int count) {
        return with("shards", Integer.toString(count));
    }

    /** How long reached and deleted timers are kept; zero keeps none. */
    public GroupSettings retention(Duration time) {
        return with("retention", JsonWriter.duration(time));
    }

    public GroupSettings failedRetention(Duration time) {
        return with("failedRetention", JsonWriter.duration(time));
    }

    /** Whether its timers show their last attempts. */
    public GroupSettings attemptLog(boolean isKept) {
        return with("attemptLog", Boolean.toString(isKept));
    }

    /** Who is told of timers that fail for good: a URL, or {@code none} for nobody. */
    public GroupSettings onFailed(String url) {
        return with("onFailed", JsonWriter.quoted(url));
    }

    public GroupSettings callbackTimeout(Duration timeout) {
        return with("callbackTimeout", JsonWriter.duration(timeout));
    }

    public GroupSettings retryPolicy(TimerRetryPolicy policy) {
        return with("retryPolicy", policy.json());
    }

    /** How much it may do in its turn, beside groups with other weights. */
    public GroupSettings weight(int share) {
        return limit("weight", Integer.toString(share));
    }

    /** At most so many callbacks start in a second, on average. */
    public GroupSettings ratePerSecond(double callbacks) {
        return limit("ratePerSecond", Double.toString(callbacks));
    }

    /** So many callbacks may start at once after a rest. */
    public GroupSettings burst(int callbacks) {
        return limit("burst", Integer.toString(callbacks));
    }

    /** At most so many callbacks are under way at the same time. */
    public GroupSettings concurrency(int callbacks) {
        return limit("concurrency", Integer.toString(callbacks));
    }

    /** At most so many callbacks start in a second to each single host, on average. */
    public GroupSettings hostRatePerSecond(double callbacks) {
        return limit("hostRatePerSecond", Double.toString(callbacks));
    }

    /** At most so many callbacks are under way at the same time to each single host. */
    public GroupSettings hostConcurrency(int callbacks) {
        return limit("hostConcurrency", Integer.toString(callbacks));
    }

    public GroupSettings withoutHostRate() {
        return limit("hostRatePerSecond", NULL);
    }

    public GroupSettings withoutHostConcurrency() {
        return limit("hostConcurrency", NULL);
    }

    public GroupSettings withoutRate() {
        return limit("ratePerSecond", NULL);
    }

    public GroupSettings withoutConcurrency() {
        return limit("concurrency", NULL);
    }

    private GroupSettings with(String name, String json) {
        return new GroupSettings(plus(fields, name, json), limits);
    }

    private GroupSettings limit(String name, String json) {
        return new GroupSettings(fields, plus(limits, name, json));
    }

    private static Map<String, String> plus(Map<String, String> some, String name, String json) {
        var all = new LinkedHashMap<>(some);
        all.put(name, json);
        return all;
    }

    String json() {
        var json = new JsonWriter();
        fields.forEach(json::raw);
        if (!limits.isEmpty()) {
            var inner = new JsonWriter();
            limits.forEach(inner::raw);
            json.raw("limits", inner.end());
        }
        return json.end();
    }
}
