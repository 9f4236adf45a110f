package dev.belfry.operate.config;

import static dev.belfry.core.Checks.require;

import java.time.Duration;

/** How much requests may ask for. */
public record LimitsConfig(
        @Setting(fallback = "256KiB", says = "Largest body of a request for one timer.") Bytes body,
        @Setting(fallback = "16MiB", says = "Largest body of a batch.") Bytes batchBody,
        @Setting(fallback = "1000", says = "Most timers in a batch.") int batchTimers,
        @Setting(
                        fallback = "100KiB",
                        says =
                                "Largest payload of a timer; each due timer is held in memory, so"
                                        + " large ones make small windows.")
                Bytes payload,
        @Setting(
                        fallback = "3650d",
                        says =
                                "How far ahead executeAt may lie; catches mistakes such as"
                                        + " milliseconds taken for seconds.")
                Duration horizon,
        @Setting(fallback = "1000", says = "Most timers in one page of a list.") int page,
        @Setting(
                        fallback = "64MiB",
                        says =
                                "Memory for the bodies of requests and the answers to them that are"
                                        + " under way, all together; what is beyond gets a 503. A"
                                        + " quarter of it is kept for bodies and answers of up to 32"
                                        + " KiB.")
                Bytes memory) {
    private static final long LARGEST = 1L << 30;

    public LimitsConfig {
        requireSize(body, "limits.body");
        requireSize(batchBody, "limits.batchBody");
        requireSize(payload, "limits.payload");
        require(
                memory.count() >= 2 * Math.max(body.count(), batchBody.count()),
                "limits.memory",
                "must hold at least two bodies, each of limits.body or limits.batchBody");
        require(
                batchTimers >= 1 && batchTimers <= 10_000,
                "limits.batchTimers",
                "must be 1 to 10000");
        require(horizon.isPositive(), "limits.horizon", "must be longer than nothing");
        require(page >= 1 && page <= 10_000, "limits.page", "must be 1 to 10000");
    }

    private static void requireSize(Bytes size, String key) {
        require(size.count() >= 1 && size.count() <= LARGEST, key, "must be 1 byte to 1 GiB");
    }
}
