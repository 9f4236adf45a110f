package dev.belfry.node.shard;

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

    /** A quick host lets one through at least so often, also where the processors are busy. */
    private static final Duration QUICK = Duration.ofSeconds(1);

    record Waiter(Shard shard, Timer timer, String host, long sinceNanos) {}

    private final LoopSettings settings;
    private final RandomGenerator random;
    private final Map<String, Deque<Waiter>> byHost = new LinkedHashMap<>();

    /** How the last timer of a host got through, while others of it wait. */
    private final Map<String, Through> lastThrough = new HashMap<>();

    /** How often in a row a host's timers had to be moved; forgotten when one gets through. */
    private final Map<String, Integer> rounds = new HashMap<>();

    private long bytes;

    private record Through(long atNanos, long waitedNanos) {}

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

    int waiting(String host) {
        return byHost.getOrDefault(host, new ArrayDeque<>()).size();
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
        var waiter = take(queue);
        lastThrough.put(host, new Through(nowNanos, nowNanos - waiter.sinceNanos()));
        if (queue.isEmpty()) {
            forget(host);
        }
        return Optional.of(waiter);
    }

    private void forget(String host) {
        byHost.remove(host);
        lastThrough.remove(host);
    }

    /**
     * Whether no more timers should come to wait: they are too many, and those of the longest queue
     * get through so fast that there is room again before anybody would notice.
     */
    boolean holdsUp(long nowNanos) {
        return bytes > settings.waitingBytes() && isQuick(longest(), nowNanos);
    }

    /** A queue that has just begun has the benefit of the doubt, unless its host had it lately. */
    private boolean isQuick(Deque<Waiter> queue, long nowNanos) {
        var first = queue.getFirst();
        var last = lastThrough.getOrDefault(first.host(), new Through(first.sinceNanos(), 0));
        return nowNanos - last.atNanos() < QUICK.toNanos()
                && last.waitedNanos() < settings.permitPatience().toNanos() / 2
                && !rounds.containsKey(first.host());
    }

    private Deque<Waiter> longest() {
        return byHost.values().stream().max(Comparator.comparingInt(Deque::size)).orElseThrow();
    }

    /** Takes out the last of the longest queue if all together are too many for too long. */
    Optional<Waiter> takeSurplus(long nowNanos) {
        if (bytes <= settings.waitingBytes() || holdsUp(nowNanos)) {
            return Optional.empty();
        }
        var longest = longest();
        var waiter = longest.removeLast();
        bytes -= waiter.timer().heapBytes();
        rememberMoves(waiter.host(), 0);
        if (longest.isEmpty()) {
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
                rememberMoves(host, 1);
            }
            if (queue.isEmpty()) {
                forget(host);
            }
        }
        return impatient;
    }

    /** Its first round is one in any case. */
    private void rememberMoves(String host, int more) {
        if (rounds.size() >= MOST_HOSTS_REMEMBERED) {
            rounds.clear();
        }
        rounds.merge(host, 1, (n, _) -> Math.min(MOST_DOUBLINGS, n + more));
    }

    private boolean isImpatient(Waiter waiter, long nowNanos) {
        var through = lastThrough.get(waiter.host());
        long stuckSince =
                through == null
                        ? waiter.sinceNanos()
                        : Math.max(through.atNanos(), waiter.sinceNanos());
        long stuck = nowNanos - stuckSince;
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
