package dev.belfry.check.simulation;

import dev.belfry.check.simulation.SimulatedReceivers.Behaviour;
import dev.belfry.check.simulation.SimulatedReceivers.Seen;
import dev.belfry.core.mutation.Create;
import dev.belfry.core.shard.Group;
import dev.belfry.core.store.Pause;
import dev.belfry.core.timer.CallbackHeaders;
import dev.belfry.core.timer.CallbackTarget;
import dev.belfry.core.timer.Digest;
import dev.belfry.core.timer.GroupId;
import dev.belfry.core.timer.Payload;
import dev.belfry.core.timer.RetryPolicy;
import dev.belfry.core.timer.TimerKey;
import dev.belfry.core.timer.TimerSpec;
import dev.belfry.core.timer.TimerUuid;
import dev.belfry.node.fire.Attempt;
import dev.belfry.node.fire.CallbackReply;
import dev.belfry.node.shard.LoopSettings;
import dev.belfry.node.shard.ShardLoop;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A node with a punctual group beside noisy ones, drawn from a seed: they have backlogs and hosts
 * that hang, perhaps the same hosts as the punctual one. Judges starvation: how many attempts of
 * others start between the instant of a punctual timer and its start, at its host if they share it.
 */
public final class NoisyLife {
    private static final LoopSettings SETTINGS =
            new LoopSettings(4 << 20, 1_000, 50, Duration.ofSeconds(5), Duration.ofSeconds(1), 100);
    private static final Group PUNCTUAL = Group.of("punctual", 2);
    private static final String OWN_HOST = "good";
    private static final int TIMERS = 40;
    private static final Duration APART = Duration.ofMillis(5);

    /** Punctual timers that are due when all groups begin. */
    private static final int OVERDUE = 10;

    private static final Duration LONGEST_TIMEOUT = Duration.ofMinutes(15);

    /** Of each noisy group: what is left of a turn under way, and one more. */
    private static final int MOST_STARTS_BETWEEN = 2 * 64;

    private final SplittableRandom random;
    private final List<Group> noisy;
    private final List<Group> groups;
    private final SingleNode node;

    private NoisyLife(long seed) {
        random = new SplittableRandom(seed);
        noisy =
                IntStream.rangeClosed(1, 1 + random.nextInt(3))
                        .mapToObj(i -> Group.of("noisy-" + i, 1 + random.nextInt(4)))
                        .toList();
        groups = Stream.concat(noisy.stream(), Stream.of(PUNCTUAL)).toList();
        node = new SingleNode(groups, SETTINGS, store -> store, seed);
    }

    /** The punctual timers that were starved, in words. */
    public static List<String> starved(long seed) {
        return new NoisyLife(seed).live();
    }

    private List<String> live() {
        node.receivers().behave(this::behaviour);
        node.run(Duration.ofSeconds(1));
        groups.forEach(group -> pause(group.id()));
        noisy.forEach(this::burden);
        var begin = node.clock().now().plusSeconds(2);
        var host = random.nextBoolean() ? "busy-0" : OWN_HOST;
        for (int i = 0; i < TIMERS; i++) {
            create(PUNCTUAL, "p" + i, begin.plus(APART.multipliedBy(i)), host);
        }
        node.run(Duration.between(node.clock().now(), begin.plus(APART.multipliedBy(OVERDUE))));
        resumeAll();
        node.run(Duration.ofSeconds(2));
        return judge(node.receivers().seen());
    }

    /** Hosts that hang, and a backlog to one host, a few or very many. */
    private void burden(Group group) {
        int hanging = random.nextInt(30);
        var now = node.clock().now();
        for (int i = 0; i < 20 * hanging; i++) {
            create(group, "h" + i, now, "hangs-" + i % hanging);
        }
        int hosts = List.of(1, 3, 500).get(random.nextInt(3));
        for (int i = 0; i < 500 + random.nextInt(1_000); i++) {
            create(group, "b" + i, now, "busy-" + i % hosts);
        }
    }

    private Behaviour behaviour(Attempt attempt) {
        return attempt.timer().spec().target().host().startsWith("hangs")
                ? Behaviour.hangs()
                : new Behaviour(new CallbackReply.Done(), Duration.ofMillis(1 + random.nextInt(9)));
    }

    private void create(Group group, String id, Instant at, String host) {
        var key = new TimerKey(group.id(), id);
        var target =
                new CallbackTarget("http://" + host + "/", LONGEST_TIMEOUT, CallbackHeaders.NONE);
        var spec =
                new TimerSpec(
                        at,
                        target,
                        Payload.of("null"),
                        RetryPolicy.DEFAULT,
                        Optional.empty(),
                        new Digest(id.hashCode(), 1));
        node.submit(key, stamp -> new Create(key, TimerUuid.of(key), spec, stamp));
        node.run(random.nextInt(50) == 0 ? Duration.ofMillis(10) : Duration.ZERO);
    }

    private void pause(GroupId group) {
        node.store().pauses().pause(new Pause(group, node.clock().now(), Optional.empty()));
        node.loop().tell(loop -> loop.pause(group));
    }

    /** At one moment: what is due of all groups competes for the same turn of the loop. */
    private void resumeAll() {
        groups.forEach(group -> node.store().pauses().resume(group.id()));
        node.loop().tell(ShardLoop::resumed);
    }

    private List<String> judge(List<Seen> seen) {
        var starved = new ArrayList<String>();
        int punctual = 0;
        for (int i = 0; i < seen.size(); i++) {
            if (isPunctual(seen.get(i))) {
                punctual++;
                int between = othersSinceDue(seen, i);
                if (between > noisy.size() * MOST_STARTS_BETWEEN) {
                    starved.add(seen.get(i) + " after " + between + " of others");
                }
            }
        }
        if (punctual < TIMERS) {
            starved.add(punctual + " of " + TIMERS + " punctual timers started");
        }
        return starved;
    }

    private static boolean isPunctual(Seen seen) {
        return seen.attempt().timer().key().group().equals(PUNCTUAL.id());
    }

    private static int othersSinceDue(List<Seen> all, int index) {
        var timer = all.get(index);
        var due = timer.attempt().timer().spec().executeAt();
        int others = 0;
        for (int i = index - 1; i >= 0 && !all.get(i).at().isBefore(due); i--) {
            others += competes(all.get(i), timer) ? 1 : 0;
        }
        return others;
    }

    /** While a shared host is full, it does not matter what starts elsewhere. */
    private static boolean competes(Seen other, Seen timer) {
        var host = hostOf(timer);
        return !isPunctual(other) && (host.equals(OWN_HOST) || host.equals(hostOf(other)));
    }

    private static String hostOf(Seen seen) {
        return seen.attempt().timer().spec().target().host();
    }
}
