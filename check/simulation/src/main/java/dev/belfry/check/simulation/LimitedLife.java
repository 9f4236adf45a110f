package dev.belfry.check.simulation;

import dev.belfry.check.simulation.SimulatedReceivers.Behaviour;
import dev.belfry.check.simulation.SimulatedReceivers.Seen;
import dev.belfry.core.mutation.Create;
import dev.belfry.core.shard.Group;
import dev.belfry.core.shard.GroupLimits;
import dev.belfry.core.shard.Rate;
import dev.belfry.core.timer.CallbackTarget;
import dev.belfry.core.timer.Digest;
import dev.belfry.core.timer.Payload;
import dev.belfry.core.timer.RetryPolicy;
import dev.belfry.core.timer.TimerKey;
import dev.belfry.core.timer.TimerSpec;
import dev.belfry.core.timer.TimerUuid;
import dev.belfry.node.fire.Attempt;
import dev.belfry.node.fire.CallbackReply;
import dev.belfry.node.shard.LoopSettings;
import dev.belfry.node.shard.StoreOperation;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SplittableRandom;

/**
 * A node with groups that have limits, drawn from a seed, and all with more to do than these allow:
 * one with a rate, one with a concurrency, two with weights that share a host; and one without
 * limits that wants to be punctual. In half of the lives shards move and the node is killed. Says
 * what exceeds a limit, what stays far below it, and what is late because of the others.
 */
public final class LimitedLife {
    private static final int PER_HOST = 5;
    private static final LoopSettings SETTINGS =
            new LoopSettings(
                    4 << 20, 1_000, PER_HOST, Duration.ofSeconds(5), Duration.ofSeconds(1), 100);
    private static final Duration ANSWER = Duration.ofMillis(20);
    private static final Duration LONG_ANSWER = Duration.ofMillis(700);
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration LASTS = Duration.ofSeconds(12);

    /** In which both weights have more to do than their host takes. */
    private static final Duration WEIGHED = Duration.ofSeconds(2);

    private static final int PUNCTUAL_TIMERS = 100;
    private static final Duration APART = Duration.ofMillis(100);
    private static final Duration PROMPTLY = Duration.ofMillis(100);

    private final SplittableRandom random;
    private final boolean isTroubled;
    private final Rate rate;
    private final int concurrency;
    private final int weight;
    private final Group rated;
    private final Group narrow;
    private final Group heavy;
    private final Group light = Group.of("light", 1);
    private final Group hosted;
    private final Group punctual = Group.of("punctual", 2);
    private final SingleNode node;
    private final List<String> wrong = new ArrayList<>();

    private LimitedLife(long seed) {
        random = new SplittableRandom(seed);
        isTroubled = random.nextBoolean();
        int perSecond = 2 + random.nextInt(40);
        rate = new Rate(perSecond, 1 + random.nextInt(perSecond));
        concurrency = 1 + random.nextInt(5);
        weight = 2 + random.nextInt(4);
        rated =
                Group.of("rated", 1 + random.nextInt(4))
                        .limits(new GroupLimits(1, Optional.of(rate), OptionalInt.empty()));
        narrow =
                Group.of("narrow", 1)
                        .limits(new GroupLimits(1, Optional.empty(), OptionalInt.of(concurrency)));
        heavy =
                Group.of("heavy", 1)
                        .limits(new GroupLimits(weight, Optional.empty(), OptionalInt.empty()));
        hosted =
                Group.of("hosted", 1 + random.nextInt(4))
                        .limits(
                                new GroupLimits(
                                        1,
                                        Optional.empty(),
                                        OptionalInt.empty(),
                                        Optional.of(rate),
                                        OptionalInt.empty()));
        node =
                new SingleNode(
                        List.of(rated, narrow, heavy, light, punctual, hosted),
                        SETTINGS,
                        store -> store,
                        seed);
    }

    /** What was wrong, in words. */
    public static List<String> wrong(long seed) {
        return new LimitedLife(seed).live();
    }

    private List<String> live() {
        node.receivers().behave(LimitedLife::behaviour);
        node.run(SECOND);
        var begin = node.clock().now().plusSeconds(20);
        create(rated, 600, begin, "rated");
        create(hosted, 300, begin, "hosted-a");
        create(narrow, 200, begin, "slow");
        create(heavy, 900, begin, "shared");
        create(light, 900, begin, "shared");
        for (int i = 0; i < PUNCTUAL_TIMERS; i++) {
            create(punctual, "t" + i, begin.plus(APART.multipliedBy(i)), "good");
        }
        node.run(Duration.between(node.clock().now(), begin));
        if (isTroubled) {
            stir(begin.plus(LASTS));
        } else {
            node.run(LASTS);
        }
        judge(begin);
        return wrong;
    }

    private static Behaviour behaviour(Attempt attempt) {
        boolean slow = attempt.timer().spec().target().host().equals("slow");
        return new Behaviour(new CallbackReply.Done(), slow ? LONG_ANSWER : ANSWER);
    }

    private void create(Group group, int count, Instant at, String host) {
        for (int i = 0; i < count; i++) {
            create(group, "t" + i, at, host);
            node.run(i % 100 == 0 ? ANSWER : Duration.ZERO);
        }
    }

    private void create(Group group, String id, Instant at, String host) {
        var key = new TimerKey(group.id(), id);
        var spec =
                new TimerSpec(
                        at,
                        CallbackTarget.of("http://" + host + "/"),
                        Payload.of("null"),
                        RetryPolicy.DEFAULT,
                        Optional.empty(),
                        new Digest(id.hashCode(), 1));
        node.submit(key, stamp -> new Create(key, TimerUuid.of(key), spec, stamp));
    }

    private void stir(Instant until) {
        while (node.clock().now().isBefore(until)) {
            node.run(Duration.ofMillis(random.nextInt(3_000)));
            switch (random.nextInt(3)) {
                case 0 -> node.move();
                case 1 -> node.restart();
                default -> node.fail(StoreOperation.COMMIT, StoreFault.UNKNOWN_APPLIED);
            }
        }
    }

    private void judge(Instant begin) {
        var seen = node.receivers().seen();
        judgeRate(of(rated, seen));
        judgeRate(of(hosted, seen));
        if (!isTroubled) {
            judgeThroughput(of(rated, seen).size());
            judgeConcurrency(of(narrow, seen));
            judgeWeights(seen, begin);
            judgePunctuality(of(punctual, seen));
        }
    }

    private static List<Seen> of(Group group, List<Seen> seen) {
        return seen.stream()
                .filter(it -> it.attempt().timer().key().group().equals(group.id()))
                .toList();
    }

    private static long nanos(Seen seen) {
        return Duration.between(Instant.EPOCH, seen.at()).toNanos();
    }

    private void judgeRate(List<Seen> starts) {
        var judge = new RateJudge(rate, 1, 1);
        long begin = starts.isEmpty() ? 0 : nanos(starts.getFirst());
        starts.forEach(it -> judge.started(nanos(it) - begin));
        judge.exceeded().ifPresent(it -> wrong.add(rate + ": " + it));
    }

    /** What a group may do it does, as long as it has something to do. */
    private void judgeThroughput(int starts) {
        double expected = rate.perSecond() * LASTS.toSeconds();
        if (starts < 0.9 * expected - 1) {
            wrong.add("%d starts in %s with %s".formatted(starts, LASTS, rate));
        }
    }

    private void judgeConcurrency(List<Seen> starts) {
        long rounds = LASTS.dividedBy(LONG_ANSWER) - 1;
        if (starts.size() < rounds * concurrency) {
            wrong.add("%d starts, %d at a time".formatted(starts.size(), concurrency));
        }
        for (int i = concurrency; i < starts.size(); i++) {
            var before = starts.get(i - concurrency);
            if (before.at().plus(LONG_ANSWER).isAfter(starts.get(i).at())) {
                wrong.add(starts.get(i) + " beside " + concurrency + " others");
            }
        }
    }

    private void judgeWeights(List<Seen> seen, Instant begin) {
        var from = begin.plus(SECOND);
        var until = from.plus(WEIGHED);
        var weighed =
                seen.stream()
                        .filter(it -> it.at().isAfter(from) && it.at().isBefore(until))
                        .toList();
        double ratio = (double) of(heavy, weighed).size() / of(light, weighed).size();
        if (ratio < 0.75 * weight || ratio > 1.25 * weight) {
            wrong.add("%.2f starts for one with a weight of %d".formatted(ratio, weight));
        }
    }

    private void judgePunctuality(List<Seen> starts) {
        starts.stream()
                .filter(it -> it.at().isAfter(dueOf(it).plus(PROMPTLY)))
                .forEach(it -> wrong.add(it + " is late"));
        if (starts.size() < PUNCTUAL_TIMERS) {
            wrong.add(starts.size() + " of " + PUNCTUAL_TIMERS + " punctual timers started");
        }
    }

    private static Instant dueOf(Seen seen) {
        return seen.attempt().timer().spec().executeAt();
    }
}
