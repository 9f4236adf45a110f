package dev.belfry.check.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.check.simulation.SimulatedReceivers.Behaviour;
import dev.belfry.check.simulation.SimulatedReceivers.Seen;
import dev.belfry.core.mutation.Decision;
import dev.belfry.core.mutation.Verdict;
import dev.belfry.core.shard.Group;
import dev.belfry.core.timer.AttemptId;
import dev.belfry.core.timer.Generation;
import dev.belfry.core.timer.RetryPolicy;
import dev.belfry.core.timer.Timer;
import dev.belfry.node.Alarm;
import dev.belfry.node.Outcome;
import dev.belfry.node.fire.Attempt;
import dev.belfry.node.fire.CallbackReply;
import dev.belfry.node.shard.LoopSettings;
import dev.belfry.node.shard.ShardLoop;
import dev.belfry.node.shard.StoreOperation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;

/** A life drawn from a seed, and the promises it must have kept in the end. */
final class RandomLife {
    private static final int STEPS = 120;
    private static final int TIMERS = 12;
    private static final RetryPolicy QUICK =
            new RetryPolicy(4, Duration.ofMinutes(2), Scene.SECOND, 2.0, Duration.ofSeconds(5));

    /** After one of these what was there before is owed no more. */
    private static final Set<Verdict> APPLIED =
            EnumSet.of(
                    Verdict.CREATED,
                    Verdict.REPLACED,
                    Verdict.PATCHED,
                    Verdict.DELETED,
                    Verdict.REDRIVEN,
                    Verdict.IDENTICAL);

    private record Request(String id, Answer answer, boolean changesSchedule) {}

    private record Deleted(Timer timer, int seenBefore) {}

    private final Random random;
    private final boolean withCrashes;

    /** Whether timers are so large that windows hold a few of them only. */
    private final boolean large;

    private final Scene scene;
    private final Optional<MovedShards> moves;
    private final List<Request> waiting = new ArrayList<>();
    private final Map<String, Set<Generation>> owed = new HashMap<>();
    private final List<Deleted> deleted = new ArrayList<>();
    private final Set<AttemptId> handedBack = new HashSet<>();

    RandomLife(long seed, boolean withCrashes) {
        this(seed, withCrashes, false);
    }

    /**
     * @param withMoves whether shards move between two databases all the time
     */
    RandomLife(long seed, boolean withCrashes, boolean withMoves) {
        this.random = new Random(seed);
        this.withCrashes = withCrashes;
        this.large = oneIn(2);
        var settings =
                new LoopSettings(1 << 20, 50, 2, Duration.ofSeconds(5), Duration.ofSeconds(7), 20);
        var group = Group.of("default", 1 + random.nextInt(3));
        this.scene = new Scene(group, settings, withMoves ? MovedShards::between : store -> store);
        this.moves =
                withMoves
                        ? Optional.of(new MovedShards(scene, random, withCrashes))
                        : Optional.empty();
        scene.node.receivers().behave(this::behaviour);
    }

    void live() {
        for (int i = 0; i < STEPS; i++) {
            act();
            moves.ifPresent(MovedShards::act);
            scene.run(Duration.ofMillis(random.nextInt(random.nextInt(4) == 0 ? 3_000 : 20)));
            collectAnswers();
            forwardOrphans();
        }
        heal();
        checkAll();
    }

    /** How often a shard came to another database. */
    int moved() {
        return moves.map(MovedShards::moved).orElse(0);
    }

    private boolean oneIn(int chances) {
        return random.nextInt(chances) == 0;
    }

    private void act() {
        var id = "t" + random.nextInt(TIMERS);
        switch (random.nextInt(14)) {
            case 0, 1, 2, 3 -> asked(id, scene.create(id, ask()), true);
            case 4, 5 -> asked(id, scene.put(id, ask()), true);
            case 6 -> asked(id, scene.reschedule(id, ask().at()), true);
            case 7 -> asked(id, scene.repay(id, "" + random.nextInt()), false);
            case 8 -> asked(id, scene.delete(id), true);
            case 9 -> asked(id, scene.redrive(id), true);
            case 10 -> pauseOrResume();
            case 11 -> faults();
            case 12 -> disturb();
            default -> scene.node.proof(!oneIn(3));
        }
    }

    private Ask ask() {
        return scene.in(Duration.ofMillis(random.nextInt(8_000) - 1_000L))
                .policy(QUICK)
                .timeout(Duration.ofSeconds(1 + random.nextInt(20)))
                .host("h" + random.nextInt(2))
                .payload("0".repeat(large ? random.nextInt(60_000) : 0) + random.nextInt(3));
    }

    private void asked(String id, Answer answer, boolean changesSchedule) {
        waiting.add(new Request(id, answer, changesSchedule));
    }

    private void pauseOrResume() {
        var group = scene.node.group().id();
        if (oneIn(2)) {
            scene.node.loop().tell(loop -> loop.pause(group));
        } else {
            scene.node.loop().tell(ShardLoop::resumed);
        }
    }

    private void faults() {
        var kinds = StoreFault.values();
        int chance = 2 + random.nextInt(6);
        boolean all = oneIn(3);
        scene.node.faults(
                op ->
                        (all || op == StoreOperation.COMMIT) && oneIn(chance)
                                ? kinds[random.nextInt(kinds.length)]
                                : StoreFault.NONE);
    }

    private void disturb() {
        switch (random.nextInt(4)) {
            case 0 -> scene.node.heal();
            case 1, 2 -> {
                if (withCrashes) {
                    stepOrCrash();
                }
            }
            default -> scene.node.move();
        }
    }

    private void stepOrCrash() {
        if (oneIn(2)) {
            scene.node.clock().step(Duration.ofMillis(random.nextInt(8_000) - 4_000L));
        } else {
            crash();
        }
    }

    private void crash() {
        scene.node.events().runEvents(random.nextInt(20));
        collectAnswers();
        scene.node.restart();
        waiting.forEach(this::doubt);
        waiting.clear();
    }

    private Behaviour behaviour(Attempt attempt) {
        var delay = Duration.ofMillis(random.nextInt(oneIn(4) ? 30_000 : 50));
        return new Behaviour(reply(attempt), delay);
    }

    private CallbackReply reply(Attempt attempt) {
        return switch (random.nextInt(8)) {
            case 0, 1 -> new CallbackReply.Failed("503", Optional.empty());
            case 2 -> new CallbackReply.FailedForGood("404");
            case 3 ->
                    new CallbackReply.RunAgain(
                            scene.now().plusMillis(random.nextInt(5_000)), Optional.empty());
            case 4 -> {
                handedBack.add(attempt.id());
                yield new CallbackReply.NotSent();
            }
            default -> new CallbackReply.Done();
        };
    }

    private void collectAnswers() {
        for (var request : List.copyOf(waiting)) {
            if (request.answer.isThere()) {
                waiting.remove(request);
                learn(request);
            }
        }
    }

    private void learn(Request request) {
        switch (request.answer.outcome()) {
            case Outcome.Decided(var decision, _) -> learn(request.id, decision);
            case Outcome.Unknown _ -> doubt(request);
            case Outcome.NotApplied _, Outcome.Refused _ -> {}
        }
    }

    private void learn(String id, Decision decision) {
        var debts = owed.computeIfAbsent(id, _ -> new HashSet<>());
        var after = decision.after().pending().map(Timer::generation);
        if (APPLIED.contains(decision.verdict())) {
            debts.clear();
            after.ifPresent(debts::add);
        }
        if (decision.verdict() == Verdict.DELETED) {
            int seenBefore = scene.node.receivers().seen().size();
            decision.before().pending().ifPresent(it -> deleted.add(new Deleted(it, seenBefore)));
        }
    }

    /** It may have been applied: what it would have replaced is owed no more. */
    private void doubt(Request request) {
        if (request.changesSchedule) {
            owed.remove(request.id);
        }
    }

    private void forwardOrphans() {
        for (var orphan : scene.node.orphans()) {
            scene.node
                    .loop()
                    .tell(it -> it.replied(orphan.shard(), orphan.attempt(), orphan.result()));
        }
    }

    /** Shards that a crash left between two owners are taken, as reconciliation would. */
    private void heal() {
        scene.node.heal();
        moves.ifPresent(MovedShards::heal);
        scene.node.receivers().behave(_ -> Behaviour.of(new CallbackReply.Done()));
        for (int i = 0; i < 4; i++) {
            scene.node.proof(true);
            scene.node.loop().tell(ShardLoop::resumed);
            scene.run(Scene.MINUTE);
            collectAnswers();
            forwardOrphans();
            scene.node.acquireAll(scene.node.loop());
        }
        scene.run(Duration.ofMinutes(20));
    }

    private void checkAll() {
        moves.ifPresent(MovedShards::check);
        assertThat(waiting).as("requests without an answer").isEmpty();
        assertThat(scene.allPending()).as("timers that are stuck").isEmpty();
        assertThat(scene.alarms(Alarm.RowUnattended.class)).as("unattended rows").isEmpty();
        var seen = scene.node.receivers().seen();
        seen.forEach(RandomLife::checkNotEarly);
        owed.forEach((id, generations) -> generations.forEach(it -> checkFired(id, it)));
        deleted.forEach(it -> checkNotFiredAgain(it, seen));
        if (!withCrashes) {
            checkNoDuplicates(seen);
        }
    }

    private static void checkNotEarly(Seen seen) {
        var timer = seen.attempt().timer();
        assertThat(seen.at()).isAfterOrEqualTo(timer.spec().executeAt());
        assertThat(seen.at()).isAfterOrEqualTo(timer.fireAt());
    }

    private void checkFired(String id, Generation generation) {
        assertThat(scene.fired(id).stream().map(seen -> seen.attempt().id().generation()))
                .as("schedules of %s that fired", id)
                .contains(generation);
    }

    private static void checkNotFiredAgain(Deleted it, List<Seen> seen) {
        assertThat(seen.subList(it.seenBefore, seen.size()))
                .as("attempts of %s after its delete", it.timer.key())
                .map(one -> one.attempt().timer())
                .noneMatch(timer -> isSameSchedule(timer, it.timer));
    }

    private static boolean isSameSchedule(Timer one, Timer other) {
        return one.uuid().equals(other.uuid()) && one.generation().equals(other.generation());
    }

    private void checkNoDuplicates(List<Seen> seen) {
        var earlier = new HashMap<AttemptId, Seen>();
        for (var one : seen) {
            var id = one.attempt().id();
            var former = earlier.put(id, one);
            assertThat(former == null || handedBack.contains(id) || isLate(former, one))
                    .as("%s twice", id)
                    .isTrue();
        }
    }

    /** After a move nobody waits for an attempt longer than its deadline. */
    private static boolean isLate(Seen former, Seen one) {
        return !one.at().isBefore(former.attempt().deadline());
    }
}
