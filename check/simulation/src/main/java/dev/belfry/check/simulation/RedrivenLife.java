package dev.belfry.check.simulation;

import dev.belfry.check.simulation.SimulatedReceivers.Behaviour;
import dev.belfry.core.mutation.Create;
import dev.belfry.core.mutation.Delete;
import dev.belfry.core.mutation.PauseRuns;
import dev.belfry.core.mutation.Precondition;
import dev.belfry.core.mutation.RedriveRun;
import dev.belfry.core.mutation.Verdict;
import dev.belfry.core.schedule.Recurrence;
import dev.belfry.core.schedule.Rule;
import dev.belfry.core.schedule.TimerSchedule;
import dev.belfry.core.shard.Group;
import dev.belfry.core.timer.CallbackHeaders;
import dev.belfry.core.timer.CallbackTarget;
import dev.belfry.core.timer.Digest;
import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.Generation;
import dev.belfry.core.timer.Payload;
import dev.belfry.core.timer.RetryPolicy;
import dev.belfry.core.timer.Timer;
import dev.belfry.core.timer.TimerKey;
import dev.belfry.core.timer.TimerSpec;
import dev.belfry.core.timer.TimerUuid;
import dev.belfry.node.Outcome;
import dev.belfry.node.fire.Attempt;
import dev.belfry.node.fire.CallbackReply;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * Schedules whose runs fail and are started again, one at a time, on a node that is killed, moved
 * and cut from its store. What is started again is heard of, and nothing comes after a delete.
 */
public final class RedrivenLife {
    private static final int TIMERS = 4;
    private static final Duration TROUBLE = Duration.ofSeconds(40);
    private static final Duration PEACE = Duration.ofSeconds(40);

    /** By then claims have arrived that were on their way; here nobody claims again. */
    private static final Duration GHOSTS_GONE = Duration.ofSeconds(10);

    private static final Duration REPLY = Duration.ofMillis(30);
    private static final Duration TIMEOUT = Duration.ofSeconds(2);
    private static final RetryPolicy QUICK =
            new RetryPolicy(
                    3, Duration.ofHours(1), Duration.ofMillis(200), 2.0, Duration.ofSeconds(1));

    private final SplittableRandom random;
    private final Group group = Group.of("redriven", 2);
    private final SingleNode node;
    private final Map<TimerKey, List<Outcome>> deletes = new HashMap<>();
    private final List<List<Outcome>> redrives = new ArrayList<>();
    private final Set<Started> started = new HashSet<>();
    private final Set<TimerKey> runs = new HashSet<>();
    private final List<String> wrong = new ArrayList<>();
    private boolean peace;

    /** A timer or run that was started under one of its generations. */
    private record Started(TimerUuid uuid, Generation generation) {}

    private RedrivenLife(long seed) {
        random = new SplittableRandom(seed);
        node = new SingleNode(List.of(group), SingleNode.roomy(), store -> store, seed);
    }

    /** What was wrong with runs that were started again, in words. */
    public static List<String> broken(long seed) {
        return new RedrivenLife(seed).live();
    }

    private List<String> live() {
        node.receivers().behave(this::behaviour);
        node.run(Duration.ofSeconds(1));
        for (int i = 0; i < TIMERS; i++) {
            create(key(i));
        }
        node.run(Duration.ofSeconds(1));
        node.faults(_ -> fault());
        long until = node.clock().nanos() + TROUBLE.toNanos();
        while (node.clock().nanos() < until) {
            strike(key(random.nextInt(TIMERS)));
            node.run(Duration.ofMillis(1 + random.nextInt(1_000)));
        }
        peace = true;
        node.heal();
        node.proof(true);
        node.restart();
        node.run(GHOSTS_GONE);
        node.restart();
        node.run(PEACE);
        judge();
        return wrong;
    }

    private TimerKey key(int number) {
        return new TimerKey(group.id(), "r" + number);
    }

    private void create(TimerKey key) {
        var rule = new Rule.Every(Duration.ofSeconds(2), node.clock().now());
        var place = Recurrence.first(TimerSchedule.of(rule), node.clock().now()).orElseThrow();
        var uuid = TimerUuid.of(key);
        var spec =
                new TimerSpec(
                        place.executeAt(uuid.low()),
                        new CallbackTarget("http://any/", TIMEOUT, CallbackHeaders.NONE),
                        Payload.NULL,
                        QUICK,
                        Optional.empty(),
                        Optional.of(place),
                        new Digest(1, 1));
        node.submit(key, stamp -> new Create(key, uuid, spec, stamp));
    }

    private Behaviour behaviour(Attempt attempt) {
        started(attempt);
        var key = attempt.timer().key();
        if (!peace && key.run().isPresent() && random.nextInt(8) == 0) {
            deleteWith(REPLY, key.timer());
            return new Behaviour(CallbackReply.Failed.unanswered("refused"), REPLY);
        }
        return switch (peace ? 9 : random.nextInt(10)) {
            case 0, 1 -> after(new CallbackReply.FailedForGood("gone"));
            case 2, 3, 4, 5, 6 -> after(CallbackReply.Failed.unanswered("refused"));
            default -> after(new CallbackReply.Done());
        };
    }

    private Behaviour after(CallbackReply reply) {
        return new Behaviour(reply, Duration.ofMillis(1 + random.nextInt(60)));
    }

    private void started(Attempt attempt) {
        var timer = attempt.timer();
        var key = timer.key();
        started.add(new Started(timer.uuid(), timer.generation()));
        if (is(deletes.getOrDefault(key.timer(), List.of()), Verdict.DELETED)) {
            wrong.add(attempt + " of " + key + " starts after its delete");
        }
        if (key.run().isPresent() && pendingRuns(key.timer()) > 1) {
            wrong.add(key + " is not the only run of its timer that was started again");
        }
    }

    private static boolean is(List<Outcome> answers, Verdict verdict) {
        return answers.stream()
                .anyMatch(it -> it instanceof Outcome.Decided(var d, _) && d.verdict() == verdict);
    }

    private long pendingRuns(TimerKey timer) {
        return runs.stream()
                .filter(run -> run.timer().equals(timer))
                .filter(run -> find(run).pending().isPresent())
                .count();
    }

    private Entry find(TimerKey key) {
        return node.store().timers().find(group.shardOf(key), key);
    }

    private StoreFault fault() {
        return switch (random.nextInt(40)) {
            case 0 -> StoreFault.UNAVAILABLE;
            case 1 -> StoreFault.UNKNOWN_NOT_APPLIED;
            case 2 -> StoreFault.UNKNOWN_APPLIED;
            case 3 -> StoreFault.GHOST;
            case 4, 5, 6, 7 -> StoreFault.SLOW;
            default -> StoreFault.NONE;
        };
    }

    private void strike(TimerKey key) {
        switch (random.nextInt(16)) {
            case 0 -> node.restart();
            case 1 -> node.move();
            case 2 -> node.proof(random.nextBoolean());
            case 3 -> deleteSoon(key);
            default -> redrive(key);
        }
    }

    private void deleteSoon(TimerKey key) {
        if (redrive(key)) {
            node.run(Duration.ofMillis(random.nextInt(300)));
            delete(key);
        }
    }

    private void delete(TimerKey key) {
        deletes.computeIfAbsent(
                key, _ -> node.submit(key, _ -> new Delete(key, Precondition.none())));
    }

    /** The delete and the reply to a run of the timer both wait for a commit of their shard. */
    private void deleteWith(Duration reply, TimerKey key) {
        node.events().after(reply.minusNanos(900_000), () -> keepBusy(key));
        node.events().after(reply.minusNanos(500_000), () -> delete(key));
    }

    private void keepBusy(TimerKey key) {
        for (int i = 0; i < TIMERS; i++) {
            var other = key(i);
            if (!other.equals(key) && group.shardOf(other).equals(group.shardOf(key))) {
                node.submit(
                        other, stamp -> new PauseRuns(other, false, Precondition.none(), stamp));
            }
        }
    }

    /** As the API does it: looks first whether the former run is over. Two callers may look. */
    private boolean redrive(TimerKey key) {
        var place = find(key).pending().flatMap(Timer::recurrence);
        var failed = place.map(Recurrence::failed).orElse(List.of());
        var former = place.flatMap(Recurrence::redriven);
        if (failed.isEmpty()
                || former.map(it -> find(key.ofRun(it.run())))
                        .flatMap(Entry::pending)
                        .isPresent()) {
            return false;
        }
        int callers = 1 + random.nextInt(2);
        for (int i = 0; i < callers; i++) {
            var run = failed.get(random.nextInt(failed.size()));
            runs.add(key.ofRun(run));
            redrives.add(node.submit(key, stamp -> new RedriveRun(key, run, former, stamp)));
        }
        return true;
    }

    private void judge() {
        redrives.forEach(answers -> answers.forEach(this::judgeHeard));
        for (var run : runs) {
            if (find(run).pending().isPresent()) {
                wrong.add(run + " is pending still");
            }
        }
        for (int i = 0; i < TIMERS; i++) {
            judgeStanding(key(i));
        }
    }

    private void judgeHeard(Outcome answer) {
        if (answer instanceof Outcome.Decided(var decision, _)
                && decision.verdict() == Verdict.REDRIVEN) {
            var run = decision.after().pending().orElseThrow();
            boolean isHeard = started.contains(new Started(run.uuid(), run.generation()));
            if (!isHeard && !deletes.containsKey(run.key().timer())) {
                wrong.add(run.key() + " was started again and never heard of");
            }
        }
    }

    private void judgeStanding(TimerKey key) {
        boolean deleted = is(deletes.getOrDefault(key, List.of()), Verdict.DELETED);
        var next = find(key).pending();
        if (deleted && next.isPresent()) {
            wrong.add(key + " was deleted and is there");
        }
        if (!deletes.containsKey(key)
                && next.filter(it -> it.fireAt().isAfter(node.clock().now().minusSeconds(5)))
                        .isEmpty()) {
            wrong.add(key + " stands still");
        }
    }
}
