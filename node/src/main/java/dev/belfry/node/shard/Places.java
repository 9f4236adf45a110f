package dev.belfry.node.shard;

import static dev.belfry.core.Checks.invariant;

import dev.belfry.core.timer.GroupId;
import dev.belfry.node.fire.CallbackReply;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Room for attempts under way, in number and in bytes. Confined to one loop.
 *
 * <p>Three rules keep room for everybody, whoever hangs:
 *
 * <ul>
 *   <li>A host has no more than its {@link HostConcurrency}, which is small until it answers.
 *   <li>A group takes another place only while it holds fewer than are free: alone it gets half of
 *       them, and the next one half of the rest. A long timeout costs its own group.
 *   <li>An attempt to a host that has not answered lately is a probe. The probes of a group hold no
 *       more than a sixteenth of the free places; only a host's first one may go beyond, up to a
 *       quarter. So a host that answers finds room beside any number that hang.
 * </ul>
 */
final class Places {
    private static final int PROBES = 16;
    private static final int FIRST_PROBES = 4;

    /** A huge timer counts for no more than this part of the bytes, so that it fits at all. */
    private static final int LARGEST = 8;

    /** Hosts are named by users: no more are remembered, but for those with attempts under way. */
    private static final int MOST_HOSTS = 10_000;

    private final LoopSettings settings;
    private final Map<GroupId, Holding> groups = new HashMap<>();
    private final Map<String, HostConcurrency> hosts = new HashMap<>();
    private int underWay;
    private long bytes;

    /** What the attempts of a group hold. */
    private static final class Holding {
        private int places;
        private int probes;
        private long bytes;
        private final Map<String, Integer> byHost = new HashMap<>();
    }

    /** A place that an attempt holds. */
    record Place(GroupId group, String host, int bytes, boolean isProbe, long sinceNanos) {}

    Places(LoopSettings settings) {
        this.settings = settings;
    }

    int underWay() {
        return underWay;
    }

    int underWay(GroupId group) {
        var holding = groups.get(group);
        return holding == null ? 0 : holding.places;
    }

    /** Of a group to a host. */
    int underWay(GroupId group, String host) {
        var holding = groups.get(group);
        return holding == null ? 0 : holding.byHost.getOrDefault(host, 0);
    }

    int underWay(String host) {
        return hosts.containsKey(host) ? host(host).underWay() : 0;
    }

    /** Those with attempts under way. */
    List<String> hosts() {
        return hosts.entrySet().stream()
                .filter(it -> it.getValue().underWay() > 0)
                .map(Map.Entry::getKey)
                .toList();
    }

    private int free() {
        return settings.maxInFlight() - underWay;
    }

    /** Whether a group may have another attempt under way, to whatever host. */
    boolean hasRoom(GroupId group) {
        var holding = groups.get(group);
        return holding == null
                ? free() > 0 && bytes < settings.inFlightBytes()
                : holding.places < free() && holding.bytes < settings.inFlightBytes() - bytes;
    }

    /** Whether an attempt of a group to a host may start. */
    boolean hasRoom(GroupId group, String host, long nowNanos) {
        return hasRoom(group) && hasRoomAt(host, group, nowNanos);
    }

    /** Whether a host has room for an attempt of a group, if the group has. */
    boolean hasRoomAt(String host, GroupId group, long nowNanos) {
        var concurrency = host(host);
        return concurrency.hasRoom()
                && (concurrency.isProven(nowNanos) || mayProbe(group, concurrency));
    }

    private boolean mayProbe(GroupId group, HostConcurrency host) {
        var holding = groups.get(group);
        int probes = holding == null ? 0 : holding.probes;
        return probes < Math.ceilDiv(free(), host.underWay() == 0 ? FIRST_PROBES : PROBES);
    }

    /** Whether a host answers, so that it is worth waiting for room there. */
    boolean getsOn(String host, long nowNanos) {
        return host(host).getsOn(nowNanos);
    }

    Place take(GroupId group, String host, int size, long nowNanos) {
        var concurrency = host(host);
        var counted = (int) Math.min(size, settings.inFlightBytes() / LARGEST);
        var place = new Place(group, host, counted, !concurrency.isProven(nowNanos), nowNanos);
        concurrency.started(nowNanos);
        count(place, 1);
        return place;
    }

    void giveBack(Place place, CallbackReply reply, long nowNanos) {
        var host = host(place.host());
        switch (reply) {
            case CallbackReply.NotSent _ -> host.notSent();
            case CallbackReply.Failed failed when !failed.answered() ->
                    host.unanswered(place.sinceNanos(), nowNanos);
            case CallbackReply.Done _,
                    CallbackReply.RunAgain _,
                    CallbackReply.Failed _,
                    CallbackReply.FailedForGood _ ->
                    host.answered(nowNanos);
        }
        count(place, -1);
    }

    private void count(Place place, int sign) {
        var holding = groups.computeIfAbsent(place.group(), _ -> new Holding());
        holding.places += sign;
        holding.probes += place.isProbe() ? sign : 0;
        holding.bytes += (long) sign * place.bytes();
        int toHost = holding.byHost.getOrDefault(place.host(), 0) + sign;
        if (toHost == 0) {
            holding.byHost.remove(place.host());
        } else {
            holding.byHost.put(place.host(), toHost);
        }
        underWay += sign;
        bytes += (long) sign * place.bytes();
        invariant(holding.places >= 0, "%d places of %s", holding.places, place.group());
        if (holding.places == 0) {
            groups.remove(place.group());
        }
    }

    private HostConcurrency host(String name) {
        var known = hosts.get(name);
        if (known != null) {
            return known;
        }
        if (hosts.size() >= MOST_HOSTS) {
            hosts.values().removeIf(host -> host.underWay() == 0);
        }
        var fresh = new HostConcurrency(settings.maxInFlightPerHost());
        hosts.put(name, fresh);
        return fresh;
    }
}
