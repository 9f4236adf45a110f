package dev.belfry.check.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.check.simulation.SimulatedReceivers.Behaviour;
import dev.belfry.core.mutation.Verdict;
import dev.belfry.core.timer.Payload;
import dev.belfry.node.fire.CallbackReply;
import dev.belfry.node.shard.StoreOperation;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Rule 4: an attempt belongs to one generation, and settles nothing else. */
class GenerationTest {
    private static final CallbackReply FAILED = new CallbackReply.Failed("503", Optional.empty());

    private final Scene scene = new Scene();

    private void startAnAttemptThatTakesFiveSeconds(CallbackReply reply) {
        scene.replyAfter(Duration.ofSeconds(5), reply);
        scene.created("a", scene.in(Scene.SECOND).payload("1"));
        scene.run(Duration.ofSeconds(2));
        assertThat(scene.fired("a")).hasSize(1);
        scene.reply(new CallbackReply.Done());
    }

    @Test
    void aReplyToAReplacedScheduleDoesNotSettleTheNewOne() {
        startAnAttemptThatTakesFiveSeconds(new CallbackReply.Done());
        var ask = scene.in(Scene.MINUTE).payload("2");
        assertThat(scene.put("a", ask).isThere()).isFalse();
        scene.run(Duration.ofSeconds(30));
        assertThat(scene.pending("a").attempts()).isZero();
        scene.run(Scene.MINUTE);
        assertThat(scene.firedAt("a").getLast()).isEqualTo(ask.at());
        assertThat(scene.fired("a")).hasSize(2);
        assertThat(scene.isGone("a")).isTrue();
    }

    @Test
    void aFailureOfAReplacedScheduleDoesNotCountForTheNewOne() {
        startAnAttemptThatTakesFiveSeconds(FAILED);
        var ask = scene.in(Scene.MINUTE);
        var moved = scene.reschedule("a", ask.at());
        scene.run(Duration.ofMinutes(2));
        assertThat(moved.verdict()).isEqualTo(Verdict.PATCHED);
        assertThat(scene.firedAt("a")).hasSize(2).last().isEqualTo(ask.at());
        assertThat(scene.fired("a").getLast().attempt().id().number()).isOne();
        assertThat(scene.isGone("a")).isTrue();
    }

    @Test
    void aReplacedScheduleThatIsDueStartsWhileTheOldAttemptIsStillUnderWay() {
        startAnAttemptThatTakesFiveSeconds(new CallbackReply.Done());
        scene.put("a", Ask.at(scene.now().minusSeconds(1)).payload("2"));
        scene.run(Scene.SECOND);
        assertThat(scene.fired("a")).hasSize(2);
        assertThat(scene.isGone("a")).isTrue();
        scene.run(Scene.MINUTE);
        assertThat(scene.fired("a")).hasSize(2);
    }

    @Test
    void otherFieldsChangedDuringAnAttemptLeaveItAndAreKeptByItsSettlement() {
        startAnAttemptThatTakesFiveSeconds(FAILED);
        var generation = scene.pending("a").generation();
        var patched = scene.repay("a", "2");
        scene.run(Scene.SECOND);
        assertThat(patched.verdict()).isEqualTo(Verdict.PATCHED);
        assertThat(scene.fired("a")).hasSize(1);
        scene.run(Duration.ofMinutes(5));
        assertThat(scene.fired("a")).hasSize(2);
        var second = scene.fired("a").getLast().attempt();
        assertThat(second.id().number()).isEqualTo(2);
        assertThat(second.id().generation()).isEqualTo(generation);
        assertThat(second.timer().spec().payload()).isEqualTo(Payload.of("2"));
        assertThat(scene.isGone("a")).isTrue();
    }

    @Test
    void aPatchThatIsBeingCommittedWhenTheReplyComesIsNotLost() {
        startAnAttemptThatTakesFiveSeconds(FAILED);
        scene.run(Duration.ofSeconds(3));
        scene.node.fail(StoreOperation.COMMIT, StoreFault.SLOW);
        var patched = scene.repay("a", "2");
        scene.run(Duration.ofMinutes(5));
        assertThat(patched.verdict()).isEqualTo(Verdict.PATCHED);
        assertThat(scene.fired("a")).hasSize(2);
        assertThat(scene.fired("a").getLast().attempt().timer().spec().payload())
                .isEqualTo(Payload.of("2"));
    }

    @Test
    void aReplyThatComesWhileItsScheduleIsBeingReplacedChangesNothing() {
        startAnAttemptThatTakesFiveSeconds(new CallbackReply.Done());
        scene.run(Duration.ofSeconds(3));
        scene.node.fail(StoreOperation.COMMIT, StoreFault.SLOW);
        var ask = scene.in(Scene.MINUTE).payload("2");
        scene.put("a", ask);
        scene.run(Duration.ofMinutes(2));
        assertThat(scene.firedAt("a")).hasSize(2).last().isEqualTo(ask.at());
    }

    @Test
    void deleteAndCreateDuringAnAttemptMakeATimerOfItsOwn() {
        startAnAttemptThatTakesFiveSeconds(new CallbackReply.Done());
        scene.delete("a");
        var ask = scene.in(Scene.MINUTE).payload("1");
        scene.create("a", ask);
        scene.run(Duration.ofMinutes(2));
        assertThat(scene.firedAt("a")).hasSize(2).last().isEqualTo(ask.at());
        assertThat(scene.isGone("a")).isTrue();
    }

    /** Both schedules lie at the same position: the same instant, the same timer. */
    @Test
    void anOldAttemptHandedBackDoesNotStartTheNewScheduleTwice() {
        var asked = scene.in(Scene.SECOND);
        scene.replyAfter(Duration.ofSeconds(5), new CallbackReply.NotSent());
        scene.created("a", asked.payload("1"));
        scene.run(Duration.ofSeconds(2));
        scene.replyAfter(Duration.ofSeconds(20), new CallbackReply.Done());
        scene.put("a", asked.payload("2"));
        scene.run(Scene.MINUTE);
        assertThat(scene.fired("a")).hasSize(2);
        assertThat(scene.isGone("a")).isTrue();
    }

    @Test
    void aRetryThatIsRescheduledStartsOverWithItsAttempts() {
        scene.reply(FAILED);
        scene.created("a", scene.in(Scene.SECOND).attempts(2));
        scene.run(Duration.ofMillis(1100));
        assertThat(scene.pending("a").attempts()).isOne();
        scene.reschedule("a", scene.now().plus(Scene.MINUTE));
        scene.run(Duration.ofMillis(100));
        assertThat(scene.pending("a").attempts()).isZero();
        scene.node.receivers().behave(_ -> Behaviour.of(FAILED));
        scene.run(Duration.ofHours(1));
        assertThat(scene.fired("a")).hasSize(3);
    }
}
