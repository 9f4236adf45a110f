package dev.belfry.check.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.core.mutation.Verdict;
import dev.belfry.core.shard.Group;
import dev.belfry.core.store.CommitResult;
import dev.belfry.core.store.ShardCommit;
import dev.belfry.core.store.TimerStore;
import dev.belfry.node.Alarm;
import dev.belfry.node.shard.StoreOperation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Rule 2: commits of a shard are strictly sequential and apply once. */
class CommitSequenceTest {
    private record Numbered(long epoch, long sequence) {}

    private final List<Numbered> arrived = new ArrayList<>();
    private final Scene scene =
            new Scene(Group.of("default", 1), SingleNode.roomy(), NumberingStore::new);

    private final class NumberingStore extends ForwardingStore {
        NumberingStore(TimerStore store) {
            super(store);
        }

        @Override
        public List<CommitResult> commit(List<ShardCommit> commits) {
            for (var commit : commits) {
                arrived.add(new Numbered(commit.lease().epoch().value(), commit.sequence()));
            }
            return super.commit(commits);
        }
    }

    private void createOne(String id) {
        var answer = scene.create(id, scene.in(Duration.ofHours(1)));
        scene.run(Scene.SECOND);
        assertThat(answer.verdict()).isEqualTo(Verdict.CREATED);
    }

    @Test
    void commitsUnderOneLeaseCountFromOne() {
        createOne("a");
        createOne("b");
        createOne("c");
        assertThat(arrived)
                .containsExactly(new Numbered(1, 1), new Numbered(1, 2), new Numbered(1, 3));
    }

    @Test
    void aNumberThatWasNotAppliedIsUsedAgain() {
        createOne("a");
        scene.node.fail(
                StoreOperation.COMMIT,
                StoreFault.UNAVAILABLE,
                StoreFault.UNAVAILABLE,
                StoreFault.UNAVAILABLE);
        createOne("b");
        createOne("c");
        assertThat(arrived)
                .containsExactly(new Numbered(1, 1), new Numbered(1, 2), new Numbered(1, 3));
        assertThat(scene.alarms(Alarm.LeaseLost.class)).isEmpty();
    }

    @Test
    void aNewClaimCountsFromOneAgain() {
        createOne("a");
        scene.node.fail(StoreOperation.COMMIT, StoreFault.UNKNOWN_APPLIED);
        createOne("b");
        createOne("c");
        assertThat(arrived)
                .containsExactly(
                        new Numbered(1, 1),
                        new Numbered(1, 2),
                        new Numbered(2, 1),
                        new Numbered(2, 2));
        assertThat(scene.alarms(Alarm.LeaseLost.class)).isEmpty();
    }

    @Test
    void aGhostThatArrivesAfterTheNewClaimChangesNothing() {
        scene.node.fail(StoreOperation.COMMIT, StoreFault.GHOST);
        createOne("a");
        scene.delete("a");
        scene.run(Scene.SECOND);
        assertThat(scene.isGone("a")).isTrue();
        int before = arrived.size();
        scene.run(Scene.MINUTE);
        assertThat(arrived).hasSize(before + 1);
        assertThat(arrived.getLast()).isEqualTo(new Numbered(1, 1));
        assertThat(scene.isGone("a")).isTrue();
    }

    @Test
    void aGhostThatArrivesBeforeTheNewClaimIsRecognised() {
        scene.node.storePort().longTime(Duration.ofNanos(1));
        scene.node.fail(StoreOperation.COMMIT, StoreFault.GHOST);
        createOne("a");
        scene.run(Duration.ofHours(2));
        assertThat(scene.fired("a")).hasSize(1);
        assertThat(scene.isGone("a")).isTrue();
    }

    @Test
    void aGhostOfADeadNodeChangesNothingAfterTheNextClaim() {
        createOne("a");
        scene.node.fail(StoreOperation.COMMIT, StoreFault.GHOST);
        scene.delete("a");
        scene.run(Duration.ofNanos(600_000));
        scene.node.restart();
        scene.run(Scene.MINUTE);
        assertThat(scene.isGone("a")).isFalse();
        scene.run(Duration.ofHours(2));
        assertThat(scene.fired("a")).hasSize(1);
    }
}
