package dev.belfry.node.shard;

import dev.belfry.core.mutation.Expire;
import dev.belfry.core.timer.TimerKey;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Removes kept timers whose time is over. A shard is looked at when the time of one that it is
 * known to keep is over, again at once as long as a look finds a full page, and now and then
 * whatever is known: a former owner may have left some. Groups take turns, and what is found waits
 * in the commit queues behind all that anybody waits for. Confined to one loop.
 *
 * <p>Its price has two bounds: looks that find less than a page are few in each interval of the
 * audit, and no look is made while much of what was found has not been removed yet.
 */
final class Expiry {
    /** Looks in one interval that may find less than a page. */
    private static final int LOOKS = 20;

    /** Keys found by one look, at most: bounds what one shard adds to a commit. */
    static final int PAGE = 500;

    /** Found and not yet removed, in all shards of the loop: enough for a few commits. */
    private static final int MOST_WAITING = 4_000;

    /** Where something was found, more ends soon. */
    private static final Duration SOON = Duration.ofSeconds(2);

    /** An idle shard costs a look in this time. */
    private static final Duration SELDOM = Duration.ofMinutes(1);

    private final Ports ports;
    private final StoreCalls calls;
    private final Consumer<Shard> touched;
    private final Slots<Shard> coming = new Slots<>(Comparator.comparing(Shard::id));
    private final Map<Shard, Instant> soonest = new HashMap<>();
    private final Set<Shard> due = new LinkedHashSet<>();
    private final ShardTurns turns = new ShardTurns();
    private int looks;
    private int waiting;

    Expiry(Ports ports, StoreCalls calls, Consumer<Shard> touched) {
        this.ports = ports;
        this.calls = calls;
        this.touched = touched;
    }

    /** What one look found, until all of it is removed. Confined to the loop. */
    final class Found {
        private final Shard shard;
        private final int count;
        private int left;
        private int refused;

        Found(Shard shard, int count) {
            this.shard = shard;
            this.count = count;
            this.left = count;
        }

        void refused() {
            refused++;
            done();
        }

        void done() {
            waiting--;
            left--;
            if (left == 0 && !shard.ownership().isClosed()) {
                removed();
            }
        }

        /** One that can not be removed would be found again at once. */
        private void removed() {
            if (count == PAGE && refused == 0) {
                call(shard);
            } else {
                again(shard, refused == count ? SELDOM : SOON);
            }
        }
    }

    void include(Shard shard) {
        coming.set(shard, ports.clock().now());
    }

    void forget(Shard shard) {
        coming.remove(shard);
        soonest.remove(shard);
        due.remove(shard);
    }

    /** The shard keeps a timer until then. */
    void keeps(Shard shard, Instant until) {
        if (until.isBefore(soonest.getOrDefault(shard, Instant.MAX))) {
            soonest.put(shard, until);
            coming.at(shard).filter(until::isBefore).ifPresent(_ -> coming.set(shard, until));
        }
    }

    /** Another interval has begun. */
    void tick() {
        looks = LOOKS;
        due.forEach(touched);
        var now = ports.clock().now();
        var first = coming.firstDue(now);
        while (first.isPresent()) {
            coming.remove(first.get().key());
            call(first.get().key());
            first = coming.firstDue(now);
        }
    }

    private void call(Shard shard) {
        due.add(shard);
        touched.accept(shard);
    }

    /** Lets a shard that has nothing else under way be looked at, if that is due. */
    void offer(Shard shard) {
        if (due.contains(shard)) {
            turns.add(shard);
        }
    }

    boolean isReady() {
        return !turns.isEmpty() && looks > 0 && waiting + PAGE <= MOST_WAITING;
    }

    void dispatch() {
        var shard = turns.next();
        if (shard.isIdle() && isProven(shard.ownership()) && due.remove(shard)) {
            look(shard);
        }
    }

    /** A node without proof may see the rows of another owner, and must leave them alone. */
    private boolean isProven(Ownership ownership) {
        return ownership.isOpen() && ports.proof().holds(ownership.owner());
    }

    private void look(Shard shard) {
        looks--;
        waiting += PAGE;
        var now = ports.clock().now();
        calls.make(
                StoreOperation.EXPIRED,
                List.of(shard),
                store -> store.timers().expired(shard.id(), now, PAGE),
                answer -> answered(shard, now, answer));
    }

    private void answered(Shard shard, Instant now, StoreAnswer<List<TimerKey>> answer) {
        waiting -= PAGE;
        if (shard.ownership().isClosed()) {
            return;
        }
        if (answer instanceof StoreAnswer.Ok<List<TimerKey>>(var keys)) {
            found(shard, now, keys);
        } else {
            again(shard, SOON);
        }
    }

    private void found(Shard shard, Instant now, List<TimerKey> keys) {
        waiting += keys.size();
        if (keys.size() < PAGE) {
            soonest.computeIfPresent(shard, (_, end) -> end.isAfter(now) ? end : null);
        } else {
            looks++;
        }
        if (keys.isEmpty()) {
            again(shard, SELDOM);
        } else {
            var found = new Found(shard, keys.size());
            keys.forEach(key -> shard.fill(new ExpireWork(shard, new Expire(key, now), found)));
        }
    }

    private void again(Shard shard, Duration wait) {
        var later = ports.clock().now().plus(wait);
        var end = soonest.getOrDefault(shard, Instant.MAX);
        coming.set(shard, end.isBefore(later) ? end : later);
    }
}
