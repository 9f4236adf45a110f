package dev.belfry.check.contract;

import static dev.belfry.check.contract.Changes.gaveUp;
import static dev.belfry.check.contract.RemovedGroup.behind;
import static dev.belfry.check.contract.RemovedGroup.finish;
import static dev.belfry.check.contract.TimerRequest.NOON;
import static dev.belfry.check.contract.TimerRequest.timer;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belfry.core.store.CommitResult;
import dev.belfry.core.store.GroupRemoval.Progress;
import dev.belfry.core.store.MemoryTimerStore;
import dev.belfry.core.store.StoredGroup;
import dev.belfry.core.timer.Entry;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** A database that fails over forgets the claims of a remover, and their owners go on. */
class LostClaimsTest {
    private final StoreFixture fixture = new StoreFixture(new MemoryTimerStoreTest());
    private final RemovedGroup group = new RemovedGroup(fixture, "removed", 2);

    @Test
    void whatIsWrittenToAShardThatWasFoundEmptyIsSeenBeforeTheHistoryGoes() {
        var history = closeAndForget("page", 2);

        assertThat(history.find("t-1")).isInstanceOf(Entry.Kept.class);
    }

    @Test
    void whatIsWrittenWhileTheHistoryGoesIsSeenBeforeTheGroupGoes() {
        closeAndForget("kept", 1);
    }

    /** The first shard's claim is lost at the n-th call of this name; gives the second shard. */
    private OwnedShard closeAndForget(String name, int at) {
        group.make();
        var owners = fixture.ownAll(group.group());
        var history = owners.getLast();
        assertThat(group.group().shardOf("t-1")).isEqualTo(history.id());
        history.keep(gaveUp(history.schedule(timer(group.group(), "t-1").create()), NOON));
        group.turn(StoredGroup.Phase.CLOSING);
        var late = owners.getFirst().next(timer(group.group(), group.idOfFirstShard(0)).create());
        var calls = new AtomicInteger();
        var store =
                behind(
                        fixture.store(),
                        (call, itself) -> {
                            if (call.equals(name) && calls.incrementAndGet() == at) {
                                ((MemoryTimerStore) fixture.store()).rollBack(late.lease().shard());
                                assertThat(owners.getFirst().send(late))
                                        .isInstanceOf(CommitResult.Committed.class);
                            }
                            return itself.call();
                        });

        assertThat(finish(group.removal(store, 0))).isEqualTo(Progress.SERVES);

        group.assertServes();
        assertThat(fixture.own(late.lease().shard()).ids())
                .containsExactly(group.idOfFirstShard(0));
        return fixture.own(history.id());
    }
}
