package dev.belfry.node.shard;

import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.GroupLimits;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.timer.GroupId;
import dev.belfry.node.EngineClock;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What the limits of the groups leave to a loop. Confined to it.
 *
 * <p>A group's limits hold for all its shards together. Whoever holds some of them has that part of
 * the limits and asks nobody: so the parts of all never sum above the whole, whatever becomes of
 * the nodes. A part that comes with a shard comes empty, because nobody knows what its former owner
 * has used.
 */
final class Quotas {
    /** A group has few shards in one loop, and there may be very many groups. */
    private static final int FEW = 2;

    /** Hosts are named by users: only so many of a group are remembered, or those not rested. */
    private static final int MOST_HOSTS = 10_000;

    private final EngineClock clock;
    private final Map<GroupId, Quota> quotas = new HashMap<>();

    /** The part of one group's limits. */
    private static final class Quota {
        private final Set<ShardId> shards = new HashSet<>(FEW);
        private GroupLimits limits = GroupLimits.NONE;
        private Optional<RateBucket> bucket = Optional.empty();
        private int mostUnderWay = Integer.MAX_VALUE;
        private int mostToHost = Integer.MAX_VALUE;
        private final Map<String, RateBucket> toHosts = new HashMap<>();
        private double share;

        /** Since when a host that nothing was sent to has had its part of the rate. */
        private long sharedSince;

        void adapt(Group group, long nowNanos) {
            limits = group.limits();
            share = (double) shards.size() / group.shardCount();
            sharedSince = nowNanos;
            limits.hostRate()
                    .ifPresentOrElse(
                            rate -> toHosts.values().forEach(it -> it.share(rate, share, nowNanos)),
                            toHosts::clear);
            bucket =
                    limits.rate()
                            .map(
                                    rate -> {
                                        var shared =
                                                bucket.orElseGet(
                                                        () ->
                                                                new RateBucket(
                                                                        rate, share, nowNanos));
                                        shared.share(rate, share, nowNanos);
                                        return shared;
                                    });
            mostUnderWay =
                    limits.concurrency().isPresent()
                            ? part(limits.concurrency().getAsInt(), group.shardCount())
                            : Integer.MAX_VALUE;
            mostToHost =
                    limits.hostConcurrency().isPresent()
                            ? part(limits.hostConcurrency().getAsInt(), group.shardCount())
                            : Integer.MAX_VALUE;
        }

        /** What its part of the rate leaves for a host; none without such a rate. */
        Optional<RateBucket> bucketOf(String host, long nowNanos) {
            return limits.hostRate()
                    .map(
                            rate -> {
                                if (toHosts.size() >= MOST_HOSTS && !toHosts.containsKey(host)) {
                                    toHosts.values().removeIf(it -> it.isFull(nowNanos));
                                }
                                return toHosts.computeIfAbsent(
                                        host, _ -> new RateBucket(rate, share, sharedSince));
                            });
        }

        /** Rounded down; but who holds anything must be able to fire it. */
        private int part(int whole, int of) {
            return Math.max(1, (int) ((long) whole * shards.size() / of));
        }
    }

    Quotas(EngineClock clock) {
        this.clock = clock;
    }

    /**
     * Looks at the limits of a shard's group, and whether the shard counts here.
     *
     * @return whether the group may do more or less than before
     */
    boolean look(Shard shard) {
        var group = shard.group();
        boolean held = shard.ownership().isHeld();
        if (!held && !quotas.containsKey(group.id())) {
            return false;
        }
        var quota = quotas.computeIfAbsent(group.id(), _ -> new Quota());
        boolean other = held ? quota.shards.add(shard.id()) : quota.shards.remove(shard.id());
        if (quota.shards.isEmpty()) {
            quotas.remove(group.id());
        } else if (other || !quota.limits.equals(group.limits())) {
            quota.adapt(group, clock.nanos());
            return true;
        }
        return other;
    }

    private Optional<RateBucket> bucket(GroupId group) {
        var quota = quotas.get(group);
        return quota == null ? Optional.empty() : quota.bucket;
    }

    /** Whether the rate of a group lets it start something now. */
    boolean hasToken(GroupId group) {
        return bucket(group).map(it -> it.hasToken(clock.nanos())).orElse(true);
    }

    private Optional<RateBucket> bucket(GroupId group, String host) {
        var quota = quotas.get(group);
        return quota == null ? Optional.empty() : quota.bucketOf(host, clock.nanos());
    }

    /** Whether the group's rate for single hosts lets it start something to this one now. */
    boolean hasToken(GroupId group, String host) {
        return bucket(group, host).map(it -> it.hasToken(clock.nanos())).orElse(true);
    }

    /** How long until it does. */
    Duration untilToken(GroupId group, String host) {
        return bucket(group, host).map(it -> it.untilToken(clock.nanos())).orElse(Duration.ZERO);
    }

    /** How long until it does. */
    Duration untilToken(GroupId group) {
        return bucket(group).map(it -> it.untilToken(clock.nanos())).orElse(Duration.ZERO);
    }

    void take(GroupId group, String host) {
        bucket(group).ifPresent(it -> it.take(clock.nanos()));
        bucket(group, host).ifPresent(it -> it.take(clock.nanos()));
    }

    void giveBack(GroupId group, String host) {
        bucket(group).ifPresent(it -> it.giveBack(clock.nanos()));
        bucket(group, host).ifPresent(it -> it.giveBack(clock.nanos()));
    }

    /** How many starts a second there may be here; none if the group has no rate. */
    Optional<Double> perSecond(GroupId group) {
        return bucket(group).map(RateBucket::perSecond);
    }

    /** Whether a group that has so many attempts under way may have another. */
    boolean mayHaveAnother(GroupId group, int underWay) {
        var quota = quotas.get(group);
        return quota == null || underWay < quota.mostUnderWay;
    }

    /** Whether a group has limits for single hosts. */
    boolean limitsHosts(GroupId group) {
        var quota = quotas.get(group);
        return quota != null
                && (quota.limits.hostRate().isPresent()
                        || quota.limits.hostConcurrency().isPresent());
    }

    /** Whether a group that has so many attempts to a host under way may have another there. */
    boolean mayHaveAnotherToHost(GroupId group, int underWay) {
        var quota = quotas.get(group);
        return quota == null || underWay < quota.mostToHost;
    }

    /** The groups that have limits, with shards here. */
    Set<GroupId> limited() {
        var limited = new HashSet<GroupId>();
        quotas.forEach(
                (group, quota) -> {
                    if (quota.bucket.isPresent() || quota.mostUnderWay < Integer.MAX_VALUE) {
                        limited.add(group);
                    }
                });
        return limited;
    }
}
