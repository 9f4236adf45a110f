package dev.belfry.check.simulation.cluster;

import dev.belfry.check.history.Change;
import dev.belfry.check.history.ObservedRequest;
import dev.belfry.check.history.Operation;
import dev.belfry.core.mutation.Create;
import dev.belfry.core.mutation.Delete;
import dev.belfry.core.mutation.Mutation;
import dev.belfry.core.mutation.Patch;
import dev.belfry.core.mutation.Precondition;
import dev.belfry.core.mutation.Put;
import dev.belfry.core.mutation.Redrive;
import dev.belfry.core.mutation.Stamp;
import dev.belfry.core.mutation.TimerPatch;
import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.ShardId;
import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.Revision;
import dev.belfry.core.timer.TimerKey;
import dev.belfry.core.timer.TimerSpec;
import dev.belfry.core.timer.TimerUuid;
import dev.belfry.node.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Clients that create, change, delete and look at timers, again and again, at any node. */
final class SimulatedClients {
    private static final int IDS = 60;

    private final SimulatedCluster cluster;
    private final RandomTimers timers;
    private final Map<TimerKey, Revision> lastSeen = new HashMap<>();
    private final List<Runnable> repeats = new ArrayList<>();

    SimulatedClients(SimulatedCluster cluster) {
        this.cluster = cluster;
        this.timers = new RandomTimers(cluster);
    }

    /** Goes on doing things at random moments until it is this time. */
    void act(long untilNanos, Duration longestPause) {
        cluster.events()
                .after(
                        cluster.chance().between(Duration.ZERO, longestPause),
                        () -> {
                            if (cluster.events().nowNanos() < untilNanos) {
                                one();
                                act(untilNanos, longestPause);
                            }
                        });
    }

    private void one() {
        var chance = cluster.chance();
        if (!repeats.isEmpty() && chance.of(0.2)) {
            repeats.removeFirst().run();
            return;
        }
        var group = chance.pick(cluster.groups());
        int id = chance.random().nextInt(IDS);
        var key = key(group, id);
        switch (chance.random().nextInt(20)) {
            case 0, 1, 2, 3, 4, 5, 6 -> create(group, key);
            case 7 -> createMany(group, id);
            case 8, 9, 10 -> put(group, key);
            case 11, 12, 13 -> patch(group, key);
            case 14, 15, 16 -> delete(group, key);
            case 17 -> redrive(group, key);
            case 18 -> cluster.calls().get(key);
            default -> {
                if (chance.of(0.3)) {
                    cluster.calls().pauseForAWhile(group);
                }
            }
        }
    }

    private static TimerKey key(Group group, int id) {
        return new TimerKey(group.id(), "t" + id);
    }

    private void create(Group group, TimerKey key) {
        var create = newCreate(group, key);
        Runnable send = () -> submit(List.of(create));
        send.run();
        if (cluster.chance().of(0.3)) {
            repeats.add(send);
        }
    }

    /** Creates a timer in each shard; tells of those that did not take it. */
    void writeToEveryShard(Duration patience, Consumer<String> failed) {
        for (var group : cluster.groups()) {
            for (var shard : group.shards()) {
                var ask = newCreate(group, keyIn(group, shard), timers.laterSpec());
                submit(
                        List.of(ask),
                        patience,
                        outcome -> {
                            if (!(outcome instanceof Outcome.Decided)) {
                                failed.accept(shard + " took no change: " + outcome);
                            }
                        });
            }
        }
    }

    private static TimerKey keyIn(Group group, ShardId shard) {
        return Stream.iterate(0, i -> i + 1)
                .map(i -> new TimerKey(group.id(), "last" + i))
                .filter(key -> group.shardOf(key).equals(shard))
                .findFirst()
                .orElseThrow();
    }

    private Ask newCreate(Group group, TimerKey key) {
        return newCreate(group, key, timers.spec());
    }

    private Ask newCreate(Group group, TimerKey key, TimerSpec spec) {
        var uuid = TimerUuid.of(key);
        return new Ask(
                group,
                new Operation.Create(key, ObservedRequest.of(spec)),
                stamp -> new Create(key, uuid, spec, stamp));
    }

    /** Neighbours by name lie in different shards, and so with different owners. */
    private void createMany(Group group, int first) {
        int count = 2 + cluster.chance().random().nextInt(6);
        submit(
                IntStream.range(first, first + count)
                        .mapToObj(id -> newCreate(group, key(group, id % IDS)))
                        .toList());
    }

    private void put(Group group, TimerKey key) {
        var spec = timers.spec();
        var uuid = TimerUuid.of(key);
        var precondition = precondition(key);
        submit(
                group,
                new Operation.Put(key, ObservedRequest.of(spec), precondition),
                stamp -> new Put(key, uuid, spec, precondition, stamp));
    }

    private void patch(Group group, TimerKey key) {
        TimerPatch patch = timers.patch();
        var precondition = precondition(key);
        submit(
                group,
                new Operation.Patch(key, Change.of(patch), precondition),
                stamp -> new Patch(key, patch, precondition, stamp));
    }

    private void delete(Group group, TimerKey key) {
        var precondition = precondition(key);
        submit(group, new Operation.Delete(key, precondition), _ -> new Delete(key, precondition));
    }

    private void redrive(Group group, TimerKey key) {
        submit(group, new Operation.Redrive(key), stamp -> new Redrive(key, stamp));
    }

    private Precondition precondition(TimerKey key) {
        var seen = lastSeen.get(key);
        return seen != null && cluster.chance().of(0.15)
                ? new Precondition.Matches(Set.of(seen))
                : Precondition.none();
    }

    /** A change that somebody asks for, in the words of a history and in the engine's. */
    private record Ask(
            Group group, Operation.OnTimer operation, Function<Stamp, Mutation> change) {}

    private void submit(
            Group group, Operation.OnTimer operation, Function<Stamp, Mutation> change) {
        submit(List.of(new Ask(group, operation, change)));
    }

    private void submit(List<Ask> asks) {
        submit(asks, cluster.chance().millis(300, 4_000), _ -> {});
    }

    private void submit(List<Ask> asks, Duration patience, Consumer<Outcome> told) {
        var calls = cluster.calls();
        var ids = asks.stream().map(ask -> cluster.scribe().invoked(ask.operation())).toList();
        var requests =
                asks.stream()
                        .map(ask -> calls.request(ask.group(), ask.operation().key(), ask.change()))
                        .toList();
        calls.submit(
                requests,
                patience,
                outcomes -> {
                    for (int i = 0; i < outcomes.size(); i++) {
                        told.accept(outcomes.get(i));
                        remember(requests.get(i).key(), outcomes.get(i));
                        cluster.scribe().answered(ids.get(i), Scribe.told(outcomes.get(i)));
                    }
                });
    }

    private void remember(TimerKey key, Outcome outcome) {
        if (outcome instanceof Outcome.Decided(var decision, _)
                && decision.after() instanceof Entry.Pending(var timer)) {
            lastSeen.put(key, timer.revision());
        }
    }
}
