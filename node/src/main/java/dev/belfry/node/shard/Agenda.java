package dev.belfry.node.shard;

import dev.belfry.core.shard.ShardId;
import dev.belfry.core.timer.GroupId;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Which shard starts its next timer, and when. Groups that have something due take turns, so that
 * the backlog of one does not make the others late; inside a group the earliest comes first.
 * Confined to one loop.
 *
 * <p>A group is in one of three places: among the coming ones until its first timer is due, then in
 * the ring of turns; or parked while it can start nothing, so that it costs nothing. One that rests
 * is parked until an instant that is known, and nobody calls it back before.
 */
final class Agenda {
    private static final Duration LONGEST_WAIT = Duration.ofDays(1);

    private final Map<ShardId, Shard> shards = new HashMap<>();
    private final Map<GroupId, Slots<ShardId>> byGroup = new HashMap<>();
    private final Slots<GroupId> coming = new Slots<>(Comparator.comparing(GroupId::value));
    private final Turns<GroupId> turns = new Turns<>();
    private final Set<GroupId> parked = new LinkedHashSet<>();
    private final Set<GroupId> resting = new HashSet<>();

    /** Sets when a shard wants to be looked at next; empty takes it off. */
    void set(Shard shard, Optional<Instant> at) {
        var group = shard.group().id();
        var slots =
                byGroup.computeIfAbsent(group, _ -> new Slots<ShardId>(Comparator.naturalOrder()));
        if (at.isPresent()) {
            shards.put(shard.id(), shard);
            slots.set(shard.id(), at.get());
        } else {
            shards.remove(shard.id());
            slots.remove(shard.id());
        }
        if (turns.contains(group)) {
            turns.enter(group, shard.group().limits().weight());
        } else {
            announce(group);
        }
    }

    /** Puts a group that is not in the ring among the coming ones. */
    private void announce(GroupId group) {
        var first = firstOf(group);
        if (first.isEmpty()) {
            coming.remove(group);
            byGroup.remove(group);
            parked.remove(group);
            resting.remove(group);
        } else if (!parked.contains(group) && !resting.contains(group)) {
            coming.set(group, first.get().at());
        }
    }

    private Optional<Slots.Slot<ShardId>> firstOf(GroupId group) {
        var slots = byGroup.get(group);
        return slots == null ? Optional.empty() : slots.first();
    }

    /**
     * The time to the earliest timer that may start. That to a far one would overflow, and a look
     * in between does no harm.
     */
    Optional<Duration> untilNext(Instant now) {
        if (!turns.isEmpty()) {
            return Optional.of(Duration.ZERO);
        }
        return coming.first().map(slot -> until(slot.at(), now));
    }

    private static Duration until(Instant at, Instant now) {
        var wait = Duration.between(now, at);
        if (wait.isNegative()) {
            return Duration.ZERO;
        }
        return wait.compareTo(LONGEST_WAIT) > 0 ? LONGEST_WAIT : wait;
    }

    /** The shard with the earliest timer of the group whose turn it is, if any is due. */
    Optional<Shard> firstDue(Instant now) {
        coming.firstDue(now).ifPresent(_ -> callUp(now));
        while (!turns.isEmpty()) {
            var group = turns.current().orElseThrow();
            var first = firstOf(group).filter(slot -> !slot.at().isAfter(now));
            if (first.isPresent()) {
                return first.map(slot -> shards.get(slot.key()));
            }
            turns.leave(group);
            announce(group);
        }
        return Optional.empty();
    }

    private void callUp(Instant now) {
        var due = coming.firstDue(now);
        while (due.isPresent()) {
            coming.remove(due.get().key());
            enter(due.get().key());
            due = coming.firstDue(now);
        }
    }

    /** Only a group that has a timer enters. */
    private void enter(GroupId group) {
        firstOf(group)
                .map(slot -> shards.get(slot.key()))
                .ifPresent(shard -> turns.enter(group, shard.group().limits().weight()));
    }

    /** So many of the timers were taken that {@link #firstDue} pointed to. */
    void used(int count) {
        turns.used(count);
    }

    /** A group that can start nothing leaves the ring until it is called back. */
    void park(GroupId group) {
        turns.leave(group);
        coming.remove(group);
        parked.add(group);
    }

    /** A group may be able to start something again: it has its turn after those before it. */
    void callBack(GroupId group) {
        if (parked.remove(group)) {
            enter(group);
        }
    }

    /** A group leaves the ring until it is woken. */
    void rest(GroupId group) {
        turns.leave(group);
        coming.remove(group);
        resting.add(group);
    }

    void wake(GroupId group) {
        if (resting.remove(group)) {
            enter(group);
        }
    }

    boolean hasDue(GroupId group, Instant now) {
        return firstOf(group).filter(slot -> !slot.at().isAfter(now)).isPresent();
    }

    /** Calls back the group that is parked for the longest time of those that may start. */
    void callBackFirst(Predicate<GroupId> mayStart) {
        parked.stream().filter(mayStart).findFirst().ifPresent(this::callBack);
    }

    void callBackAll() {
        List.copyOf(parked).forEach(this::callBack);
    }

    boolean hasParked() {
        return !parked.isEmpty();
    }
}
