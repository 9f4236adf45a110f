package dev.belfry.engine.loop;

import dev.belfry.core.timer.Timer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * Due timers whose host has no room, in order for each host, for a bounded time and in bounded
 * number. Confined to one loop.
 */
final class HostQueues {
    private static final Duration SHORTEST_BACKOFF = Duration.ofSeconds(5);
    private static final int MOST_DOUBLINGS = 5;

    record Waiter(Shard shard, Timer timer, String host, long sinceNanos) {}

    private final LoopSettings settings;
    private final RandomGenerator random;
    private final Map<String, Deque<Waiter>> byHost = new LinkedHashMap<>();

    /** When a timer of a host last got through, while others of it wait. */
    private final Map<String, Long> lastThrough = new HashMap<>();

    /** How often in a row a host's timers had to be moved; forgotten when one gets through. */
    private final Map<String, Integer> rounds = new HashMap<>();

    private long bytes;

    HostQueues(LoopSettings settings, RandomGenerator random) {
        this.settings = settings;
        this.random = random;
    }

    /** Hosts are named by users: only so many are remembered. */
    private static final int MOST_HOSTS_REMEMBERED = 10_000;

    void add(Waiter waiter) {
        byHost.computeIfAbsent(waiter.host(), _ -> new ArrayDeque<>()).add(waiter);
        bytes += waiter.timer().heapBytes();
    }

    List<String> hosts() {
        return List.copyOf(byHost.keySet());
    }

    boolean isEmpty() {
        return byHost.isEmpty();
    }

    /** The timer that has waited longest for a host; it gets through now. */
    Optional<Waiter> poll(String host, long nowNanos) {
        var queue = byHost.get(host);
        if (queue == null) {
            return Optional.empty();
        }
        rounds.remove(host);
        lastThrough.put(host, nowNanos);
        var waiter = take(queue);
        if (queue.isEmpty()) {
            forget(host);
        }
        return Optional.of(waiter);
    }

    private void forget(String host) {
        byHost.remove(host);
        lastThrough.remove(host);
    }

    /** Takes out the last of the longest queue if all together are too many. */
    Optional<Waiter> takeSurplus() {
        if (bytes <= settings.waitingBytes()) {
            return Optional.empty();
        }
        var longest = byHost.values().stream().max(Comparator.comparingInt(Deque::size));
        var waiter = longest.orElseThrow().removeLast();
        bytes -= waiter.timer().heapBytes();
        if (longest.get().isEmpty()) {
            forget(waiter.host());
        }
        return Optional.of(waiter);
    }

    /**
     * Takes out the timers of hosts that have let none through for too long. A host that gets on is
     * waited for, however many timers it has: moving them would only make them later.
     */
    List<Waiter> takeImpatient(long nowNanos) {
        var impatient = new ArrayList<Waiter>();
        for (var host : hosts()) {
            var queue = byHost.getOrDefault(host, new ArrayDeque<>());
            int before = impatient.size();
            while (!queue.isEmpty() && isImpatient(queue.getFirst(), nowNanos)) {
                impatient.add(take(queue));
            }
            if (impatient.size() > before) {
                movedAgain(host);
            }
            if (queue.isEmpty()) {
                forget(host);
            }
        }
        return impatient;
    }

    private void movedAgain(String host) {
        if (rounds.size() >= MOST_HOSTS_REMEMBERED) {
            rounds.clear();
        }
        rounds.merge(host, 1, (n, one) -> Math.min(MOST_DOUBLINGS, n + one));
    }

    private boolean isImpatient(Waiter waiter, long nowNanos) {
        long through = lastThrough.getOrDefault(waiter.host(), waiter.sinceNanos());
        long stuck = Math.min(nowNanos - waiter.sinceNanos(), nowNanos - through);
        return stuck >= settings.permitPatience().toNanos();
    }

    private Waiter take(Deque<Waiter> queue) {
        var waiter = queue.removeFirst();
        bytes -= waiter.timer().heapBytes();
        return waiter;
    }

    /** How much later a timer of this host is looked at again. */
    Duration backoff(String host) {
        long shortest = SHORTEST_BACKOFF.toMillis();
        long longest = shortest << rounds.getOrDefault(host, 1);
        return Duration.ofMillis(shortest + random.nextLong(longest - shortest + 1));
    }
}
