package dev.belfry.check.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.core.mutation.Delete;
import dev.belfry.core.mutation.Precondition;
import dev.belfry.core.mutation.Verdict;
import dev.belfry.core.shard.AttemptUnderWay;
import dev.belfry.node.Alarm;
import dev.belfry.node.Outcome;
import dev.belfry.node.Outcome.AttemptHint;
import dev.belfry.node.Outcome.Reason;
import dev.belfry.node.fire.CallbackReply;
import dev.belfry.node.shard.ShardLoop;
import dev.belfry.node.shard.StoreOperation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Rule 13: an orderly release hands over the attempts under way, and repeats nothing. */
class HandOverTest {
    private final Scene scene = new Scene();
    private final SimulatedLoop<ShardLoop> old = scene.node.loop();
    private final SimulatedLoop<ShardLoop> next = scene.node.newLoop("next");
    private final List<String> released = new ArrayList<>();

    private void startAnAttempt(Duration taking) {
        scene.replyAfter(taking, new CallbackReply.Done());
        scene.created("a", scene.in(Scene.SECOND));
        scene.run(Duration.ofSeconds(2));
        assertThat(scene.fired("a")).hasSize(1);
        scene.reply(new CallbackReply.Done());
    }

    private void release() {
        old.tell(loop -> loop.release(loop.shards(), () -> released.add("released")));
    }

    private void moveToTheNext() {
        release();
        scene.run(Duration.ofMillis(100));
        assertThat(released).hasSize(1);
        scene.node.acquireAll(next);
        scene.run(Duration.ofMillis(100));
    }

    private void forward(SingleNode.Orphan orphan) {
        next.tell(loop -> loop.replied(orphan.shard(), orphan.attempt(), orphan.result()));
    }

    private List<AttemptUnderWay> handedOver() {
        return scene.node.store().leases().shards(scene.node.group().id()).getFirst().handedOver();
    }

    private Answer deleteAtTheNext(String id) {
        var key = scene.key(id);
        var answers = new ArrayList<Outcome>();
        next.tell(
                loop ->
                        loop.submit(
                                scene.node.group().shardOf(key),
                                _ -> new Delete(key, Precondition.none()),
                                Long.MAX_VALUE,
                                answers::add));
        return new Answer(answers);
    }

    @Test
    void anAttemptThatWasNotSentIsNotGivenUpASecondTime() {
        scene.replyAfter(Duration.ofSeconds(10), new CallbackReply.NotSent());
        scene.created("a", scene.in(Scene.SECOND));
        scene.run(Duration.ofSeconds(2));
        var notSent = scene.fired("a").getFirst().attempt();
        var timeout = Duration.between(notSent.startedAt(), notSent.deadline());
        scene.replyAfter(timeout.minusSeconds(1), new CallbackReply.Done());
        moveToTheNext();
        scene.run(Duration.ofSeconds(10));
        forward(scene.node.orphans().getFirst());
        scene.run(timeout.minusSeconds(2));
        assertThat(scene.fired("a")).hasSize(2);
    }

    @Test
    void aReleaseWritesTheAttemptsUnderWayDown() {
        startAnAttempt(Duration.ofSeconds(20));
        var attempt = scene.fired("a").getFirst().attempt();
        release();
        scene.run(Duration.ofMillis(100));
        assertThat(released).hasSize(1);
        assertThat(handedOver())
                .containsExactly(new AttemptUnderWay(attempt.id(), attempt.deadline()));
    }

    @Test
    void aForwardedReplySettlesTheTimerAndNothingIsRepeated() {
        startAnAttempt(Duration.ofSeconds(5));
        moveToTheNext();
        scene.run(Duration.ofSeconds(10));
        assertThat(scene.node.orphans()).hasSize(1);
        forward(scene.node.orphans().getFirst());
        scene.run(Duration.ofMinutes(2));
        assertThat(scene.isGone("a")).isTrue();
        assertThat(scene.fired("a")).hasSize(1);
    }

    @Test
    void afterATakeoverByForceTheAttemptIsRepeatedAtOnce() {
        startAnAttempt(Duration.ofSeconds(20));
        var deadline = scene.fired("a").getFirst().attempt().deadline();
        old.kill();
        scene.node.acquireAll(next);
        scene.run(Scene.MINUTE);
        assertThat(scene.fired("a")).hasSize(2);
        assertThat(scene.firedAt("a").getLast()).isBefore(deadline);
    }

    @Test
    void afterAnOrderlyReleaseTheTimerIsHeldUntilTheDeadlineAndAGrace() {
        startAnAttempt(Duration.ofSeconds(20));
        var deadline = scene.fired("a").getFirst().attempt().deadline();
        moveToTheNext();
        old.kill();
        scene.run(Duration.between(scene.now(), deadline).minusMillis(1));
        assertThat(scene.fired("a")).hasSize(1);
        scene.run(Duration.ofSeconds(3));
        assertThat(scene.fired("a")).hasSize(2);
        assertThat(scene.fired("a").getLast().attempt().id().number()).isOne();
        assertThat(scene.isGone("a")).isTrue();
    }

    @Test
    void aReplyThatComesWhileTheReleaseIsUnderWayIsForwarded() {
        startAnAttempt(Duration.ofSeconds(3));
        scene.node.fail(StoreOperation.RELEASE, StoreFault.SLOW);
        release();
        scene.run(Duration.ofSeconds(5));
        assertThat(released).hasSize(1);
        assertThat(scene.node.orphans()).hasSize(1);
        scene.node.acquireAll(next);
        scene.run(Scene.SECOND);
        forward(scene.node.orphans().getFirst());
        scene.run(Scene.MINUTE);
        assertThat(scene.fired("a")).hasSize(1);
        assertThat(scene.isGone("a")).isTrue();
    }

    @Test
    void aReplyForwardedBeforeTheClaimIsAnsweredIsNotLost() {
        startAnAttempt(Duration.ofSeconds(3));
        release();
        scene.run(Duration.ofMillis(100));
        scene.node.fail(StoreOperation.CLAIM, StoreFault.SLOW);
        scene.node.acquireAll(next);
        scene.run(Duration.ofSeconds(2));
        assertThat(scene.node.orphans()).hasSize(1);
        forward(scene.node.orphans().getFirst());
        scene.run(Scene.MINUTE);
        assertThat(scene.fired("a")).hasSize(1);
        assertThat(scene.isGone("a")).isTrue();
    }

    @Test
    void aReplyForwardedBeforeTheShardIsAcquiredIsNotLost() {
        startAnAttempt(Duration.ofSeconds(3));
        release();
        scene.run(Duration.ofSeconds(3));
        forward(scene.node.orphans().getFirst());
        scene.run(Duration.ofMillis(100));
        scene.node.acquireAll(next);
        scene.run(Scene.MINUTE);
        assertThat(scene.fired("a")).hasSize(1);
        assertThat(scene.isGone("a")).isTrue();
    }

    @Test
    void aChangeWhoseCommitIsUnderWayWhenItsShardIsAbandonedIsInDoubt() {
        scene.node.fail(StoreOperation.COMMIT, StoreFault.SLOW);
        var answers = scene.create("b", scene.in(Scene.MINUTE));
        scene.run(Duration.ofMillis(100));
        old.tell(ShardLoop::abandonAll);
        scene.run(Duration.ofSeconds(10));
        assertThat(answers.outcome()).isEqualTo(new Outcome.Unknown());
        assertThat(scene.isGone("b")).isFalse();
    }

    @ParameterizedTest
    @EnumSource(names = {"UNAVAILABLE", "UNKNOWN_APPLIED", "UNKNOWN_NOT_APPLIED", "GHOST"})
    void aReleaseThatGoesWrongIsRepeatedAndHandsOverAllTheSame(StoreFault fault) {
        startAnAttempt(Duration.ofSeconds(5));
        scene.node.fail(StoreOperation.RELEASE, fault);
        moveToTheNext();
        scene.run(Duration.ofSeconds(10));
        scene.node.orphans().forEach(this::forward);
        scene.run(Scene.MINUTE);
        assertThat(scene.fired("a")).hasSize(1);
        assertThat(scene.isGone("a")).isTrue();
    }

    @Test
    void whatWaitsIsCommittedBeforeTheReleaseAndLaterChangesAreRefused() {
        var waiting = scene.create("a", scene.in(Scene.MINUTE));
        release();
        var refused = scene.create("b", scene.in(Scene.MINUTE));
        scene.run(Scene.SECOND);
        assertThat(waiting.verdict()).isEqualTo(Verdict.CREATED);
        assertThat(refused.isRefusedFor(Reason.NOT_OWNER)).isTrue();
        assertThat(released).hasSize(1);
    }

    @Test
    void aReleasingShardStartsNothing() {
        scene.created("a", scene.in(Scene.SECOND));
        scene.node.faults(
                op -> op == StoreOperation.RELEASE ? StoreFault.UNAVAILABLE : StoreFault.NONE);
        release();
        scene.run(Scene.MINUTE);
        assertThat(scene.fired("a")).isEmpty();
        scene.node.heal();
        scene.run(Duration.ofSeconds(5));
        scene.node.acquireAll(next);
        scene.run(Scene.SECOND);
        assertThat(scene.fired("a")).hasSize(1);
    }

    @Test
    void aReleaseWithACommitInDoubtClaimsAgainFirst() {
        scene.node.fail(StoreOperation.COMMIT, StoreFault.UNKNOWN_APPLIED);
        var answer = scene.create("a", scene.in(Scene.SECOND));
        release();
        scene.run(Scene.SECOND);
        assertThat(answer.verdict()).isEqualTo(Verdict.CREATED);
        assertThat(released).hasSize(1);
        scene.node.acquireAll(next);
        scene.run(Scene.MINUTE);
        assertThat(scene.fired("a")).hasSize(1);
    }

    @Test
    void aDeleteAtTheNextOwnerKnowsOfTheHandedOverAttempt() {
        startAnAttempt(Duration.ofSeconds(20));
        moveToTheNext();
        var answer = deleteAtTheNext("a");
        scene.run(Duration.ofMinutes(2));
        assertThat(answer.verdict()).isEqualTo(Verdict.DELETED);
        assertThat(answer.hint()).isEqualTo(AttemptHint.IN_FLIGHT);
        assertThat(scene.fired("a")).hasSize(1);
    }

    @Test
    void aDeleteOfWhatARepeatedAttemptHasSettledSaysThatTheFirstIsPossiblyUnderWay() {
        startAnAttempt(Duration.ofSeconds(20));
        old.kill();
        scene.reply(new CallbackReply.FailedForGood("gone"));
        scene.node.acquireAll(next);
        scene.run(Scene.SECOND);
        assertThat(scene.fired("a")).hasSize(2);
        var answer = deleteAtTheNext("a");
        scene.run(Scene.SECOND);
        assertThat(answer.verdict()).isEqualTo(Verdict.DELETED);
        assertThat(answer.hint()).isEqualTo(AttemptHint.POSSIBLE);
    }

    @Test
    void aDeleteAfterATakeoverByForceSaysThatAnAttemptIsPossibleForAsLongAsOneMayRun() {
        scene.created("a", scene.in(Duration.ofHours(1)));
        scene.created("b", scene.in(Duration.ofHours(1)));
        old.kill();
        scene.node.acquireAll(next);
        scene.run(Scene.SECOND);
        var soon = deleteAtTheNext("a");
        scene.run(Scene.MINUTE);
        var late = deleteAtTheNext("b");
        scene.run(Scene.SECOND);
        assertThat(soon.hint()).isEqualTo(AttemptHint.POSSIBLE);
        assertThat(late.hint()).isEqualTo(AttemptHint.NONE);
    }

    @Test
    void aHandedOverAttemptThatFailedCountsAtTheNextOwner() {
        scene.replyAfter(Duration.ofSeconds(5), new CallbackReply.Failed("503", Optional.empty()));
        scene.created("a", scene.in(Scene.SECOND).attempts(2));
        scene.run(Duration.ofSeconds(2));
        moveToTheNext();
        scene.run(Duration.ofSeconds(5));
        forward(scene.node.orphans().getFirst());
        scene.run(Scene.SECOND);
        assertThat(scene.pending("a").attempts()).isOne();
        assertThat(scene.alarms(Alarm.LeaseLost.class)).isEmpty();
    }

    @Test
    void shutdownFinishesAttemptsAndReleases() {
        startAnAttempt(Duration.ofSeconds(5));
        scene.created("b", scene.in(Scene.SECOND));
        var quiet = new ArrayList<String>();
        old.tell(ShardLoop::stopFiring);
        old.tell(loop -> loop.whenQuiet(() -> quiet.add("quiet")));
        scene.run(Duration.ofSeconds(2));
        assertThat(quiet).isEmpty();
        scene.run(Duration.ofSeconds(5));
        assertThat(quiet).hasSize(1);
        release();
        scene.run(Scene.SECOND);
        assertThat(released).hasSize(1);
        assertThat(scene.isGone("a")).isTrue();
        assertThat(scene.fired("b")).isEmpty();
        assertThat(handedOver()).isEmpty();
    }
}
