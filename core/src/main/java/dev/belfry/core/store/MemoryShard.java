package dev.belfry.core.store;

import dev.belfry.core.mutation.Decision;
import dev.belfry.core.mutation.Followers;
import dev.belfry.core.mutation.Mutation;
import dev.belfry.core.shard.AttemptUnderWay;
import dev.belfry.core.shard.Epoch;
import dev.belfry.core.shard.Incarnation;
import dev.belfry.core.shard.Lease;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.Instants;
import dev.belfry.core.timer.KeptTimer;
import dev.belfry.core.timer.Position;
import dev.belfry.core.timer.Timer;
import dev.belfry.core.timer.TimerKey;
import dev.belfry.core.timer.TimerState;
import dev.belfry.core.timer.TimerUuid;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** One shard of the memory store. Confined to the store's lock. */
final class MemoryShard {
    private final ShardId id;
    private final Map<TimerKey, Entry> entries = new LinkedHashMap<>();
    private final NavigableMap<Position, Timer> pending = new TreeMap<>();

    /** The kept ones by when their time is over. */
    private final NavigableMap<Position, TimerKey> ends = new TreeMap<>();

    private Epoch epoch = Epoch.ZERO;
    private long token;
    private long sequence;
    private Optional<Incarnation> owner = Optional.empty();
    private Instant mark = Instants.EARLIEST;
    private List<AttemptUnderWay> handedOver = List.of();
    private ShardRow former;

    MemoryShard(ShardId id) {
        this.id = id;
        this.former = row();
    }

    MemoryShard copy() {
        var copy = new MemoryShard(id);
        copy.entries.putAll(entries);
        copy.pending.putAll(pending);
        copy.ends.putAll(ends);
        copy.epoch = epoch;
        copy.token = token;
        copy.sequence = sequence;
        copy.owner = owner;
        copy.mark = mark;
        copy.handedOver = handedOver;
        copy.former = former;
        return copy;
    }

    ShardId id() {
        return id;
    }

    ShardRow row() {
        return new ShardRow(id, epoch, token, owner, mark, handedOver);
    }

    ClaimResult claim(Claim claim) {
        if (!claim.seenEpoch().equals(epoch) || claim.seenToken() != token) {
            return new ClaimResult.Refused(row());
        }
        former = row();
        epoch = epoch.next();
        token = claim.token();
        sequence = 0;
        owner = Optional.of(claim.owner());
        var handed = handedOver;
        handedOver = List.of();
        return new ClaimResult.Claimed(claim.lease(), mark, handed);
    }

    void rollBack() {
        epoch = former.epoch();
        token = former.token();
        owner = former.owner();
    }

    void release(Release release) {
        if (holds(release.lease())) {
            epoch = epoch.next();
            token = 0;
            owner = Optional.empty();
            mark = Instants.max(mark, release.mark());
            handedOver = release.underWay();
        }
    }

    CommitResult commit(ShardCommit commit) {
        if (!holds(commit.lease()) || commit.sequence() != sequence + 1) {
            return new CommitResult.LeaseLost();
        }
        sequence = commit.sequence();
        if (commit.storeMark()) {
            mark = Instants.max(mark, commit.mark());
        }
        var decisions = new ArrayList<Decision>(commit.mutations().size());
        for (var mutation : commit.mutations()) {
            decisions.add(apply(mutation, commit.mark()));
        }
        var followed =
                Followers.of(commit.mutations(), decisions).stream()
                        .map(one -> apply(one, commit.mark()))
                        .toList();
        return new CommitResult.Committed(decisions, followed);
    }

    private boolean holds(Lease lease) {
        return row().isHeldUnder(lease);
    }

    private Decision apply(Mutation mutation, Instant commitMark) {
        var decision = mutation.decide(find(mutation.key()), commitMark);
        if (decision.changes()) {
            decision.before().pending().ifPresent(timer -> pending.remove(timer.position()));
            decision.after().pending().ifPresent(timer -> pending.put(timer.position(), timer));
            endOf(decision.before()).ifPresent(ends::remove);
            endOf(decision.after()).ifPresent(end -> ends.put(end, mutation.key()));
            if (decision.after() instanceof Entry.Absent) {
                entries.remove(mutation.key());
            } else {
                entries.put(mutation.key(), decision.after());
            }
        }
        return decision;
    }

    private static Optional<Position> endOf(Entry entry) {
        return entry instanceof Entry.Kept(var kept)
                ? Optional.of(new Position(kept.keepUntil(), kept.timer().uuid()))
                : Optional.empty();
    }

    List<TimerKey> expired(Instant now, int limit) {
        return ends.headMap(new Position(now, TimerUuid.MAX), true).values().stream()
                .limit(limit)
                .toList();
    }

    Entry find(TimerKey key) {
        return entries.getOrDefault(key, Entry.absent());
    }

    Stream<Timer> pending(PositionRange range) {
        return pending
                .subMap(range.fromInclusive(), true, range.untilExclusive(), false)
                .values()
                .stream();
    }

    Stream<KeptTimer> kept() {
        return entries.values().stream()
                .flatMap(
                        entry ->
                                entry instanceof Entry.Kept(var kept)
                                        ? Stream.of(kept)
                                        : Stream.empty());
    }

    Page page(PositionRange range, PageLimit limit) {
        var timers = new ArrayList<Timer>();
        long bytes = 0;
        for (var timer : (Iterable<Timer>) pending(range)::iterator) {
            if (timers.size() == limit.rows() || bytes >= limit.bytes()) {
                return new Page(timers, timer.position());
            }
            timers.add(timer);
            bytes += timer.heapBytes();
        }
        return new Page(timers, range.untilExclusive());
    }

    CountedShard count(TimerState state, int cap) {
        return new CountedShard(
                id,
                state == TimerState.SCHEDULED
                        ? Math.min(cap, pending.size())
                        : kept().filter(it -> it.state() == state).limit(cap).count());
    }
}
