package dev.belfry.check.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.core.mutation.Verdict;
import dev.belfry.core.shard.Group;
import dev.belfry.core.store.CommitResult;
import dev.belfry.core.store.ShardCommit;
import dev.belfry.core.store.TimerStore;
import dev.belfry.node.Outcome.AttemptHint;
import dev.belfry.node.fire.CallbackReply;
import dev.belfry.node.shard.StoreOperation;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Rule 3: a change freezes its timer, and two changes of one timer never share a batch. */
class FreezeTest {
    private final List<Integer> batches = new ArrayList<>();
    private final Scene scene =
            new Scene(Group.of("default", 1), SingleNode.roomy(), BatchStore::new);

    private final class BatchStore extends ForwardingStore {
        BatchStore(TimerStore store) {
            super(store);
        }

        @Override
        public List<CommitResult> commit(List<ShardCommit> commits) {
            commits.forEach(commit -> batches.add(commit.mutations().size()));
            return super.commit(commits);
        }
    }

    @Test
    void aTimerWhoseDeleteIsBeingCommittedDoesNotStart() {
        scene.created("a", scene.in(Scene.SECOND));
        scene.node.fail(StoreOperation.COMMIT, StoreFault.SLOW);
        var answer = scene.delete("a");
        scene.run(Duration.ofSeconds(10));
        assertThat(answer.verdict()).isEqualTo(Verdict.DELETED);
        assertThat(answer.hint()).isEqualTo(AttemptHint.NONE);
        assertThat(scene.fired("a")).isEmpty();
    }

    @Test
    void aTimerWhoseDeleteWaitsForTheStoreDoesNotStart() {
        scene.created("a", scene.in(Scene.SECOND));
        scene.node.faults(
                op -> op == StoreOperation.COMMIT ? StoreFault.UNAVAILABLE : StoreFault.NONE);
        var answer = scene.delete("a");
        scene.run(Duration.ofSeconds(5));
        assertThat(scene.fired("a")).isEmpty();
        scene.node.heal();
        scene.run(Duration.ofSeconds(5));
        assertThat(answer.verdict()).isEqualTo(Verdict.DELETED);
        assertThat(scene.fired("a")).isEmpty();
    }

    @Test
    void aFrozenTimerStartsAsSoonAsItsChangeIsDecided() {
        scene.created("a", scene.in(Scene.SECOND));
        scene.node.fail(StoreOperation.COMMIT, StoreFault.SLOW);
        var answer = scene.create("a", scene.in(Scene.MINUTE));
        scene.run(Duration.ofSeconds(2));
        assertThat(scene.fired("a")).isEmpty();
        scene.run(Duration.ofMillis(1100));
        assertThat(answer.verdict()).isEqualTo(Verdict.EXISTS);
        assertThat(scene.fired("a")).hasSize(1);
    }

    @Test
    void aFrozenTimerStartsWhenItsChangeRanOutOfTime() {
        scene.created("a", scene.in(Scene.SECOND));
        scene.node.faults(
                op -> op == StoreOperation.COMMIT ? StoreFault.UNAVAILABLE : StoreFault.NONE);
        scene.delete("a");
        scene.run(SingleNode.PATIENCE.plus(Scene.SECOND));
        assertThat(scene.fired("a")).hasSize(1);
    }

    @Test
    void aFrozenTimerDoesNotHoldUpOthers() {
        scene.created("a", scene.in(Scene.SECOND));
        scene.created("b", scene.in(Scene.SECOND));
        var due = scene.pending("b").fireAt();
        scene.node.fail(StoreOperation.COMMIT, StoreFault.SLOW);
        scene.delete("a");
        scene.run(Duration.ofSeconds(2));
        assertThat(scene.firedAt("b")).containsExactly(due);
    }

    @Test
    void deleteAndCreateOfOneTimerAreDecidedInTheirOrder() {
        scene.created("a", scene.in(Scene.SECOND).payload("1"));
        batches.clear();
        var delete = scene.delete("a");
        var create = scene.create("a", scene.in(Duration.ofSeconds(2)).payload("2"));
        var other = scene.create("a", scene.in(Duration.ofSeconds(3)).payload("3"));
        scene.run(Duration.ofSeconds(10));
        assertThat(delete.verdict()).isEqualTo(Verdict.DELETED);
        assertThat(create.verdict()).isEqualTo(Verdict.CREATED);
        assertThat(other.verdict()).isEqualTo(Verdict.EXISTS);
        assertThat(batches.subList(0, 3)).containsExactly(1, 1, 1);
        assertThat(scene.fired("a")).hasSize(1);
        assertThat(scene.fired("a").getFirst().attempt().timer().spec().payload().bytes())
                .isEqualTo("2".getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void changesOfDifferentTimersShareABatch() {
        scene.node.fail(StoreOperation.COMMIT, StoreFault.SLOW);
        scene.create("first", scene.in(Scene.MINUTE));
        scene.run(Duration.ofMillis(10));
        for (int i = 0; i < 100; i++) {
            scene.create("t" + i, scene.in(Scene.MINUTE));
        }
        scene.run(Duration.ofSeconds(10));
        assertThat(batches).containsExactly(1, 100);
    }

    @Test
    void aDeleteWhileAnAttemptIsUnderWaySaysSoAndNoOtherAttemptStarts() {
        scene.replyAfter(Duration.ofSeconds(5), new CallbackReply.Failed("503", Optional.empty()));
        scene.created("a", scene.in(Scene.SECOND));
        scene.run(Duration.ofSeconds(2));
        var answer = scene.delete("a");
        scene.run(Duration.ofHours(1));
        assertThat(answer.verdict()).isEqualTo(Verdict.DELETED);
        assertThat(answer.hint()).isEqualTo(AttemptHint.IN_FLIGHT);
        assertThat(scene.fired("a")).hasSize(1);
        assertThat(scene.isGone("a")).isTrue();
    }
}
