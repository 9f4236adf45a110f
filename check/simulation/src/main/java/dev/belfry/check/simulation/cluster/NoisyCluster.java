package dev.belfry.check.simulation.cluster;

import dev.belfry.core.mutation.Create;
import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.GroupLimits;
import dev.belfry.core.shard.Rate;
import dev.belfry.core.timer.CallbackHeaders;
import dev.belfry.core.timer.CallbackTarget;
import dev.belfry.core.timer.Digest;
import dev.belfry.core.timer.Payload;
import dev.belfry.core.timer.RetryPolicy;
import dev.belfry.core.timer.TimerKey;
import dev.belfry.core.timer.TimerSpec;
import dev.belfry.core.timer.TimerUuid;
import dev.belfry.node.Outcome;
import dev.belfry.node.fire.Attempt;
import dev.belfry.node.shard.LoopSettings;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * A cluster in which some groups have backlogs, limits and hosts that hang, drawn from a seed, and
 * of which a node is killed in half of the runs. Judges starvation: who keeps within its limits, a
 * quiet group or a good host of a noisy one, waits no longer than a bound.
 */
final class NoisyCluster {
    private static final LoopSettings SETTINGS =
            new LoopSettings(1 << 20, 200, 25, Duration.ofSeconds(5), Duration.ofSeconds(1), 100);
    private static final Duration SETTLING = Duration.ofSeconds(4);
    private static final Duration CREATING = Duration.ofSeconds(3);
    private static final Duration LASTS = Duration.ofSeconds(10);
    private static final Duration APART = Duration.ofMillis(100);
    private static final Duration HANGS = Duration.ofMinutes(15);
    private static final int JUDGED = 80;
    private static final int TOGETHER = 50;

    /** Nobody waits longer for others; half of it are the clocks of two nodes. */
    private static final Duration BOUND = Duration.ofMillis(600);

    private static final Rate RATE = new Rate(30, 10);
    private static final Group QUIET = Group.of("quiet", 3);
    private static final Group NOISY = Group.of("noisy", 4);
    private static final Group RATED =
            Group.of("rated", 2).limits(new GroupLimits(1, Optional.of(RATE), OptionalInt.empty()));
    private static final Group NARROW =
            Group.of("narrow", 2).limits(new GroupLimits(1, Optional.empty(), OptionalInt.of(4)));
    private static final String GOOD = "good";

    private final SplittableRandom random;
    private final boolean isTroubled;
    private final SimulatedCluster cluster;
    private final Map<TimerKey, Instant> due = new HashMap<>();
    private final Map<TimerKey, Instant> started = new HashMap<>();

    private NoisyCluster(long seed) {
        random = new SplittableRandom(seed).split();
        isTroubled = random.nextBoolean();
        var shape =
                new Shape(
                        1 + random.nextInt(3),
                        1,
                        LASTS,
                        APART,
                        LASTS,
                        0,
                        Duration.ZERO,
                        Mood.MOVING,
                        EnumSet.allOf(Strike.class));
        cluster =
                new SimulatedCluster(
                        new Chance(random.split()),
                        shape,
                        List.of(QUIET, NOISY, RATED, NARROW),
                        SETTINGS,
                        new Trace(false));
    }

    /** The timers that were starved, in words. */
    static List<String> starved(long seed) {
        return new NoisyCluster(seed).live();
    }

    private List<String> live() {
        cluster.receivers().beKind();
        cluster.receivers().watch(NoisyCluster::hangs, this::started);
        cluster.events().run(SETTLING);
        var begin = cluster.scribe().now().plus(CREATING);
        burden(begin);
        for (int i = 0; i < JUDGED; i++) {
            var at = begin.plus(APART.multipliedBy(i));
            judge(QUIET, "q" + i, at, random.nextBoolean() ? GOOD : "busy-0");
            judge(NOISY, "n" + i, at, GOOD);
        }
        cluster.events().run(CREATING);
        if (isTroubled) {
            stir();
        }
        cluster.events().run(LASTS.plus(bound()));
        return verdict();
    }

    private static boolean hangs(Attempt attempt) {
        return attempt.timer().spec().target().host().startsWith("hangs");
    }

    private void started(Attempt attempt) {
        started.putIfAbsent(attempt.timer().key(), cluster.scribe().now());
    }

    /** Due at one moment, as after a pause: backlogs, and hosts that hang for long. */
    private void burden(Instant at) {
        int hanging = 1 + random.nextInt(20);
        create(NOISY, 10 * hanging, at, i -> "hangs-" + i % hanging);
        create(NARROW, 40, at, i -> "hangs-narrow-" + i % 4);
        int hosts = List.of(1, 3, 100).get(random.nextInt(3));
        create(NOISY, 300 + random.nextInt(600), at, i -> "busy-" + i % hosts);
        create(RATED, 300, at, _ -> "rated");
    }

    /** A node dies, and is back a second later. */
    private void stir() {
        var id = cluster.chance().pick(cluster.nodeIds());
        var dies = cluster.chance().millis(0, 5_000);
        cluster.events().after(dies, () -> cluster.living(id).ifPresent(SimulatedNode::kill));
        cluster.events().after(dies.plusSeconds(1), () -> cluster.startIfDead(id));
    }

    private Duration bound() {
        return isTroubled ? BOUND.plus(NodeTrouble.RECOVERY) : BOUND;
    }

    private void judge(Group group, String id, Instant at, String host) {
        var request = request(group, id, at, host);
        due.put(request.key(), at);
        submit(List.of(request));
    }

    private void create(Group group, int count, Instant at, Function<Integer, String> host) {
        var requests =
                IntStream.range(0, count)
                        .mapToObj(i -> request(group, host.apply(i) + "." + i, at, host.apply(i)))
                        .toList();
        for (int i = 0; i < count; i += TOGETHER) {
            submit(requests.subList(i, Math.min(count, i + TOGETHER)));
        }
    }

    private ClientRequest request(Group group, String id, Instant at, String host) {
        var key = new TimerKey(group.id(), id);
        var target = new CallbackTarget("http://" + host + "/", HANGS, CallbackHeaders.NONE);
        var spec =
                new TimerSpec(
                        at,
                        target,
                        Payload.of("null"),
                        RetryPolicy.DEFAULT,
                        Optional.empty(),
                        new Digest(id.hashCode(), 1));
        return cluster.calls()
                .request(group, key, stamp -> new Create(key, TimerUuid.of(key), spec, stamp));
    }

    /** Again what was not taken, until it is. */
    private void submit(List<ClientRequest> requests) {
        cluster.calls()
                .submit(
                        requests,
                        Duration.ofSeconds(2),
                        outcomes -> {
                            var again = new ArrayList<ClientRequest>();
                            for (int i = 0; i < outcomes.size(); i++) {
                                if (!(outcomes.get(i) instanceof Outcome.Decided)) {
                                    again.add(requests.get(i));
                                }
                            }
                            if (!again.isEmpty()) {
                                cluster.events().after(APART, () -> submit(again));
                            }
                        });
    }

    private List<String> verdict() {
        var starved = new ArrayList<String>();
        due.forEach(
                (key, at) -> {
                    var start = started.get(key);
                    if (start == null) {
                        starved.add(key + " never started");
                    } else if (start.isAfter(at.plus(bound()))) {
                        starved.add(key + " " + Duration.between(at, start) + " late");
                    }
                });
        return starved;
    }
}
