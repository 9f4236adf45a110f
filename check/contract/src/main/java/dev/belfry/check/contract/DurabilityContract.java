package dev.belfry.check.contract;

import static dev.belfry.check.contract.Changes.delete;
import static dev.belfry.check.contract.Changes.gaveUp;
import static dev.belfry.check.contract.Changes.reached;
import static dev.belfry.check.contract.Changes.retried;
import static dev.belfry.check.contract.TimerRequest.NOON;
import static dev.belfry.check.contract.TimerRequest.timer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belfry.core.shard.AttemptUnderWay;
import dev.belfry.core.shard.Group;
import dev.belfry.core.store.Pause;
import dev.belfry.core.store.StoreException;
import dev.belfry.core.timer.AttemptId;
import dev.belfry.core.timer.Entry;
import dev.belfry.core.timer.TimerState;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** After a restart, and for another node, everything acknowledged is there. */
public interface DurabilityContract extends StoreUnderTest {
    @Test
    default void timersAreThereAfterARestart(OwnedShard shard) {
        var pending = shard.schedule(timer("pending").correlatedTo("trace").create());
        var waiting =
                shard.schedule(
                        retried(
                                shard.schedule(timer("waiting").create()),
                                "HTTP 500",
                                NOON.plusSeconds(30)));
        var failed = shard.keep(gaveUp(shard.schedule(timer("failed").create()), NOON));
        var reached = shard.keep(reached(shard.schedule(timer("reached").create()), NOON));
        shard.commit(timer("deleted").create());
        shard.commit(delete("deleted"));

        shard.fixture().restart();

        assertThat(shard.rows()).containsExactly(pending, waiting);
        assertThat(LookupContract.correlated(shard, "trace")).containsExactly(pending);
        assertThat(shard.find("failed")).isEqualTo(new Entry.Kept(failed));
        assertThat(shard.find("reached")).isEqualTo(new Entry.Kept(reached));
        assertThat(shard.find("deleted")).isEqualTo(Entry.absent());
        assertThat(KeptContract.keptIds(shard, TimerState.FAILED)).containsExactly("failed");
    }

    @Test
    default void leaseAndMarkAreThereAfterARestart(OwnedShard shard) {
        shard.storeMark(NOON);
        var row = shard.row();

        shard.fixture().restart();

        assertThat(shard.row()).isEqualTo(row);
        shard.commit(timer("a").create());
        assertThat(shard.claimAgain().claimed().mark()).isEqualTo(NOON);
    }

    @Test
    default void aLostLeaseStaysLostAfterARestart(OwnedShard former) {
        former.fixture().own(former.id());

        former.fixture().restart();

        assertThat(former.attempt(timer("a").create())).isEqualTo(FenceContract.LEASE_LOST);
        assertThat(former.rows()).isEmpty();
    }

    @Test
    default void theListOfAReleaseIsThereAfterARestart(OwnedShard shard) {
        var timer = shard.schedule(timer("a").create());
        var underWay = new AttemptUnderWay(AttemptId.nextOf(timer), NOON);
        shard.release(underWay);

        shard.fixture().restart();

        assertThat(shard.fixture().own(shard.id()).claimed().handedOver())
                .containsExactly(underWay);
    }

    @Test
    default void pausesAndShardCountsAreThereAfterARestart(StoreFixture fixture) {
        var pause = new Pause(SampleGroups.WIDE.id(), NOON, Optional.of("why"));
        fixture.store().leases().openGroup(SampleGroups.WIDE);
        fixture.store().pauses().pause(pause);

        var store = fixture.restart();

        assertThat(store.pauses().inForce()).containsExactly(pause);
        assertThat(store.leases().shards(SampleGroups.WIDE.id())).hasSize(8);
        assertThatThrownBy(() -> store.leases().openGroup(Group.of("wide", 9)))
                .isInstanceOf(StoreException.Rejected.class);
    }

    @Test
    default void anotherNodeSeesWhatWasAcknowledged(OwnedShard shard) {
        var timer = shard.schedule(timer("a").create());
        var another = shard.fixture().anotherNode();

        assertThat(another.timers().find(shard.id(), timer.key()))
                .isEqualTo(new Entry.Pending(timer));
        assertThat(another.leases().shards(SampleGroups.ONE.id())).containsExactly(shard.row());
    }

    @Test
    default void closingTwiceIsNoError(StoreFixture fixture) {
        var store = fixture.store();
        fixture.own(SampleGroups.ONE).commit(timer("a").create());

        store.close();
        store.close();
    }
}
