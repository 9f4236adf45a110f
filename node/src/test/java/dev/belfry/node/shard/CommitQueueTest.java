package dev.belfry.node.shard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.core.mutation.Decision;
import dev.belfry.core.mutation.Delete;
import dev.belfry.core.mutation.Mutation;
import dev.belfry.core.mutation.Precondition;
import dev.belfry.core.store.StoreLimits;
import dev.belfry.core.timer.GroupId;
import dev.belfry.core.timer.TimerKey;
import dev.belfry.node.Outcome;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CommitQueueTest {
    private static final int SIZE = change("x").mutation().orElseThrow().sizeBytes();

    private final QueueMeter meter = new QueueMeter(Shards.SETTINGS);
    private final CommitQueue queue = new CommitQueue(meter);

    private static final class Change implements Work {
        private final TimerKey key;
        private boolean needed = true;
        private boolean overdue;
        private boolean ofClient;

        Change(TimerKey key) {
            this.key = key;
        }

        @Override
        public TimerKey key() {
            return key;
        }

        @Override
        public int sizeBytes() {
            return 100;
        }

        @Override
        public Optional<Mutation> mutation() {
            return needed ? Optional.of(new Delete(key, Precondition.none())) : Optional.empty();
        }

        @Override
        public boolean isOfClient() {
            return ofClient;
        }

        @Override
        public boolean isOverdue() {
            return overdue;
        }

        @Override
        public void needless() {}

        @Override
        public void decided(Decision decision, List<Decision> followed) {}

        @Override
        public void inDoubt() {}

        @Override
        public void refused(String message) {}

        @Override
        public void abandoned(Outcome.Reason reason) {}
    }

    private static Change change(String id) {
        return new Change(TimerKey.of("default", id));
    }

    private Change added(String id) {
        var change = change(id);
        queue.add(change);
        return change;
    }

    private static StoreLimits limits(int mutations, long bytes) {
        return new StoreLimits(mutations, bytes, 10, 1, 1);
    }

    private CommitQueue.Batch next() {
        return queue.next(limits(1_000, 1 << 20));
    }

    @Test
    void changesOfDifferentTimersShareABatchInTheirOrder() {
        var a = added("a");
        var b = added("b");
        assertThat(next().works()).containsExactly(a, b);
    }

    @Test
    void twoChangesOfOneTimerNeverShareABatchAndKeepTheirOrder() {
        var first = added("a");
        var other = added("b");
        var second = added("a");
        assertThat(next().works()).containsExactly(first, other);
        queue.done(first);
        queue.done(other);
        assertThat(next().works()).containsExactly(second);
    }

    @Test
    void aChangeOfARunNeverSharesABatchWithOneOfItsTimer() {
        var timer = added("a");
        var run = new Change(timer.key().ofRun(Instant.EPOCH));
        queue.add(run);
        assertThat(next().works()).containsExactly(timer);
        assertThat(queue.freezes(run.key())).isTrue();
        queue.done(timer);
        assertThat(next().works()).containsExactly(run);
        assertThat(queue.freezes(timer.key())).isTrue();
        queue.done(run);
        assertThat(queue.freezes(timer.key())).isFalse();
    }

    @Test
    void theNextChangeOfATimerGoesToTheBack() {
        var first = added("a");
        var second = added("a");
        var other = added("b");
        queue.done(first);
        assertThat(next().works()).containsExactly(other, second);
    }

    @Test
    void aBatchKeepsTheLimitOfMutations() {
        var a = added("a");
        var b = added("b");
        added("c");
        assertThat(queue.next(limits(2, 1 << 20)).works()).containsExactly(a, b);
    }

    @Test
    void aBatchKeepsTheLimitOfBytes() {
        var a = added("a");
        var b = added("b");
        added("c");
        assertThat(queue.next(limits(10, 2L * SIZE)).works()).containsExactly(a, b);
    }

    @Test
    void aChangeLargerThanTheLimitGoesAlone() {
        var a = added("a");
        added("b");
        assertThat(queue.next(limits(10, 1)).works()).containsExactly(a);
    }

    @Test
    void whatIsNotNeededAnyMoreComesApart() {
        var a = added("a");
        var b = added("b");
        a.needed = false;
        var batch = next();
        assertThat(batch.needless()).containsExactly(a);
        assertThat(batch.works()).containsExactly(b);
    }

    @Test
    void batchesHalveAfterAFailureAndGrowAfterASuccess() {
        for (int i = 0; i < 16; i++) {
            added("t" + i);
        }
        queue.portion().failed(16);
        assertThat(next().works()).hasSize(8);
        queue.portion().failed(8);
        assertThat(next().works()).hasSize(4);
        queue.portion().worked();
        assertThat(next().works()).hasSize(8);
        queue.portion().failed(1);
        assertThat(next().works()).hasSize(1);
        for (int i = 0; i < 40; i++) {
            queue.portion().worked();
        }
        assertThat(next().works()).hasSize(16);
    }

    @Test
    void anOverdueChangeIsFoundUnlessItIsBeingCommitted() {
        var committing = added("a");
        next();
        var waiting = added("a");
        var inTime = added("b");
        committing.overdue = true;
        waiting.overdue = true;
        assertThat(queue.overdue()).containsExactly(waiting).doesNotContain(inTime);
        queue.commitEnded();
        assertThat(queue.overdue()).containsExactly(committing, waiting);
    }

    @Test
    void aTimerIsFrozenUntilItsLastChangeIsDone() {
        var first = added("a");
        var second = added("a");
        queue.done(first);
        assertThat(queue.freezes(first.key())).isTrue();
        queue.done(second);
        assertThat(queue.freezes(first.key())).isFalse();
        assertThat(queue.isEmpty()).isTrue();
    }

    @Test
    void theMeterCountsWhatWaits() {
        var a = added("a");
        added("a");
        added("b");
        queue.done(a);
        queue.done(a);
        assertThat(meter.isEmpty()).isFalse();
        assertThat(queue.takeAll()).hasSize(2);
        assertThat(meter.isEmpty()).isTrue();
        assertThat(queue.isEmpty()).isTrue();
    }

    @Test
    void settlementsFindRoomThoughClientsAskForMoreThanThereIs() {
        while (meter.takesChanges()) {
            var change = change("c" + meter.works());
            change.ofClient = true;
            queue.add(change);
        }
        assertThat(meter.takesSettlements(GroupId.DEFAULT)).isTrue();
        added("own");
        assertThat(meter.takesSettlements(GroupId.DEFAULT)).isTrue();
    }

    @Test
    void theSettlementsOfOneGroupLeaveRoomToTheOthersAndToClients() {
        while (meter.takesSettlements(GroupId.DEFAULT)) {
            added("t" + meter.works());
        }
        assertThat(meter.takesSettlements(new GroupId("other"))).isTrue();
        assertThat(meter.takesChanges()).isTrue();
        assertThat(meter.takeRelieved()).isEmpty();
        queue.takeAll();
        assertThat(meter.takeRelieved()).containsExactly(GroupId.DEFAULT);
        assertThat(meter.takeRelieved()).isEmpty();
    }

    @Test
    void whatNobodyWaitsForComesBehindAllOthersAndFreezesNothing() {
        var filler = change("filler");
        queue.fill(filler);
        queue.fill(change("a"));
        var first = change("a");
        var second = change("b");
        queue.add(first);
        queue.add(second);
        var batch = queue.next(new StoreLimits(10, 10_000, 10, 1, 1));
        assertThat(batch.works()).containsExactly(first, second, filler);
        assertThat(queue.freezes(filler.key())).isFalse();
        assertThat(meter.works()).isEqualTo(2);
    }

    @Test
    void aSmallPartOfAFullBatchIsForWhatNobodyWaitsFor() {
        for (int i = 0; i < 100; i++) {
            queue.add(change("asked" + i));
            queue.fill(change("filler" + i));
        }
        var batch = queue.next(new StoreLimits(16, 10_000, 10, 1, 1));
        assertThat(batch.works()).hasSize(16);
        assertThat(batch.works().stream().filter(it -> it.key().id().startsWith("asked")))
                .hasSize(14);
    }

    @Test
    void allThatWaitsIsTakenOutTogether() {
        var filler = change("filler");
        var asked = change("asked");
        queue.fill(filler);
        queue.add(asked);
        assertThat(queue.takeAll()).containsExactly(asked, filler);
        assertThat(queue.isEmpty()).isTrue();
    }
}
