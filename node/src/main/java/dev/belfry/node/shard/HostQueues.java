package dev.belfry.node.shard;

import dev.belfry.core.timer.GroupId;
import dev.belfry.core.timer.Timer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;

/**
 * Due timers whose host has no room, in order for each group, in bounded number and for a bounded
 * time. The groups that wait for one host take turns there, by weight. Confined to one loop.
 */
final class HostQueues {
    private static final Duration SHORTEST_BACKOFF = Duration.ofSeconds(5);
    private static final int MOST_DOUBLINGS = 5;

    /**
     * A queue takes no more than this part of the bytes that are free; its first timer needs no
     * more than what is free, so that everybody has its turn and all together are bounded.
     */
    private static final int PART = 4;

    /** Hosts are named by users: only so many are remembered. */
    private static final int MOST_HOSTS_REMEMBERED = 10_000;

    record Waiter(Shard shard, Timer timer, String host, long sinceNanos) {
        GroupId group() {
            return shard.group().id();
        }

        int weight() {
            return shard.group().limits().weight();
        }
    }

    private record Line(String host, GroupId group) {}

    private final LoopSettings settings;
    private final RandomGenerator random;
    private final Map<Line, Queue> queues = new HashMap<>();

    /** The queues of each host, that whose turn is next first. */
    private final Map<String, SequencedSet<Queue>> byHost = new LinkedHashMap<>();

    /** How often in a row a host's timers had to be moved; forgotten when one gets through. */
    private final Map<String, Integer> rounds = new HashMap<>();

    private long bytes;

    /** The timers of one group that wait for one host. */
    private static final class Queue {
        private final Line line;
        private final Deque<Waiter> waiters = new ArrayDeque<>();
        private long bytes;
        private boolean hasLetThrough;
        private long lastThroughNanos;

        /** How many it has let through in its turn. */
        private int inTurn;

        Queue(Line line) {
            this.line = line;
        }

        void letThrough(long nowNanos) {
            hasLetThrough = true;
            lastThroughNanos = nowNanos;
        }

        /** Since the first of it waits, or since one got through if that is later. */
        boolean isImpatient(Duration patience, long nowNanos) {
            long waits = nowNanos - waiters.getFirst().sinceNanos();
            long stuck = hasLetThrough ? Math.min(nowNanos - lastThroughNanos, waits) : waits;
            return stuck >= patience.toNanos();
        }
    }

    HostQueues(LoopSettings settings, RandomGenerator random) {
        this.settings = settings;
        this.random = random;
    }

    /** Whether another timer may come to wait. */
    boolean hasRoom(String host, GroupId group, Timer timer) {
        var queue = queues.get(new Line(host, group));
        long free = settings.waitingBytes() - bytes;
        long size = timer.heapBytes();
        return queue == null ? bytes == 0 || size <= free : queue.bytes + size <= free / PART;
    }

    /** Whether timers of a group wait for a host. */
    boolean hasAny(String host, GroupId group) {
        return queues.containsKey(new Line(host, group));
    }

    void add(Waiter waiter) {
        var queue = queues.computeIfAbsent(new Line(waiter.host(), waiter.group()), this::newQueue);
        queue.waiters.add(waiter);
        count(queue, waiter, 1);
    }

    private Queue newQueue(Line line) {
        var queue = new Queue(line);
        byHost.computeIfAbsent(line.host(), _ -> new LinkedHashSet<>()).add(queue);
        return queue;
    }

    private void count(Queue queue, Waiter waiter, int sign) {
        long size = (long) sign * waiter.timer().heapBytes();
        queue.bytes += size;
        bytes += size;
    }

    List<String> hosts() {
        return List.copyOf(byHost.keySet());
    }

    private Collection<Queue> queuesOf(String host) {
        return byHost.getOrDefault(host, new LinkedHashSet<>());
    }

    int waiting(String host) {
        return queuesOf(host).stream().mapToInt(queue -> queue.waiters.size()).sum();
    }

    boolean isEmpty() {
        return byHost.isEmpty();
    }

    /**
     * The timer that has waited longest for a host, of the group whose turn it is; it gets through
     * now.
     */
    Optional<Waiter> poll(String host, Predicate<GroupId> mayStart, long nowNanos) {
        for (var queue : queuesOf(host)) {
            if (mayStart.test(queue.line.group())) {
                return Optional.of(letThrough(queue, nowNanos));
            }
        }
        return Optional.empty();
    }

    private Waiter letThrough(Queue queue, long nowNanos) {
        rounds.remove(queue.line.host());
        queue.letThrough(nowNanos);
        if (++queue.inTurn >= queue.waiters.getFirst().weight()) {
            queue.inTurn = 0;
            byHost.getOrDefault(queue.line.host(), new LinkedHashSet<>()).addLast(queue);
        }
        return takeFirst(queue);
    }

    private Waiter takeFirst(Queue queue) {
        var waiter = queue.waiters.removeFirst();
        count(queue, waiter, -1);
        if (queue.waiters.isEmpty()) {
            forget(queue);
        }
        return waiter;
    }

    private void forget(Queue queue) {
        queues.remove(queue.line);
        byHost.computeIfPresent(
                queue.line.host(), (_, all) -> all.remove(queue) && all.isEmpty() ? null : all);
    }

    /**
     * Takes out the timers of hosts that have let none through for too long. A host that gets on is
     * waited for, however many timers it has: moving them would only make them later. So is one
     * that has room while something else holds the group up.
     *
     * @param isHeldUp whether it is not the host that a group waits for
     */
    List<Waiter> takeImpatient(long nowNanos, BiPredicate<GroupId, String> isHeldUp) {
        var impatient = new ArrayList<Waiter>();
        for (var host : hosts()) {
            int before = impatient.size();
            for (var queue : List.copyOf(queuesOf(host))) {
                if (isHeldUp.test(queue.line.group(), host)) {
                    queue.letThrough(nowNanos);
                } else {
                    takeImpatient(queue, nowNanos, impatient);
                }
            }
            if (impatient.size() > before) {
                rememberMoves(host, 1);
            }
        }
        return impatient;
    }

    private void takeImpatient(Queue queue, long nowNanos, List<Waiter> impatient) {
        while (!queue.waiters.isEmpty() && queue.isImpatient(settings.permitPatience(), nowNanos)) {
            impatient.add(takeFirst(queue));
        }
    }

    /** A timer of this host was moved because there was no room for it to wait. */
    void moved(String host) {
        rememberMoves(host, 0);
    }

    /** Its first round is one in any case. */
    private void rememberMoves(String host, int more) {
        if (rounds.size() >= MOST_HOSTS_REMEMBERED) {
            rounds.clear();
        }
        rounds.merge(host, 1, (n, _) -> Math.min(MOST_DOUBLINGS, n + more));
    }

    /** How much later a timer of this host is looked at again. */
    Duration backoff(String host) {
        long shortest = SHORTEST_BACKOFF.toMillis();
        long longest = shortest << rounds.getOrDefault(host, 1);
        return Duration.ofMillis(shortest + random.nextLong(longest - shortest + 1));
    }
}
