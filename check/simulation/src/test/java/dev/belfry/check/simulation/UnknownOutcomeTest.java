package dev.belfry.check.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.core.mutation.Precondition;
import dev.belfry.core.mutation.Verdict;
import dev.belfry.core.timer.Entry;
import dev.belfry.node.Alarm;
import dev.belfry.node.fire.CallbackReply;
import dev.belfry.node.shard.StoreOperation;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Rule 6: after a commit without an answer the owner claims again and finds out. */
class UnknownOutcomeTest {
    private static final CallbackReply FAILED = new CallbackReply.Failed("503", Optional.empty());

    private final Scene scene = new Scene();

    private void doubt(StoreFault fault) {
        scene.node.fail(StoreOperation.COMMIT, fault);
    }

    private void assertRecovered() {
        assertThat(scene.alarms(Alarm.CommitInDoubt.class)).hasSize(1);
        assertThat(scene.alarms(Alarm.LeaseLost.class)).isEmpty();
        assertThat(scene.alarms(Alarm.RowUnattended.class)).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(names = {"UNKNOWN_APPLIED", "UNKNOWN_NOT_APPLIED", "GHOST"})
    void aCreateInDoubtIsAnsweredDefinitelyAndFiresOnce(StoreFault fault) {
        doubt(fault);
        var answer = scene.create("a", scene.in(Duration.ofSeconds(10)));
        scene.run(Scene.SECOND);
        assertThat(answer.verdict()).isEqualTo(Verdict.CREATED);
        scene.run(Scene.MINUTE);
        assertThat(scene.fired("a")).hasSize(1);
        assertThat(scene.isGone("a")).isTrue();
        assertRecovered();
    }

    @ParameterizedTest
    @EnumSource(names = {"UNKNOWN_APPLIED", "UNKNOWN_NOT_APPLIED", "GHOST"})
    void aCreateForThePastInDoubtDoesNotFireBeforeItIsDecidedAndFiresOnce(StoreFault fault) {
        doubt(fault);
        var answer = scene.create("a", Ask.at(scene.now().minusSeconds(5)));
        scene.run(Scene.MINUTE);
        assertThat(answer.verdict()).isEqualTo(Verdict.CREATED);
        assertThat(scene.fired("a")).hasSize(1);
        assertRecovered();
    }

    @ParameterizedTest
    @EnumSource(names = {"UNKNOWN_APPLIED", "UNKNOWN_NOT_APPLIED", "GHOST"})
    void aPutInDoubtIsAnsweredDefinitelyAndFiresOnceAtItsNewInstant(StoreFault fault) {
        scene.created("a", scene.in(Duration.ofSeconds(5)));
        doubt(fault);
        var ask = scene.in(Duration.ofSeconds(20)).payload("2");
        var answer = scene.put("a", ask);
        scene.run(Scene.MINUTE);
        assertThat(answer.verdict()).isEqualTo(Verdict.REPLACED);
        assertThat(scene.firedAt("a")).containsExactly(ask.at());
        assertRecovered();
    }

    @ParameterizedTest
    @EnumSource(names = {"UNKNOWN_APPLIED", "UNKNOWN_NOT_APPLIED", "GHOST"})
    void aPatchInDoubtIsAnsweredDefinitelyAndFiresOnceAtItsNewInstant(StoreFault fault) {
        scene.created("a", scene.in(Duration.ofSeconds(5)));
        doubt(fault);
        var at = scene.now().plusSeconds(20);
        var answer = scene.reschedule("a", at);
        scene.run(Scene.MINUTE);
        assertThat(answer.verdict()).isEqualTo(Verdict.PATCHED);
        assertThat(scene.firedAt("a")).containsExactly(at);
        assertRecovered();
    }

    @ParameterizedTest
    @EnumSource(names = {"UNKNOWN_NOT_APPLIED", "GHOST"})
    void aDeleteInDoubtThatWasNotAppliedIsAppliedAndAnswered(StoreFault fault) {
        scene.created("a", scene.in(Duration.ofSeconds(5)));
        doubt(fault);
        var answer = scene.delete("a");
        scene.run(Scene.MINUTE);
        assertThat(answer.verdict()).isEqualTo(Verdict.DELETED);
        assertThat(scene.fired("a")).isEmpty();
        assertRecovered();
    }

    @Test
    void aDeleteInDoubtThatWasAppliedCanNotTellAndSaysSo() {
        scene.created("a", scene.in(Duration.ofSeconds(5)));
        doubt(StoreFault.UNKNOWN_APPLIED);
        var answer = scene.delete("a");
        scene.run(Scene.MINUTE);
        assertThat(answer.isUnknown()).isTrue();
        assertThat(scene.fired("a")).isEmpty();
    }

    @Test
    void aConditionThatFailsAfterADoubtCanNotTellAndSaysSo() {
        var revision = scene.created("a", scene.in(Scene.MINUTE)).revision();
        scene.run(Scene.SECOND);
        scene.node.clock().step(Duration.ofSeconds(-10));
        scene.node.restart();
        scene.run(Scene.SECOND);
        doubt(StoreFault.UNKNOWN_APPLIED);
        var onlyThis = new Precondition.Matches(Set.of(revision));
        var answer = scene.put("a", scene.in(Scene.MINUTE).payload("2"), onlyThis);
        scene.run(Scene.SECOND);
        assertThat(answer.isUnknown()).isTrue();
    }

    @ParameterizedTest
    @EnumSource(names = {"UNKNOWN_APPLIED", "UNKNOWN_NOT_APPLIED", "GHOST"})
    void aRedriveInDoubtIsAnsweredDefinitelyAndFiresOnce(StoreFault fault) {
        scene.reply(new CallbackReply.FailedForGood("404"));
        scene.created("a", scene.in(Scene.SECOND));
        scene.run(Duration.ofSeconds(5));
        scene.reply(new CallbackReply.Done());
        doubt(fault);
        var answer = scene.redrive("a");
        scene.run(Scene.MINUTE);
        assertThat(answer.verdict()).isEqualTo(Verdict.REDRIVEN);
        assertThat(scene.fired("a")).hasSize(2);
        assertRecovered();
    }

    /** Its own revision can not be recognised: it was raised above one from a clock ahead. */
    @Test
    void aRedriveInDoubtAfterTheClockWentBackIsNotAnsweredAsAConflictWithItself() {
        scene.reply(new CallbackReply.FailedForGood("404"));
        scene.created("a", scene.in(Scene.SECOND));
        scene.run(Duration.ofSeconds(5));
        scene.node.clock().step(Duration.ofMinutes(-1));
        scene.node.restart();
        scene.run(Scene.SECOND);
        doubt(StoreFault.UNKNOWN_APPLIED);
        var answer = scene.redrive("a");
        scene.run(Scene.SECOND);
        assertThat(answer.isUnknown()).isTrue();
    }

    @ParameterizedTest
    @EnumSource(names = {"UNKNOWN_APPLIED", "UNKNOWN_NOT_APPLIED", "GHOST"})
    void aSuccessInDoubtIsSettledAndNotFiredAgain(StoreFault fault) {
        scene.created("a", scene.in(Scene.SECOND));
        doubt(fault);
        scene.run(Duration.ofHours(1));
        assertThat(scene.fired("a")).hasSize(1);
        assertThat(scene.isGone("a")).isTrue();
        assertRecovered();
    }

    @ParameterizedTest
    @EnumSource(names = {"UNKNOWN_APPLIED", "UNKNOWN_NOT_APPLIED", "GHOST"})
    void aFailureInDoubtCountsOnce(StoreFault fault) {
        scene.reply(FAILED);
        scene.created("a", scene.in(Scene.SECOND).attempts(3));
        doubt(fault);
        scene.run(Duration.ofHours(1));
        assertThat(scene.fired("a").stream().map(seen -> seen.attempt().id().number()))
                .containsExactly(1, 2, 3);
        assertThat(scene.entry("a")).isInstanceOf(Entry.Kept.class);
        assertRecovered();
    }

    @ParameterizedTest
    @EnumSource(names = {"UNKNOWN_APPLIED", "UNKNOWN_NOT_APPLIED", "GHOST"})
    void attemptsUnderWaySurviveTheRebuildAndAreNotStartedAgain(StoreFault fault) {
        scene.replyAfter(Duration.ofSeconds(10), new CallbackReply.Done());
        scene.created("a", scene.in(Scene.SECOND));
        scene.run(Duration.ofSeconds(3));
        doubt(fault);
        scene.create("b", scene.in(Scene.MINUTE));
        scene.run(Duration.ofSeconds(3));
        assertThat(scene.isGone("b")).isFalse();
        scene.run(Duration.ofMinutes(2));
        assertThat(scene.fired("a")).hasSize(1);
        assertThat(scene.fired("b")).hasSize(1);
        assertThat(scene.allPending()).isEmpty();
        assertRecovered();
    }

    @Test
    void repliesThatComeDuringTheRebuildAreSettledAfterIt() {
        scene.replyAfter(Duration.ofSeconds(10), new CallbackReply.Done());
        scene.created("a", scene.in(Scene.SECOND));
        scene.run(Duration.ofMillis(10500));
        doubt(StoreFault.UNKNOWN_NOT_APPLIED);
        scene.node.fail(StoreOperation.CLAIM, StoreFault.SLOW);
        scene.create("b", scene.in(Scene.MINUTE));
        scene.run(Duration.ofMinutes(2));
        assertThat(scene.fired("a")).hasSize(1);
        assertThat(scene.allPending()).isEmpty();
        assertRecovered();
    }

    @Test
    void aTimerDueDuringTheRebuildFiresAfterIt() {
        scene.created("a", scene.in(Duration.ofSeconds(2)));
        doubt(StoreFault.UNKNOWN_NOT_APPLIED);
        scene.node.fail(StoreOperation.CLAIM, StoreFault.SLOW);
        scene.create("b", scene.in(Scene.MINUTE));
        scene.run(Duration.ofMillis(2500));
        assertThat(scene.fired("a")).isEmpty();
        scene.run(Scene.SECOND);
        assertThat(scene.fired("a")).hasSize(1);
    }
}
