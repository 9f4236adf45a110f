package dev.belfry.check.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.core.store.Pause;
import dev.belfry.core.timer.Payload;
import dev.belfry.node.fire.CallbackReply;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What forbids a start forbids it also while the sender still connects. */
class SlowConnectionTest {
    private final Scene scene = new Scene();

    @BeforeEach
    void connectSlowly() {
        scene.node.receivers().connectIn(Duration.ofSeconds(3));
        scene.created("a", scene.in(Scene.SECOND));
        scene.run(Duration.ofSeconds(2));
        assertThat(scene.fired("a")).isEmpty();
    }

    @Test
    void anAttemptThatNothingForbidsLeavesWhenItIsConnected() {
        scene.run(Duration.ofSeconds(3));
        assertThat(scene.fired("a")).hasSize(1);
        assertThat(scene.isGone("a")).isTrue();
    }

    @Test
    void aPausedGroupKeepsItsTimer() {
        var group = scene.node.group().id();
        scene.node.store().pauses().pause(new Pause(group, scene.now(), Optional.empty()));
        scene.node.loop().tell(loop -> loop.pause(group));
        scene.run(Scene.MINUTE);
        assertThat(scene.fired("a")).isEmpty();
        assertThat(scene.isGone("a")).isFalse();
    }

    @Test
    void aDeletedTimerIsNotCalledBack() {
        scene.delete("a");
        scene.run(Scene.MINUTE);
        assertThat(scene.fired("a")).isEmpty();
        assertThat(scene.isGone("a")).isTrue();
    }

    @Test
    void aTimerThatWasMovedIsCalledBackAtItsNewInstantAlone() {
        var later = scene.now().plus(Scene.MINUTE);
        scene.reschedule("a", later);
        scene.run(Duration.ofSeconds(50));
        assertThat(scene.fired("a")).isEmpty();
        scene.run(Scene.MINUTE);
        assertThat(scene.fired("a")).hasSize(1);
    }

    @Test
    void aTimerWithAnotherPayloadIsCalledBackWithThat() {
        scene.repay("a", "{\"new\":1}");
        scene.run(Scene.MINUTE);
        assertThat(scene.fired("a")).hasSize(1);
        assertThat(scene.fired("a").getFirst().attempt().timer().spec().payload())
                .isEqualTo(Payload.of("{\"new\":1}"));
    }

    @Test
    void aNodeWithoutProofCallsNobodyUntilItHasItAgain() {
        scene.node.proof(false);
        scene.run(Duration.ofSeconds(5));
        assertThat(scene.fired("a")).isEmpty();
        scene.node.proof(true);
        scene.run(Duration.ofSeconds(10));
        assertThat(scene.fired("a")).hasSize(1);
    }

    @Test
    void whatTheReceiverAnswersIsSettledAsEver() {
        scene.reply(new CallbackReply.FailedForGood("gone"));
        scene.run(Scene.MINUTE);
        assertThat(scene.fired("a")).hasSize(1);
    }
}
