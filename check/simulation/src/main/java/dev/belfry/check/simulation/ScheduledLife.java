package dev.belfry.check.simulation;

import dev.belfry.check.simulation.SimulatedReceivers.Behaviour;
import dev.belfry.core.mutation.Create;
import dev.belfry.core.mutation.PauseRuns;
import dev.belfry.core.mutation.Precondition;
import dev.belfry.core.schedule.CatchUp;
import dev.belfry.core.schedule.OnFailure;
import dev.belfry.core.schedule.Recurrence;
import dev.belfry.core.schedule.Rule;
import dev.belfry.core.schedule.TimerSchedule;
import dev.belfry.core.shard.Group;
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
import dev.belfry.node.fire.CallbackReply;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * Timers with schedules on a node that is killed, moved, paused and cut from its store, and whose
 * clock is set, drawn from a seed. Judged by {@link RunJudge}.
 */
public final class ScheduledLife {
    private static final int TIMERS = 6;
    private static final Duration TROUBLE = Duration.ofSeconds(40);
    private static final Duration PEACE = Duration.ofSeconds(40);

    /**
     * By then claims and releases have arrived that were on their way; here nobody claims again.
     */
    private static final Duration GHOSTS_GONE = Duration.ofSeconds(10);

    private static final Duration TIMEOUT = Duration.ofSeconds(2);
    private static final RetryPolicy QUICK =
            new RetryPolicy(
                    RunJudge.MOST_ATTEMPTS,
                    Duration.ofHours(1),
                    Duration.ofMillis(200),
                    2.0,
                    Duration.ofSeconds(1));

    private final SplittableRandom random;
    private final Group group = Group.of("scheduled", 2);
    private final SingleNode node;
    private final RunJudge judge;
    private boolean peace;

    private ScheduledLife(long seed) {
        random = new SplittableRandom(seed);
        node = new SingleNode(List.of(group), SingleNode.roomy(), store -> store, seed);
        judge = new RunJudge(node);
    }

    /** What was wrong with runs, in words. */
    public static List<String> broken(long seed) {
        return new ScheduledLife(seed).live();
    }

    private List<String> live() {
        node.receivers().behave(this::behaviour);
        node.run(Duration.ofSeconds(1));
        var timers = new ArrayList<TimerKey>();
        for (int i = 0; i < TIMERS; i++) {
            timers.add(create(i));
        }
        node.run(Duration.ofSeconds(1));
        node.faults(_ -> fault());
        long until = node.clock().nanos() + TROUBLE.toNanos();
        while (node.clock().nanos() < until) {
            strike(timers.get(random.nextInt(TIMERS)));
            node.run(Duration.ofMillis(200 + random.nextInt(2_000)));
        }
        heal(timers);
        node.run(PEACE);
        return judge.judge(timers);
    }

    private TimerKey create(int number) {
        var key = new TimerKey(group.id(), "s" + number);
        var period = Duration.ofMillis(1_000 + random.nextInt(4_000));
        var schedule =
                new TimerSchedule(
                        new Rule.Every(period, node.clock().now().plusSeconds(1)),
                        Optional.empty(),
                        Optional.empty(),
                        0,
                        number < 4 ? CatchUp.ALL : number == 4 ? CatchUp.LATEST : CatchUp.NONE,
                        number % 2 == 0 ? Duration.ZERO : period.dividedBy(2),
                        OnFailure.CONTINUE);
        var place = Recurrence.first(schedule, node.clock().now()).orElseThrow();
        var uuid = TimerUuid.of(key);
        var spec =
                new TimerSpec(
                        place.executeAt(uuid.low()),
                        new CallbackTarget("http://any/", TIMEOUT, CallbackHeaders.NONE),
                        Payload.NULL,
                        QUICK,
                        Optional.empty(),
                        Optional.of(place),
                        new Digest(number, 1));
        node.submit(key, stamp -> new Create(key, uuid, spec, stamp));
        return key;
    }

    private Behaviour behaviour(Attempt attempt) {
        var does =
                switch (peace ? 99 : random.nextInt(100)) {
                    case 0, 1, 2 -> Behaviour.hangs();
                    case 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 -> after(failure(), 20);
                    case 13, 14, 15 -> after(new CallbackReply.FailedForGood("gone"), 20);
                    case 16, 17, 18, 19 -> after(new CallbackReply.Done(), 1_800);
                    default -> after(new CallbackReply.Done(), 100);
                };
        judge.started(attempt, does, TIMEOUT);
        return does;
    }

    private static CallbackReply failure() {
        return CallbackReply.Failed.unanswered("refused");
    }

    private Behaviour after(CallbackReply reply, int millis) {
        return new Behaviour(reply, Duration.ofMillis(1 + random.nextInt(millis)));
    }

    private StoreFault fault() {
        return switch (random.nextInt(60)) {
            case 0 -> StoreFault.UNAVAILABLE;
            case 1 -> StoreFault.UNKNOWN_NOT_APPLIED;
            case 2 -> StoreFault.UNKNOWN_APPLIED;
            case 3 -> StoreFault.GHOST;
            case 4 -> StoreFault.SLOW;
            default -> StoreFault.NONE;
        };
    }

    private void strike(TimerKey key) {
        switch (random.nextInt(7)) {
            case 0 -> restart();
            case 1 -> move();
            case 2 -> node.clock().set(Duration.ofMillis(random.nextInt(6_000) - 3_000));
            case 3 -> node.proof(random.nextBoolean());
            case 4 -> pause(key);
            default -> resume(key);
        }
    }

    private void restart() {
        node.restart();
        judge.left();
    }

    private void move() {
        node.move();
        judge.left();
    }

    private void pause(TimerKey key) {
        var answer = change(key, true);
        node.run(Duration.ofMillis(500));
        boolean paused =
                answer.stream()
                        .anyMatch(
                                outcome ->
                                        outcome instanceof Outcome.Decided(var decision, _)
                                                && decision.after()
                                                        .pending()
                                                        .flatMap(it -> it.recurrence())
                                                        .filter(Recurrence::paused)
                                                        .isPresent());
        if (paused) {
            judge.paused(key);
        }
    }

    private void resume(TimerKey key) {
        judge.resumed(key);
        change(key, false);
    }

    private List<Outcome> change(TimerKey key, boolean pause) {
        return node.submit(key, stamp -> new PauseRuns(key, pause, Precondition.none(), stamp));
    }

    private void heal(List<TimerKey> timers) {
        peace = true;
        node.heal();
        node.proof(true);
        node.clock().set(Duration.ZERO);
        restart();
        node.run(GHOSTS_GONE);
        restart();
        node.run(Duration.ofSeconds(15));
        timers.forEach(this::resume);
    }
}
