package dev.belfry.node.shard;

import dev.belfry.node.HostStats;
import dev.belfry.node.fire.CallbackReply;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What hosts answered lately. Confined to one loop. */
final class HostMeters {
    /** Hosts are named by users: no more are remembered at a time. */
    private static final int MOST_HOSTS = 500;

    private static final long NANOS_OF_A_MILLI = 1_000_000;

    private final Places places;
    private final HostQueues queues;
    private final Map<String, Meter> byHost = new HashMap<>();

    private static final class Meter {
        private final RecentTimes answers = new RecentTimes();
        private final RecentTimes failures = new RecentTimes();
        private Optional<String> lastError = Optional.empty();
    }

    HostMeters(Places places, HostQueues queues) {
        this.places = places;
        this.queues = queues;
    }

    /** An attempt that was handed back says nothing of the host. */
    void answered(String host, CallbackReply reply, long startedNanos, long nowNanos) {
        if (reply instanceof CallbackReply.NotSent) {
            return;
        }
        var meter = byHost.get(host);
        if (meter == null) {
            meter = remembered(host, nowNanos);
        }
        long millis = (nowNanos - startedNanos) / NANOS_OF_A_MILLI;
        meter.answers.record(nowNanos, millis);
        switch (reply) {
            case CallbackReply.Done _, CallbackReply.RunAgain _, CallbackReply.NotSent _ -> {}
            case CallbackReply.Failed(var error, _, _, _) -> failed(meter, error, millis, nowNanos);
            case CallbackReply.FailedForGood(var error, _) ->
                    failed(meter, error, millis, nowNanos);
        }
    }

    private static void failed(Meter meter, String error, long millis, long nowNanos) {
        meter.failures.record(nowNanos, millis);
        meter.lastError = Optional.of(error);
    }

    /** Those that have been quiet make room; if none has, the others start over. */
    private Meter remembered(String host, long nowNanos) {
        if (byHost.size() >= MOST_HOSTS) {
            byHost.values().removeIf(it -> it.answers.perSecond(nowNanos) == 0);
        }
        if (byHost.size() >= MOST_HOSTS) {
            byHost.clear();
        }
        var meter = new Meter();
        byHost.put(host, meter);
        return meter;
    }

    List<HostStats> stats(long nowNanos) {
        return hosts().stream().map(host -> stats(host, nowNanos)).toList();
    }

    private Set<String> hosts() {
        var hosts = new HashSet<>(byHost.keySet());
        hosts.addAll(places.hosts());
        hosts.addAll(queues.hosts());
        return hosts;
    }

    private HostStats stats(String host, long nowNanos) {
        var meter = byHost.getOrDefault(host, new Meter());
        double rate = meter.answers.perSecond(nowNanos);
        double failures = meter.failures.perSecond(nowNanos);
        long answered = meter.answers.count();
        return new HostStats(
                host,
                places.underWay(host),
                queues.waiting(host),
                rate,
                answered == 0 || failures == 0
                        ? 0
                        : Math.min(1, (double) meter.failures.count() / answered),
                meter.answers.quantileMillis(0.5, nowNanos),
                meter.answers.quantileMillis(0.99, nowNanos),
                meter.lastError);
    }
}
