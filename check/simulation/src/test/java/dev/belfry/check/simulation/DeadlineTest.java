package dev.belfry.check.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.core.mutation.Create;
import dev.belfry.core.mutation.Verdict;
import dev.belfry.core.timer.TimerUuid;
import dev.belfry.node.Outcome;
import dev.belfry.node.Outcome.Reason;
import dev.belfry.node.shard.LoopSettings;
import dev.belfry.node.shard.StoreOperation;
import java.time.Duration;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;

/** Requests have deadlines, and queues have limits. */
class DeadlineTest {
    private final Scene scene = new Scene();

    private void failCommits(StoreFault fault) {
        scene.node.faults(op -> op == StoreOperation.COMMIT ? fault : StoreFault.NONE);
    }

    @Test
    void anOverdueRequestIsAnsweredSoAndNotApplied() {
        failCommits(StoreFault.UNAVAILABLE);
        var answer = scene.create("a", scene.in(Scene.MINUTE));
        scene.run(SingleNode.PATIENCE.minusMillis(1));
        assertThat(answer.isThere()).isFalse();
        scene.run(Scene.SECOND);
        assertThat(answer.isRefusedFor(Reason.DEADLINE)).isTrue();
        scene.node.heal();
        scene.run(Scene.MINUTE);
        assertThat(scene.isGone("a")).isTrue();
        assertThat(scene.fired("a")).isEmpty();
    }

    @Test
    void anOverdueRequestThatIsInDoubtIsUnknown() {
        scene.node.fail(StoreOperation.COMMIT, StoreFault.UNKNOWN_APPLIED);
        scene.node.faults(
                op -> op == StoreOperation.CLAIM ? StoreFault.UNAVAILABLE : StoreFault.NONE);
        var answer = scene.create("a", scene.in(Duration.ofSeconds(30)));
        scene.run(SingleNode.PATIENCE.plus(Scene.SECOND));
        assertThat(answer.isUnknown()).isTrue();
        scene.node.heal();
        scene.run(Scene.MINUTE);
        assertThat(scene.fired("a")).hasSize(1);
    }

    @Test
    void aRequestThatWaitsWhenTheProofOfLifeEndsIsAnsweredSoAndNotApplied() {
        failCommits(StoreFault.UNAVAILABLE);
        var answer = scene.create("a", scene.in(Scene.MINUTE));
        scene.run(Scene.SECOND);
        assertThat(answer.isThere()).isFalse();
        scene.node.proof(false);
        scene.run(Scene.SECOND);
        assertThat(answer.isRefusedFor(Reason.NO_PROOF)).isTrue();
        scene.node.heal();
        scene.node.proof(true);
        scene.run(Scene.MINUTE);
        assertThat(scene.isGone("a")).isTrue();
        assertThat(scene.fired("a")).isEmpty();
    }

    @Test
    void aRequestInDoubtWaitsForTheStoreAlsoWithoutProof() {
        scene.node.fail(StoreOperation.COMMIT, StoreFault.UNKNOWN_APPLIED);
        scene.node.faults(
                op -> op == StoreOperation.CLAIM ? StoreFault.UNAVAILABLE : StoreFault.NONE);
        var answer = scene.create("a", scene.in(Scene.MINUTE));
        scene.run(Scene.SECOND);
        scene.node.proof(false);
        scene.run(Scene.SECOND);
        assertThat(answer.isThere()).isFalse();
        scene.node.heal();
        scene.node.proof(true);
        scene.run(Duration.ofSeconds(5));
        assertThat(answer.verdict()).isEqualTo(Verdict.CREATED);
    }

    @Test
    void aRequestBeingCommittedAtItsDeadlineIsAnsweredByTheCommit() {
        scene.node.storePort().longTime(Duration.ofSeconds(20));
        scene.node.fail(StoreOperation.COMMIT, StoreFault.SLOW);
        var answer = scene.create("a", scene.in(Scene.MINUTE));
        scene.run(Duration.ofSeconds(19));
        assertThat(answer.isThere()).isFalse();
        scene.run(Duration.ofSeconds(2));
        assertThat(answer.verdict()).isEqualTo(Verdict.CREATED);
    }

    @Test
    void aRequestThatArrivesTooLateIsNotTried() {
        var key = scene.key("a");
        var uuid = TimerUuid.of(key);
        var spec = scene.in(Scene.SECOND).spec();
        var answer =
                new Answer(
                        scene.node.submit(
                                key, stamp -> new Create(key, uuid, spec, stamp), Duration.ZERO));
        scene.run(Scene.MINUTE);
        assertThat(answer.isRefusedFor(Reason.DEADLINE)).isTrue();
        assertThat(scene.isGone("a")).isTrue();
        assertThat(scene.node.storePort().count(StoreOperation.COMMIT)).isZero();
    }

    @Test
    void anOverdueRequestLetsTheNextOneOfItsTimerThrough() {
        failCommits(StoreFault.UNAVAILABLE);
        var late = scene.create("a", scene.in(Scene.MINUTE).payload("1"));
        scene.run(Duration.ofMillis(9700));
        var next = scene.create("a", scene.in(Scene.MINUTE).payload("2"));
        scene.run(Scene.SECOND);
        scene.node.heal();
        scene.run(Duration.ofSeconds(5));
        assertThat(late.isRefusedFor(Reason.DEADLINE)).isTrue();
        assertThat(next.verdict()).isEqualTo(Verdict.CREATED);
    }

    @Test
    void tooManyRequestsAreRefusedAtOnceAndTheRestIsDone() {
        var small =
                new Scene(
                        new LoopSettings(
                                1 << 20, 10, 10, Duration.ofSeconds(5), Scene.SECOND, 100));
        small.node.fail(StoreOperation.COMMIT, StoreFault.SLOW);
        var answers = new ArrayList<Answer>();
        for (int i = 0; i < 1_000; i++) {
            answers.add(small.create("t" + i, small.in(Scene.MINUTE)));
        }
        small.run(Duration.ofMillis(1));
        var refused = answers.stream().filter(Answer::isThere).toList();
        assertThat(refused).hasSizeBetween(600, 900);
        assertThat(refused).allMatch(answer -> answer.isRefusedFor(Reason.OVERLOADED));
        small.run(Duration.ofSeconds(5));
        assertThat(answers).allMatch(Answer::isThere);
        var created = answers.stream().filter(a -> a.outcome() instanceof Outcome.Decided).toList();
        assertThat(created).hasSize(1_000 - refused.size());
        small.run(Scene.MINUTE.plusSeconds(5));
        assertThat(small.node.receivers().seen()).hasSize(created.size());
        var again = small.create("again", small.in(Scene.MINUTE));
        small.run(Scene.SECOND);
        assertThat(again.verdict()).isEqualTo(Verdict.CREATED);
    }
}
