package dev.belfry.check.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.check.simulation.SimulatedReceivers.Behaviour;
import dev.belfry.core.mutation.Verdict;
import dev.belfry.core.shard.Group;
import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.GroupId;
import dev.belfry.core.timer.KeptTimer;
import dev.belfry.core.timer.Payload;
import dev.belfry.core.timer.RetryPolicy;
import dev.belfry.core.timer.TimerState;
import dev.belfry.node.fire.CallbackReply;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Every row of the table of replies, from the request to what is left in the store. */
class SettlementTableTest {
    private static final CallbackReply FAILED = new CallbackReply.Failed("503", Optional.empty());

    private final Scene scene = new Scene();

    private static KeptTimer kept(Scene scene, String id) {
        assertThat(scene.entry(id)).isInstanceOf(Entry.Kept.class);
        return ((Entry.Kept) scene.entry(id)).kept();
    }

    @Test
    void doneRemovesTheTimer() {
        scene.created("a", scene.in(Scene.SECOND));
        scene.run(Scene.MINUTE);
        assertThat(scene.fired("a")).hasSize(1);
        assertThat(scene.isGone("a")).isTrue();
    }

    @Test
    void doneKeepsTheTimerInAGroupWithRetentionAndARepeatOfTheRequestSchedulesNothing() {
        var hour = Duration.ofHours(1);
        var keeping = new Scene(new Group(new GroupId("default"), 1, hour, hour));
        var ask = keeping.in(Scene.SECOND);
        keeping.created("a", ask);
        keeping.run(Scene.MINUTE);
        assertThat(kept(keeping, "a").state()).isEqualTo(TimerState.REACHED);
        assertThat(kept(keeping, "a").timer().attempts()).isOne();
        var repeat = keeping.create("a", ask);
        keeping.run(Scene.MINUTE);
        assertThat(repeat.verdict()).isEqualTo(Verdict.IDENTICAL);
        assertThat(keeping.fired("a")).hasSize(1);
    }

    @Test
    void aKeptTimerIsRemovedWhenItsTimeIsOver() {
        var hour = Duration.ofHours(1);
        var keeping = new Scene(new Group(new GroupId("default"), 1, hour, hour));
        keeping.created("a", keeping.in(Scene.SECOND));
        keeping.run(Duration.ofMinutes(59));
        assertThat(keeping.isGone("a")).isFalse();
        keeping.run(Duration.ofMinutes(2));
        assertThat(keeping.isGone("a")).isTrue();
    }

    @Test
    void runAgainStartsANewScheduleWithANewPayload() {
        var first = scene.created("a", scene.in(Scene.SECOND).payload("1"));
        var again = scene.now().plusSeconds(60);
        scene.reply(new CallbackReply.RunAgain(again, Optional.of(Payload.of("2"))));
        scene.run(Duration.ofSeconds(10));
        assertThat(scene.pending("a").generation()).isNotEqualTo(first.generation());
        scene.reply(new CallbackReply.Done());
        scene.run(Duration.ofMinutes(2));
        assertThat(scene.firedAt("a").getLast()).isEqualTo(again);
        var second = scene.fired("a").getLast().attempt();
        assertThat(second.id().number()).isOne();
        assertThat(second.timer().spec().payload()).isEqualTo(Payload.of("2"));
        assertThat(scene.isGone("a")).isTrue();
    }

    @Test
    void runAgainInThePastRunsAfterTheLeastIntervalAndNotInAHotLoop() {
        scene.reply(new CallbackReply.RunAgain(scene.now().minusSeconds(60), Optional.empty()));
        scene.created("a", scene.in(Scene.SECOND));
        scene.run(Duration.ofSeconds(21));
        assertThat(scene.fired("a")).hasSizeBetween(18, 21);
    }

    @Test
    void runAgainAtTheEndOfTimeIsKeptAndDoesNotStopTheLoop() {
        scene.reply(new CallbackReply.RunAgain(Instant.MAX, Optional.empty()));
        scene.created("a", scene.in(Scene.SECOND));
        scene.run(Scene.MINUTE);
        assertThat(scene.pending("a").attempts()).isZero();
        assertThat(scene.fired("a")).hasSize(1);
        scene.created("b", scene.in(Scene.SECOND));
        scene.run(Scene.MINUTE);
        assertThat(scene.fired("b")).hasSize(1);
    }

    @Test
    void aFailedAttemptIsTriedAgainUnderTheSameGenerationUntilTheAttemptsAreUsedUp() {
        scene.reply(FAILED);
        var timer = scene.created("a", scene.in(Scene.SECOND).attempts(3));
        scene.run(Duration.ofHours(1));
        assertThat(scene.fired("a").stream().map(seen -> seen.attempt().id().number()))
                .containsExactly(1, 2, 3);
        assertThat(scene.fired("a").stream().map(seen -> seen.attempt().id().generation()))
                .containsOnly(timer.generation());
        assertThat(kept(scene, "a").state()).isEqualTo(TimerState.FAILED);
        assertThat(kept(scene, "a").timer().lastError()).contains("503");
        assertThat(kept(scene, "a").timer().attempts()).isEqualTo(3);
    }

    @Test
    void anAttemptThatSucceedsAfterFailuresSettlesTheTimer() {
        scene.node
                .receivers()
                .behave(
                        attempt ->
                                Behaviour.of(
                                        attempt.id().number() < 3
                                                ? FAILED
                                                : new CallbackReply.Done()));
        scene.created("a", scene.in(Scene.SECOND));
        scene.run(Duration.ofHours(1));
        assertThat(scene.fired("a")).hasSize(3);
        assertThat(scene.isGone("a")).isTrue();
    }

    @Test
    void noRetryComesBeforeRetryAfter() {
        scene.reply(new CallbackReply.Failed("429", Optional.of(Duration.ofMinutes(5))));
        scene.created("a", scene.in(Scene.SECOND).attempts(2));
        scene.run(Duration.ofHours(1));
        assertThat(scene.fired("a")).hasSize(2);
        assertThat(Duration.between(scene.firedAt("a").getFirst(), scene.firedAt("a").getLast()))
                .isBetween(Duration.ofMinutes(5), Duration.ofMinutes(6));
    }

    @Test
    void noAttemptStartsLaterThanTheLongestDurationAfterExecuteAt() {
        var policy =
                new RetryPolicy(1_000, Scene.MINUTE, Scene.SECOND, 1.0, Duration.ofSeconds(10));
        scene.reply(FAILED);
        scene.created("a", scene.in(Scene.SECOND).policy(policy));
        var end = scene.now().plus(Scene.SECOND).plus(Scene.MINUTE);
        scene.run(Duration.ofHours(1));
        assertThat(scene.firedAt("a")).hasSizeGreaterThan(10).allMatch(at -> !at.isAfter(end));
        assertThat(kept(scene, "a").state()).isEqualTo(TimerState.FAILED);
    }

    @Test
    void aPermanentFailureIsKeptAtOnceAndCanBeRedriven() {
        scene.reply(new CallbackReply.FailedForGood("404"));
        var timer = scene.created("a", scene.in(Scene.SECOND));
        scene.run(Scene.MINUTE);
        assertThat(scene.fired("a")).hasSize(1);
        assertThat(kept(scene, "a").state()).isEqualTo(TimerState.FAILED);
        scene.reply(new CallbackReply.Done());
        var redriven = scene.redrive("a");
        scene.run(Scene.SECOND);
        assertThat(redriven.verdict()).isEqualTo(Verdict.REDRIVEN);
        assertThat(scene.fired("a")).hasSize(2);
        assertThat(scene.fired("a").getLast().attempt().id().generation())
                .isNotEqualTo(timer.generation());
        assertThat(scene.isGone("a")).isTrue();
    }

    @Test
    void redriveOfAPendingTimerIsRefused() {
        scene.created("a", scene.in(Scene.MINUTE));
        var redriven = scene.redrive("a");
        scene.run(Scene.SECOND);
        assertThat(redriven.verdict()).isEqualTo(Verdict.EXISTS);
    }

    @Test
    void aCreateReplacesAFailedRecord() {
        scene.reply(new CallbackReply.FailedForGood("404"));
        scene.created("a", scene.in(Scene.SECOND));
        scene.run(Scene.MINUTE);
        scene.reply(new CallbackReply.Done());
        var answer = scene.create("a", scene.in(Scene.SECOND));
        scene.run(Scene.MINUTE);
        assertThat(answer.verdict()).isEqualTo(Verdict.CREATED);
        assertThat(scene.fired("a")).hasSize(2);
    }

    @Test
    void aReceiverThatHangsIsAFailedAttemptAtItsTimeout() {
        scene.node.receivers().behave(_ -> Behaviour.hangs());
        scene.created("a", scene.in(Scene.SECOND).timeout(Duration.ofSeconds(7)).attempts(1));
        scene.run(Duration.ofMillis(7900));
        assertThat(scene.pending("a").attempts()).isZero();
        scene.run(Scene.SECOND);
        assertThat(kept(scene, "a").timer().lastError()).contains("timeout");
    }
}
