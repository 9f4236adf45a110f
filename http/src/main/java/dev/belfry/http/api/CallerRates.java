package dev.belfry.http.api;

import dev.belfry.http.transport.CallerNetwork;
import dev.belfry.operate.access.Caller;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * How many requests each caller may make of this node in a second, also at once. Callers are keys
 * and tokens by their names, and where nobody is asked for one, addresses. Thread-safe.
 */
final class CallerRates {
    /** Who comes when so many are known and none has rested shares the rate of all such. */
    private static final int MOST_CALLERS = 10_000;

    private static final String OTHERS = "(others)";
    private static final long SECOND = Duration.ofSeconds(1).toNanos();

    private final int perSecond;

    private final Map<String, Allowance> allowances = new ConcurrentHashMap<>();
    private final AtomicLong sweptAt = new AtomicLong(System.nanoTime());

    CallerRates(int perSecond) {
        this.perSecond = perSecond;
    }

    private static String nameOf(Caller caller, CallerNetwork network) {
        return caller.equals(Caller.ANYONE)
                ? "address " + network.name()
                : "caller " + caller.name();
    }

    /**
     * Counts a request and says on its answer what is left.
     *
     * @throws ProblemException if it is one too many
     */
    void count(HttpServerRequest request, Caller caller, long now) {
        var name = nameOf(caller, CallerNetwork.of(request.remoteAddress()));
        tell(request.response(), take(name, now), name);
    }

    private void tell(HttpServerResponse response, int left, String name) {
        response.putHeader("RateLimit-Policy", "\"caller\";q=%d;w=1".formatted(perSecond));
        response.putHeader("RateLimit", "\"caller\";r=%d;t=1".formatted(Math.max(0, left)));
        if (left < 0) {
            response.putHeader("Retry-After", "1");
            throw Problem.of(
                            Code.TOO_MANY_REQUESTS,
                            "%s may make %d requests in a second; nothing was changed"
                                    .formatted(name, perSecond))
                    .raised();
        }
    }

    /** How many more may follow at once; negative if this one may not. */
    int take(String name, long now) {
        long each = SECOND / perSecond;
        return allowances
                .computeIfAbsent(known(name, now), _ -> new Allowance(now))
                .take(now, each);
    }

    private String known(String name, long now) {
        if (allowances.containsKey(name) || allowances.size() < MOST_CALLERS) {
            return name;
        }
        if (sweptAt.updateAndGet(at -> now - at > SECOND ? now : at) == now) {
            allowances.values().removeIf(it -> it.isWhole(now));
        }
        return allowances.size() < MOST_CALLERS ? name : OTHERS;
    }

    /** What one caller may still do: it grows with time, up to that of a second. Thread-safe. */
    private static final class Allowance {
        private long wholeAt;

        Allowance(long now) {
            wholeAt = now;
        }

        synchronized boolean isWhole(long now) {
            return wholeAt - now <= 0;
        }

        synchronized int take(long now, long each) {
            long after = each + (isWhole(now) ? now : wholeAt);
            if (after - now > SECOND) {
                return -1;
            }
            wholeAt = after;
            return (int) ((SECOND - (after - now)) / each);
        }
    }
}
