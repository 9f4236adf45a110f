package dev.belfry.check.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.check.simulation.SimulatedReceivers.Behaviour;
import dev.belfry.node.Alarm;
import dev.belfry.node.Outcome.Reason;
import dev.belfry.node.fire.CallbackReply;
import dev.belfry.node.shard.LoopSettings;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Rule 5: nothing starts early, without proof, or while the clocks are apart. */
class StartOfAttemptTest {
    private final Scene scene = new Scene();

    @Test
    void aTimerStartsAtItsInstantAndNotAMillisecondBefore() {
        var ask = scene.in(Duration.ofMillis(61234));
        scene.created("a", ask);
        scene.run(Scene.MINUTE.plusMillis(1_233).minusMillis(20));
        assertThat(scene.fired("a")).isEmpty();
        scene.run(Duration.ofMillis(1));
        assertThat(scene.firedAt("a")).containsExactly(ask.at());
    }

    @Test
    void aTimerForThePastStartsAtOnce() {
        scene.create("a", Ask.at(scene.now().minus(Duration.ofDays(400))));
        scene.run(Duration.ofMillis(10));
        assertThat(scene.fired("a")).hasSize(1);
    }

    @Test
    void aClockSetBackDelaysTimersToTheirInstant() {
        var ask = scene.in(Scene.MINUTE);
        scene.created("a", ask);
        scene.node.clock().step(Duration.ofSeconds(-30));
        scene.run(Duration.ofSeconds(85));
        assertThat(scene.fired("a")).isEmpty();
        scene.run(Duration.ofSeconds(10));
        assertThat(scene.firedAt("a")).containsExactly(ask.at());
        assertThat(scene.alarms(Alarm.ClockJumped.class)).hasSize(1);
    }

    @Test
    void aClockSetForwardStartsTimersThatAreDueByItAfterTheProbation() {
        scene.created("a", scene.in(Scene.MINUTE));
        scene.node.clock().step(Duration.ofSeconds(90));
        var before = scene.now();
        scene.run(Duration.ofMillis(400));
        assertThat(scene.fired("a")).isEmpty();
        scene.run(Duration.ofSeconds(2));
        assertThat(scene.fired("a")).hasSize(1);
        assertThat(scene.firedAt("a").getFirst()).isAfter(before.plusMillis(450));
    }

    @Test
    void aClockThatJumpsForwardAndBackStartsNothingEarly() {
        var ask = scene.in(Scene.MINUTE);
        scene.created("a", ask);
        scene.run(Duration.ofMillis(100));
        scene.node.clock().step(Duration.ofHours(1));
        scene.run(Duration.ofMillis(300));
        scene.node.clock().step(Duration.ofHours(-1));
        scene.run(Duration.ofSeconds(50));
        assertThat(scene.fired("a")).isEmpty();
        scene.run(Duration.ofSeconds(30));
        assertThat(scene.firedAt("a")).containsExactly(ask.at());
    }

    @Test
    void timersThatWaitForTheirHostDoNotStartWhileTheClocksAreApart() {
        var settings =
                new LoopSettings(64 << 20, 1_000, 1, Scene.MINUTE, Duration.ofMillis(100), 100);
        var narrow = new Scene(settings);
        narrow.replyAfter(Duration.ofSeconds(2), new CallbackReply.Done());
        narrow.created("a", narrow.in(Scene.SECOND));
        narrow.created("b", narrow.in(Scene.SECOND));
        narrow.run(Duration.ofMillis(2900));
        narrow.node.clock().step(Duration.ofSeconds(-1));
        narrow.run(Duration.ofMillis(400));
        assertThat(narrow.node.receivers().seen()).hasSize(1);
        narrow.run(Scene.MINUTE);
        assertThat(narrow.node.receivers().seen()).hasSize(2);
    }

    @Test
    void anAttemptUnderWaySurvivesAClockThatJumpsForward() {
        scene.replyAfter(Duration.ofSeconds(5), new CallbackReply.Done());
        scene.created("a", scene.in(Scene.SECOND));
        scene.run(Duration.ofSeconds(2));
        scene.node.clock().step(Duration.ofHours(1));
        scene.run(Duration.ofHours(1));
        assertThat(scene.fired("a")).hasSize(1);
        assertThat(scene.alarms(Alarm.SenderSilent.class)).isEmpty();
        assertThat(scene.isGone("a")).isTrue();
    }

    @Test
    void withoutProofNothingStartsAndChangesAreRefused() {
        scene.created("a", scene.in(Scene.SECOND));
        scene.node.proof(false);
        var refused = scene.create("b", scene.in(Scene.SECOND));
        scene.run(Scene.MINUTE);
        assertThat(refused.isRefusedFor(Reason.NO_PROOF)).isTrue();
        assertThat(scene.node.receivers().seen()).isEmpty();
        scene.node.proof(true);
        scene.run(Duration.ofMillis(10));
        assertThat(scene.fired("a")).hasSize(1);
        assertThat(scene.isGone("b")).isTrue();
    }

    @Test
    void anAttemptThatWasNotSentIsHandedBackAndDoesNotCount() {
        var replies = new CallbackReply[] {new CallbackReply.NotSent(), new CallbackReply.Done()};
        scene.node.receivers().behave(_ -> Behaviour.of(replies[scene.fired("a").size() - 1]));
        scene.created("a", scene.in(Scene.SECOND));
        scene.run(Scene.MINUTE);
        assertThat(scene.fired("a").stream().map(seen -> seen.attempt().id().number()))
                .containsExactly(1, 1);
        assertThat(scene.isGone("a")).isTrue();
    }

    @Test
    void aSenderThatNeverRepliesIsAlarmedAndItsAttemptFails() {
        scene.node.receivers().silence();
        scene.created("a", scene.in(Scene.SECOND).attempts(1));
        scene.run(Duration.ofMinutes(2));
        assertThat(scene.alarms(Alarm.SenderSilent.class)).hasSize(1);
        assertThat(scene.allPending()).isEmpty();
        assertThat(scene.isGone("a")).isFalse();
    }

    @Test
    void aStoppedNodeStartsLateAndNeverEarly() {
        var ask = scene.in(Scene.SECOND);
        scene.created("a", ask);
        scene.node.loop().stop();
        scene.run(Duration.ofSeconds(30));
        scene.node.loop().cont();
        scene.run(Scene.SECOND);
        assertThat(scene.fired("a")).hasSize(1);
        assertThat(scene.firedAt("a").getFirst()).isAfter(ask.at());
    }
}
