package dev.belfry.client;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A group and its settings. Immutable.
 *
 * @param shards into which its timers are spread
 * @param retention how long reached and deleted timers are kept; zero keeps none
 * @param failedRetention how long failed timers are kept
 * @param attemptLog whether its timers show their last attempts
 * @param onFailed who is told of timers that fail for good and name nobody
 * @param callbackTimeout of timers that do not say
 * @param retryPolicy of timers that do not say
 * @param holds how many timers it holds, if that was counted
 * @param etag its revision, if the answer said it; a list says none
 */
public record TimerGroup(
        String id,
        Phase phase,
        int shards,
        Duration retention,
        Duration failedRetention,
        boolean attemptLog,
        Optional<String> onFailed,
        Duration callbackTimeout,
        TimerRetryPolicy retryPolicy,
        Limits limits,
        Optional<Holdings> holds,
        Optional<String> etag) {
    /** Whether it takes timers. */
    public enum Phase {
        SERVING,
        /** It is being deleted and holds nothing any more. */
        CLOSING,
        /** It is being deleted with all its timers. */
        DROPPING
    }

    /**
     * What it may take of what groups share, counted over all servers.
     *
     * @param weight how much it may do in its turn
     * @param ratePerSecond callbacks that start, on average; empty for no limit
     * @param burst callbacks that may start at once after a rest
     * @param concurrency callbacks under way at the same time; empty for no limit
     * @param hostRatePerSecond callbacks that start to each single host; empty for no limit
     * @param hostConcurrency callbacks under way to each single host; empty for no limit
     */
    public record Limits(
            int weight,
            Optional<Double> ratePerSecond,
            OptionalInt burst,
            OptionalInt concurrency,
            Optional<Double> hostRatePerSecond,
            OptionalInt hostConcurrency) {
        static Limits of(JsonObject json) {
            return new Limits(
                    json.number("weight").intValueExact(),
                    json.findNumber("ratePerSecond").map(BigDecimal::doubleValue),
                    whole(json, "burst"),
                    whole(json, "concurrency"),
                    json.findNumber("hostRatePerSecond").map(BigDecimal::doubleValue),
                    whole(json, "hostConcurrency"));
        }

        private static OptionalInt whole(JsonObject json, String name) {
            return json.findNumber(name).stream().mapToInt(BigDecimal::intValueExact).findFirst();
        }
    }

    /**
     * How many timers it holds.
     *
     * @param pending that are not over
     * @param deadLetters that have failed and are kept
     * @param isExact whether all were counted; large numbers are estimated
     */
    public record Holdings(long pending, long deadLetters, boolean isExact) {
        private static Optional<Holdings> of(JsonObject json) {
            return json.findNumber("pending")
                    .map(
                            pending ->
                                    new Holdings(
                                            pending.longValueExact(),
                                            json.number("deadLetters").longValueExact(),
                                            json.flag("countsExact")));
        }
    }

    static TimerGroup of(JsonObject json, Optional<String> etag) {
        return new TimerGroup(
                json.text("groupId"),
                Phase.valueOf(json.text("phase")),
                json.number("shardCount").intValueExact(),
                json.duration("retention"),
                json.duration("failedRetention"),
                json.flag("attemptLog"),
                json.findText("onFailed"),
                json.duration("callbackTimeout"),
                TimerRetryPolicy.of(json.object("retryPolicy")),
                Limits.of(json.object("limits")),
                Holdings.of(json),
                etag);
    }
}
