package dev.belfry.check.simulation.cluster;

import dev.belfry.check.history.Change;
import dev.belfry.check.history.Operation;
import dev.belfry.check.history.Request;
import dev.belfry.check.history.Status;
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
import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.Revision;
import dev.belfry.core.timer.TimerKey;
import dev.belfry.core.timer.TimerUuid;
import dev.belfry.node.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** Clients that create, change, delete and look at timers, again and again, at any node. */
final class Clients {
    private static final int IDS = 60;

    private final Cluster cluster;
    private final Asked asked;
    private final Map<TimerKey, Revision> lastSeen = new HashMap<>();
    private final List<Runnable> repeats = new ArrayList<>();

    Clients(Cluster cluster) {
        this.cluster = cluster;
        this.asked = new Asked(cluster);
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
        var key = new TimerKey(group.id(), "t" + chance.random().nextInt(IDS));
        switch (chance.random().nextInt(20)) {
            case 0, 1, 2, 3, 4, 5, 6, 7 -> create(group, key);
            case 8, 9, 10 -> put(group, key);
            case 11, 12, 13 -> patch(group, key);
            case 14, 15, 16 -> delete(group, key);
            case 17 -> redrive(group, key);
            case 18 -> cluster.router().get(key);
            default -> {
                if (chance.of(0.3)) {
                    cluster.router().pauseForAWhile(group);
                }
            }
        }
    }

    private void create(Group group, TimerKey key) {
        var spec = asked.spec();
        var uuid = TimerUuid.of(key);
        Runnable send =
                () ->
                        submit(
                                group,
                                new Operation.Create(key, Request.of(spec)),
                                stamp -> new Create(key, uuid, spec, stamp));
        send.run();
        if (cluster.chance().of(0.3)) {
            repeats.add(send);
        }
    }

    private void put(Group group, TimerKey key) {
        var spec = asked.spec();
        var uuid = TimerUuid.of(key);
        var precondition = precondition(key);
        submit(
                group,
                new Operation.Put(key, Request.of(spec), precondition),
                stamp -> new Put(key, uuid, spec, precondition, stamp));
    }

    private void patch(Group group, TimerKey key) {
        TimerPatch patch = asked.patch();
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

    private void submit(
            Group group, Operation.OnTimer operation, Function<Stamp, Mutation> change) {
        var id = cluster.scribe().invoked(operation);
        cluster.router()
                .submit(
                        group,
                        operation.key(),
                        change,
                        outcome -> {
                            remember(operation.key(), outcome);
                            cluster.scribe().answered(id, Scribe.told(outcome));
                        });
    }

    private void remember(TimerKey key, Outcome outcome) {
        if (outcome instanceof Outcome.Decided(var decision, _)
                && decision.after() instanceof Entry.Pending(var timer)) {
            lastSeen.put(key, timer.revision());
        }
    }

    static Status statusOf(Entry entry) {
        return entry instanceof Entry.Absent ? Status.NOT_FOUND : Status.OK;
    }
}
