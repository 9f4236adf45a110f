package dev.belfry.node.shard;

import dev.belfry.core.timer.GroupId;
import dev.belfry.node.EngineClock;
import dev.belfry.node.EngineStats.LimitStats;
import dev.belfry.node.Standing;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Keeps groups to their own limits. One that has used up its rate rests until the instant of its
 * next token, one that has reached its concurrency until an attempt ends; their rows stay where
 * they are. Confined to one loop.
 */
final class Throttle {
    private final EngineClock clock;
    private final Agenda agenda;
    private final Places places;
    private final Reminders reminders;
    private final Consumer<Collection<String>> roomy;
    private final Quotas quotas;

    /** Groups that a reminder wakes. */
    private final Set<GroupId> awaiting = new HashSet<>();

    /** Hosts that a reminder looks at, because of the group's rate for single hosts. */
    private final Map<GroupId, Set<String>> awaitingHosts = new HashMap<>();

    /** Hosts that have room for timers whose group has not. */
    private final Map<GroupId, Set<String>> heldUp = new HashMap<>();

    /**
     * @param roomy is told of hosts whose waiting timers may start now
     */
    Throttle(
            EngineClock clock,
            Agenda agenda,
            Places places,
            Reminders reminders,
            Consumer<Collection<String>> roomy) {
        this.clock = clock;
        this.agenda = agenda;
        this.places = places;
        this.reminders = reminders;
        this.roomy = roomy;
        this.quotas = new Quotas(clock);
    }

    /** A shard has come, gone or changed: what its group's limits leave to this loop may differ. */
    void review(Shard shard) {
        if (quotas.look(shard)) {
            release(shard.group().id());
            agenda.callBack(shard.group().id());
        }
    }

    boolean mayHaveAnother(GroupId group) {
        return quotas.mayHaveAnother(group, places.underWay(group));
    }

    boolean hasToken(GroupId group) {
        return quotas.hasToken(group);
    }

    private boolean allows(GroupId group) {
        return hasToken(group) && mayHaveAnother(group);
    }

    boolean limitsHosts(GroupId group) {
        return quotas.limitsHosts(group);
    }

    /** Whether what the group may send to each host leaves something for this one. */
    boolean allowsHost(GroupId group, String host) {
        return quotas.hasToken(group, host)
                && quotas.mayHaveAnotherToHost(group, places.underWay(group, host));
    }

    /** Whether a timer for a host may start; if not, it is looked at when it may. */
    boolean allows(GroupId group, String host) {
        if (allows(group)) {
            return allowsNow(group, host);
        }
        heldUp.computeIfAbsent(group, _ -> new LinkedHashSet<>()).add(host);
        if (!hasToken(group)) {
            awaitToken(group);
        }
        return false;
    }

    /** One that has too much under way there is looked at when an attempt ends. */
    private boolean allowsNow(GroupId group, String host) {
        if (!quotas.hasToken(group, host)) {
            awaitToken(group, host);
        }
        return allowsHost(group, host);
    }

    /** Whether timers wait for a limit of their group, and not for their host. */
    boolean isHeldUp(GroupId group, String host) {
        return !(allows(group) && allowsHost(group, host))
                && places.hasRoomAt(host, group, clock.nanos());
    }

    /** A group without a token leaves the ring until the instant of the next one. */
    void rest(GroupId group) {
        agenda.rest(group);
        awaitToken(group);
    }

    private void awaitToken(GroupId group) {
        if (awaiting.add(group)) {
            reminders.after(quotas.untilToken(group), () -> release(group));
        }
    }

    private void awaitToken(GroupId group, String host) {
        var hosts = awaitingHosts.computeIfAbsent(group, _ -> new HashSet<>());
        if (hosts.add(host)) {
            reminders.after(quotas.untilToken(group, host), () -> release(group, host));
        }
    }

    private void release(GroupId group, String host) {
        awaitingHosts.computeIfPresent(
                group, (_, hosts) -> hosts.remove(host) && hosts.isEmpty() ? null : hosts);
        roomy.accept(List.of(host));
        agenda.callBack(group);
    }

    /** What waits for a host was due before what is still in its window. */
    private void release(GroupId group) {
        awaiting.remove(group);
        letOn(group);
        agenda.wake(group);
    }

    private void letOn(GroupId group) {
        var hosts = heldUp.remove(group);
        if (hosts != null) {
            roomy.accept(hosts);
        }
    }

    void started(GroupId group, String host) {
        quotas.take(group, host);
    }

    void ended(GroupId group) {
        if (allows(group)) {
            letOn(group);
        }
    }

    /** An attempt was no start after all. */
    void notSent(GroupId group, String host) {
        quotas.giveBack(group, host);
        release(group);
    }

    /** What a due timer of a group waits for, if it is one of its own limits. */
    Optional<Standing> standing(GroupId group, String host) {
        return standing(group)
                .or(
                        () ->
                                allowsHost(group, host)
                                        ? Optional.empty()
                                        : Optional.of(Standing.HOST_LIMIT_REACHED));
    }

    private Optional<Standing> standing(GroupId group) {
        if (!mayHaveAnother(group)) {
            return Optional.of(Standing.CONCURRENCY_REACHED);
        }
        return hasToken(group) ? Optional.empty() : Optional.of(Standing.RATE_REACHED);
    }

    /** How the groups stand that have limits. */
    Map<GroupId, LimitStats> stats() {
        return quotas.limited().stream().collect(Collectors.toMap(it -> it, this::stats));
    }

    private LimitStats stats(GroupId group) {
        boolean waits = agenda.hasDue(group, clock.now()) || heldUp.containsKey(group);
        var standing = waits ? standing(group) : Optional.<Standing>empty();
        return new LimitStats(
                quotas.perSecond(group).orElse(0.0),
                standing.filter(Standing.RATE_REACHED::equals).isPresent() ? 1 : 0,
                standing.filter(Standing.CONCURRENCY_REACHED::equals).isPresent() ? 1 : 0);
    }
}
